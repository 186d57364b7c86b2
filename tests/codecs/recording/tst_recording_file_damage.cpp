// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings that are cut, torn, bent or lie: what is whole plays, what is not is named, nothing falls over.
#include "codecs/recording/file/recording_file.h"
#include "codecs/recording/file/recording_frames.h"
#include "tests/codecs/recording/damaged_recording.h"
#include "tests/codecs/recording/recording_builder.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>

#include <zdict.h>

namespace tst_recording_file_damage {

using namespace ghostline;
using namespace ghostline::test;
using model::ErrorCode;
using recording::Bytes;
using recording::ChunkEntry;
using recording::Profile;
using recording::RecordingFile;

namespace {

/// The file with its index replaced by a changed one of the same length.
template<typename Change>
QByteArray withIndex(const RecordingBuilder& built, Change change)
{
    const QByteArray bytes = built.file();
    const File file = openOrNull(memoryFile(bytes));
    auto entries = file->chunks();
    change(entries);
    const auto header = file->header();
    const auto begin = qsizetype{256} + header.metadataBytes;
    const QByteArray index = toByteArray(writeIndex(entries, header.profile));
    return index.size() == header.indexBytes ? bytes.left(begin) + index + bytes.mid(begin + index.size())
                                             : QByteArray();
}

QByteArray numberedDictionary(unsigned id)
{
    std::string samples;
    std::vector<std::size_t> sizes;
    for (int i = 0; i < 400; ++i) {
        const std::string one =
            "minecraft:stone[age=" + std::to_string(i * 7919 % 1000) + "]spring" + std::to_string(i % 13);
        samples += one;
        sizes.push_back(one.size());
    }
    QByteArray out(4096, '\0');
    const QByteArray content(samples.data(), 1024);
    const ZDICT_params_t params{3, 0, id};
    const std::size_t size =
        ZDICT_finalizeDictionary(out.data(), static_cast<std::size_t>(out.size()), content.constData(),
                                 static_cast<std::size_t>(content.size()), samples.data(), sizes.data(),
                                 static_cast<unsigned>(sizes.size()), params);
    out.resize(ZDICT_isError(size) != 0 ? 0 : static_cast<qsizetype>(size));
    return out;
}

} // namespace

class TestRecordingFileDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutAtEveryByte_data() { addProfiles("version"); }
    void cutAtEveryByte()
    {
        QFETCH(int, version);
        const RecordingBuilder built(
            {.profile = static_cast<Profile>(version), .ticks = 60, .chunkTicks = 20});
        const QByteArray whole = built.file();
        const File reference = openOrNull(memoryFile(whole));
        QVERIFY(reference != nullptr);
        const auto preamble = static_cast<qsizetype>(reference->header().preambleBytes());
        for (qsizetype size = 0; size < whole.size(); ++size) {
            const auto opened = RecordingFile::open(memoryFile(whole.left(size)));
            if (size < 67) { // not even a header's fields
                QVERIFY(!opened.has_value());
                continue;
            }
            if (!opened)
                continue;
            int there = 0;
            for (const ChunkEntry& entry : (*opened)->chunks())
                there += entry.offset + entry.compressedBytes <= size ? 1 : 0;
            QCOMPARE(goodChunks(**opened, built), firstNumbers(there));
            QVERIFY(!(*opened)->description().diagnostics.empty());
            QVERIFY(!(*opened)->description().barePreamble);
            if (size >= preamble) {
                QCOMPARE((*opened)->chunks().size(), built.chunks.size());
                QCOMPARE((*opened)->lostChunks().size(),
                         built.chunks.size() - static_cast<std::size_t>(there));
                QCOMPARE((*opened)->lostChunks().back().code, QStringLiteral("file-short"));
            }
        }
    }

    /// A bent byte of a frame loses that chunk alone; elsewhere it may lose more, but never lies.
    void everyByteBent_data() { addProfiles("version"); }
    void everyByteBent()
    {
        QFETCH(int, version);
        const RecordingBuilder built(
            {.profile = static_cast<Profile>(version), .ticks = 60, .chunkTicks = 20});
        const QByteArray whole = built.file();
        const File reference = openOrNull(memoryFile(whole));
        QVERIFY(reference != nullptr);
        const auto preamble = static_cast<qsizetype>(reference->header().preambleBytes());
        for (qsizetype at = 0; at < whole.size(); ++at) {
            QByteArray bent = whole;
            bent[at] = static_cast<char>(bent[at] ^ (1 << (at % 8)));
            const auto opened = RecordingFile::open(memoryFile(bent));
            if (at < preamble) {
                if (opened)
                    (void)goodChunks(**opened, built);
                continue;
            }
            QVERIFY(opened.has_value());
            QList<int> expected;
            for (int i = 0; i < built.count(); ++i) {
                const ChunkEntry& entry = (*opened)->chunks()[static_cast<std::size_t>(i)];
                if (at < entry.offset || at >= entry.offset + entry.compressedBytes)
                    expected.append(i);
            }
            const QList<int> good = goodChunks(**opened, built);
            // A frame has bits that mean nothing.
            QVERIFY(good == expected || good == firstNumbers(built.count()));
        }
    }

    void lyingIndex_data()
    {
        QTest::addColumn<int>("compressed");
        QTest::addColumn<int>("raw");
        QTest::addColumn<QString>("why");
        QTest::newRow("raw one more") << 0 << 1 << QStringLiteral("the index says");
        QTest::newRow("raw one less") << 0 << -1 << QStringLiteral("the index says");
        QTest::newRow("raw doubled") << 0 << 1500 << QStringLiteral("the index says");
        QTest::newRow("frame one more") << 1 << 0 << QStringLiteral("the index says");
        QTest::newRow("frame one less") << -1 << 0 << QStringLiteral("zstd");
    }
    void lyingIndex()
    {
        QFETCH(int, compressed);
        QFETCH(int, raw);
        QFETCH(QString, why);
        const RecordingBuilder built;
        const QByteArray bytes = withIndex(built, [&](std::vector<ChunkEntry>& entries) {
            entries[2].compressedBytes += compressed;
            entries[2].rawBytes += raw;
        });
        QVERIFY(!bytes.isEmpty());
        const File file = openOrNull(memoryFile(bytes));
        QVERIFY(file != nullptr);
        QCOMPARE(goodChunks(*file, built), (QList<int>{0, 1, 3, 4}));
        Bytes out;
        const auto read = file->readChunk(2, out);
        QCOMPARE(read.error().code, ErrorCode::Damaged);
        QVERIFY2(read.error().message.contains(why), qPrintable(read.error().message));
        QVERIFY(read.error().message.contains(QStringLiteral("chunk 2 (ticks 200 to 299)")));
    }

    /// Sizes no frame of that length can have are refused before there is room for them.
    void hugeLengths()
    {
        const RecordingBuilder built;
        const recording::FrameDecoder decoder(0);
        QVERIFY(decoder.prepare({}).has_value());
        for (const std::int32_t raw : {-1, 0, 64 << 20, (64 << 20) + 1, std::numeric_limits<int>::max()}) {
            Bytes out;
            const auto done = decoder.decompress(built.chunks[1].frame, raw, out);
            QVERIFY(!done.has_value());
            QVERIFY(out.capacity() < (1U << 20));
        }
    }

    /// A frame that lies of its own length.
    void lyingFrame()
    {
        RecordingBuilder built;
        // Single segment, one byte or two of content size behind the descriptor.
        Bytes& frame = built.chunks[1].frame;
        QVERIFY((std::to_integer<unsigned>(frame[4]) & 0x20U) != 0);
        frame[5] ^= std::byte{1};
        const File file = openOrNull(memoryFile(built.file()));
        QVERIFY(file != nullptr);
        QCOMPARE(goodChunks(*file, built), (QList<int>{0, 2, 3, 4}));
    }

    void dictionaryMissing()
    {
        const RecordingBuilder built({.dictionary = 9, .dictionaryContent = "minecraft:stone and spring"});
        const File file = openOrNull(memoryFile(built.file()));
        QVERIFY(file != nullptr);
        QCOMPARE(file->description().metadata.playerName, QStringLiteral("Walker"));
        QCOMPARE(file->chunks().size(), std::size_t{5});
        QCOMPARE(file->lostChunks().size(), std::size_t{5});
        QCOMPARE(file->lostChunks().front().code, QStringLiteral("dictionary-missing"));
        QVERIFY(codes(*file).contains(QStringLiteral("dictionary-missing")));
        Bytes raw;
        const auto read = file->readChunk(3, raw);
        QCOMPARE(read.error().code, ErrorCode::NotFound);
        QVERIFY(read.error().message.contains(QStringLiteral("dictionary 9 is missing")));
        QCOMPARE(*file->readCompressed(3), built.chunks[3].frame);
        QCOMPARE(file->dictionary().error().code, ErrorCode::NotFound);
    }

    /// The file has the right name and another dictionary in it; a right one further on is taken.
    void dictionaryWrong()
    {
        const QByteArray seven = numberedDictionary(7);
        const QByteArray nine = numberedDictionary(9);
        QVERIFY(!seven.isEmpty() && !nine.isEmpty());
        const RecordingBuilder built({.dictionary = 9, .dictionaryContent = nine});
        auto source = memoryFile(built.file());
        source->addSibling(QStringLiteral("dictionaries/9.zdict"), seven);
        const File file = openOrNull(std::move(source));
        QVERIFY(file != nullptr);
        QCOMPARE(goodChunks(*file, built), QList<int>());
        Bytes raw;
        const QString message = file->readChunk(3, raw).error().message;
        QVERIFY2(message.contains(QStringLiteral("dictionary 9")) &&
                     message.contains(QStringLiteral("calls itself dictionary 7")),
                 qPrintable(message));

        QTemporaryDir folder;
        writeBytes(folder.filePath(QStringLiteral("9.zdict")), nine);
        source = memoryFile(built.file());
        source->addSibling(QStringLiteral("dictionaries/9.zdict"), seven);
        const File good = openOrNull(std::move(source), {folder.path()});
        QVERIFY(good != nullptr);
        QCOMPARE(goodChunks(*good, built), firstNumbers(5));
    }

    void dictionaryNotNeeded()
    {
        // Compressed with a dictionary that the header does not name.
        RecordingBuilder named({.dictionary = 9, .dictionaryContent = numberedDictionary(9)});
        RecordingBuilder built;
        built.chunks[2] = named.chunks[2];
        const File file = openOrNull(memoryFile(built.file()));
        QVERIFY(file != nullptr);
        QCOMPARE(goodChunks(*file, built), (QList<int>{0, 1, 3, 4}));
    }

    void nothingThere()
    {
        QCOMPARE(RecordingFile::open(memoryFile({})).error().code, ErrorCode::UnknownFormat);
        QCOMPARE(RecordingFile::open(memoryFile("Polr and more of a world")).error().code,
                 ErrorCode::UnknownFormat);
        QVERIFY(RecordingFile::open(memoryFile("Polr and more of a world"))
                    .error()
                    .message.contains(QStringLiteral("Polar")));
        QCOMPARE(RecordingFile::open(memoryFile(QByteArray("HCRP\0\x06", 6) + QByteArray(300, '\0'),
                                                QStringLiteral("preamble.dat")))
                     .error()
                     .code,
                 ErrorCode::Unsupported);
        QCOMPARE(RecordingFile::open(memoryFile("no zstd", QStringLiteral("segment-000.dat"))).error().code,
                 ErrorCode::Damaged);
    }

    void walk_data() { addProfiles("version"); }
    void walk()
    {
        QFETCH(int, version);
        const auto profile = static_cast<Profile>(version);
        const bool draft = profile == Profile::S1;
        const RecordingBuilder built({.profile = profile, .snapshotEvery = 3, .segments = {5}});
        const QByteArray segment = built.segment(0);
        const auto bytes =
            std::as_bytes(std::span(segment.constData(), static_cast<std::size_t>(segment.size())));
        // The draft's second chunk has no snapshot, and nothing else says where it starts.
        QCOMPARE(walkFrames(bytes, 0, profile, 0, 4).size(), std::size_t{draft ? 1U : 5U});
        const auto second = static_cast<std::size_t>(built.chunks[0].frame.size());
        QCOMPARE(walkFrames(bytes, second, profile, 100, 4).size(), std::size_t{draft ? 0U : 4U});
        QCOMPARE(walkFrames(bytes, second, profile, 101, 4).size(), std::size_t{0});
        QCOMPARE(walkFrames(bytes, second, profile, -1, 4).size(), std::size_t{draft ? 0U : 4U});
        QCOMPARE(walkFrames(bytes.first(bytes.size() - 1), 0, profile, 0, 4).size(),
                 std::size_t{draft ? 1U : 4U});
        QCOMPARE(walkFrames(bytes, 1, profile, -1, 4).size(), std::size_t{0});
        QCOMPARE(walkFrames(bytes, bytes.size() + 1, profile, -1, 4).size(), std::size_t{0});
        if (!draft) {
            const auto found = walkFrames(bytes, 0, profile, -1, 4);
            for (std::size_t i = 0; i < found.size(); ++i) {
                QCOMPARE(found[i].entry.hasSnapshot(), built.chunks[i].entry.hasSnapshot());
                QCOMPARE(found[i].entry.startTick, built.chunks[i].entry.startTick);
                QCOMPARE(found[i].entry.tickCount, built.chunks[i].entry.tickCount);
                QCOMPARE(found[i].entry.segment(), 4);
            }
        }
    }

    /// Small frames that grow without end, or claim to.
    void bombs()
    {
        const Bytes zeros(std::size_t{80} << 20);
        const Bytes bomb = compressFrame(zeros, {});
        QVERIFY(bomb.size() < 20'000);
        for (const Profile profile : {Profile::S1, Profile::H4, Profile::H5})
            QVERIFY(recording::walkFrames(bomb, 0, profile, -1, 0).empty());
        // Valid ticks, most of them one event over and over.
        recording::ChunkWriter out(Profile::H5, 0);
        for (int tick = 0; tick < 200; ++tick) {
            out.beginTick(tick);
            for (int i = 0; i < 32'000; ++i)
                out.add(recording::SetBlock{0, {"minecraft:stone", -1}});
        }
        const Bytes& raw = out.finish();
        QVERIFY(raw.size() > (std::size_t{64} << 20));
        QVERIFY(recording::walkFrames(compressFrame(raw, {}), 0, Profile::H5, 0, 0).empty());
    }
};

} // namespace tst_recording_file_damage

GHOSTLINE_TEST(tst_recording_file_damage, TestRecordingFileDamage)
#include "tst_recording_file_damage.moc"
