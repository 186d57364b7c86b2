// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings that are cut, torn, bent or lie: what is whole plays, what is not is named, nothing falls over.
#include "codecs/recording/recording_file.h"
#include "tests/codecs/recording/recording_builder.h"

#include <QTemporaryDir>

#include <zdict.h>

using namespace ghostline;
using namespace ghostline::test;
using model::ErrorCode;
using recording::Bytes;
using recording::ChunkEntry;
using recording::Profile;
using recording::RecordingFile;

namespace {

using File = std::shared_ptr<const RecordingFile>;
using Files = std::map<QString, QByteArray>;

File openOrNull(std::shared_ptr<const model::ByteSource> source, const QStringList& dictionaries = {})
{
    return RecordingFile::open(std::move(source), dictionaries).value_or(nullptr);
}

/// Numbers of the chunks that read as they were written; those that cannot be read say where they are.
QList<int> goodChunks(const RecordingFile& file, const RecordingBuilder& built)
{
    QList<int> good;
    const auto all = file.readChunks(0, static_cast<int>(file.chunks().size()));
    if (!all)
        return good;
    for (std::size_t i = 0; i < all->size(); ++i) {
        const auto& raw = (*all)[i];
        if (!raw && (raw.error().where.chunk != static_cast<std::int64_t>(i) || !raw.error().where.offset ||
                     !raw.error().message.contains(QStringLiteral("chunk %1 ").arg(i))))
            qWarning("an error without a place: %s", qPrintable(raw.error().message));
        if (raw && i < built.chunks.size() && *raw == built.chunks[i].raw)
            good.append(static_cast<int>(i));
    }
    return good;
}

QStringList codes(const RecordingFile& file)
{
    // Which file it is is shown beside every message.
    const QString name = file.bytes()->identity().name;
    QStringList out;
    for (const model::Diagnostic& diagnostic : file.description().diagnostics)
        out.append(diagnostic.message.contains(name) ? diagnostic.message : diagnostic.code);
    return out;
}

QString lost(const RecordingFile& file)
{
    QStringList out;
    for (const recording::LostChunk& chunk : file.lostChunks())
        out.append(QStringLiteral("%1 %2").arg(chunk.chunk).arg(chunk.code));
    return out.join(QStringLiteral(", "));
}

QList<int> firstNumbers(int count)
{
    QList<int> out(count);
    std::iota(out.begin(), out.end(), 0);
    return out;
}

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

void addProfiles()
{
    QTest::addColumn<int>("version");
    QTest::newRow("draft") << static_cast<int>(Profile::S1);
    QTest::newRow("version 4") << static_cast<int>(Profile::H4);
    QTest::newRow("version 5") << static_cast<int>(Profile::H5);
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
    void cutAtEveryByte_data() { addProfiles(); }
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
    void everyByteBent_data() { addProfiles(); }
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

    void segments_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("lostChunks");
        QTest::addColumn<QStringList>("diagnostics");
        QTest::addColumn<QList<int>>("good");
        const auto S = [](const char* text) { return QString::fromLatin1(text); };
        using L = QStringList;
        // Chunks 0, 1 | 2 | 3, 4.
        QTest::newRow("torn") << S("torn") << S("4 segment-short") << L{S("segment-short")}
                              << QList<int>{0, 1, 2, 3};
        QTest::newRow("missing") << S("missing") << S("2 segment-missing") << L{S("segment-missing")}
                                 << QList<int>{0, 1, 3, 4};
        QTest::newRow("first missing") << S("first") << S("0 segment-missing, 1 segment-missing")
                                       << L{S("segment-missing")} << QList<int>{2, 3, 4};
        QTest::newRow("empty") << S("empty") << S("3 segment-short, 4 segment-short") << L{S("segment-short")}
                               << QList<int>{0, 1, 2};
        QTest::newRow("longer") << S("longer") << S("") << L{S("bytes-not-committed")} << firstNumbers(5);
        QTest::newRow("unreferenced")
            << S("more") << S("") << L{S("segment-unreferenced")} << firstNumbers(5);
        QTest::newRow("bent") << S("bent") << S("") << L{} << QList<int>{0, 1, 3, 4};
    }
    void segments()
    {
        QFETCH(QString, what);
        QFETCH(QString, lostChunks);
        QFETCH(QStringList, diagnostics);
        QFETCH(QList<int>, good);
        const RecordingBuilder built({.segments = {2, 1, 2}});
        Files files = built.folder(false);
        QByteArray& last = files[QStringLiteral("segment-002.dat")];
        if (what == QLatin1String("torn"))
            last.chop(30);
        else if (what == QLatin1String("missing"))
            files.erase(QStringLiteral("segment-001.dat"));
        else if (what == QLatin1String("first"))
            files.erase(QStringLiteral("segment-000.dat"));
        else if (what == QLatin1String("empty"))
            last.clear();
        else if (what == QLatin1String("longer"))
            last += "left by a crash";
        else if (what == QLatin1String("more"))
            files[QStringLiteral("segment-003.dat")] = "left by a crash";
        else
            files[QStringLiteral("segment-001.dat")][40] ^= 0x10;
        const File file = openOrNull(memoryFolder(files));
        QVERIFY(file != nullptr);
        QCOMPARE(lost(*file), lostChunks);
        QCOMPARE(codes(*file), diagnostics);
        QCOMPARE(goodChunks(*file, built), good);
        const bool leftover = what == QLatin1String("longer") || what == QLatin1String("more");
        QCOMPARE(file->description().unreferenced.size(), std::size_t{leftover ? 1U : 0U});
        for (const model::Diagnostic& diagnostic : file->description().diagnostics) {
            QVERIFY(diagnostic.message.contains(QStringLiteral("segment-00")));
            QCOMPARE(diagnostic.severity, leftover ? model::Severity::Warning : model::Severity::Error);
        }
        if (leftover) {
            QVERIFY(file->description().diagnostics.front().message.contains(QStringLiteral("repair")));
            QVERIFY(file->description().diagnostics.front().message.contains(QStringLiteral("15 bytes")));
            QVERIFY(foundBehind(*file).empty());
        }
    }

    /// What a crash left behind the last commit, in a segment and in the one after it.
    void uncommitted_data() { addProfiles(); }
    void uncommitted()
    {
        QFETCH(int, version);
        const RecordingBuilder built({.profile = static_cast<Profile>(version), .segments = {2, 2, 1}});
        Files files = built.folder(false);
        files[QStringLiteral("preamble.dat")] = built.preamble(3);
        File file = openOrNull(memoryFolder(files));
        QVERIFY(file != nullptr);
        QCOMPARE(file->description().unreferenced, (std::vector<int>{1, 2}));
        QCOMPARE(codes(*file), (QStringList{QStringLiteral("bytes-not-committed"),
                                            QStringLiteral("segment-unreferenced")}));
        const auto found = foundBehind(*file);
        QCOMPARE(found.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) {
            const recording::FoundChunk& chunk = found[i];
            const BuiltChunk& truth = built.chunks[3 + i];
            QVERIFY(chunk.raw == truth.raw);
            QCOMPARE(chunk.entry.segment(), static_cast<int>(i) + 1);
            QCOMPARE(chunk.entry.offsetInSegment(),
                     i == 0 ? static_cast<std::uint32_t>(built.chunks[2].frame.size()) : 0U);
            QCOMPARE(chunk.entry.compressedBytes, truth.entry.compressedBytes);
            QCOMPARE(chunk.entry.rawBytes, truth.entry.rawBytes);
            QVERIFY(chunk.entry.hasSnapshot());
            QCOMPARE(chunk.entry.formatVersion, truth.entry.formatVersion);
            QCOMPARE(chunk.entry.dataVersion, truth.entry.dataVersion);
        }
        QCOMPARE(found[0].entry.startTick, 300);
        // Torn in the first of the two: what comes later does not go on from there.
        files[QStringLiteral("segment-001.dat")].chop(1);
        file = openOrNull(memoryFolder(files));
        QVERIFY(file && foundBehind(*file).empty());
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
        const File file = openOrNull(memoryFile(built.file()));
        QVERIFY(file != nullptr);
        ChunkEntry entry = file->chunks()[1];
        for (const std::int32_t raw : {-1, 0, 64 << 20, (64 << 20) + 1, std::numeric_limits<int>::max()}) {
            entry.rawBytes = raw;
            Bytes out;
            const auto done = file->decompress(built.chunks[1].frame, entry, 1, out);
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

    void barePreamble_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("under its name") << QStringLiteral("preamble.dat");
        QTest::newRow("under another") << QStringLiteral("run.hcrp");
    }
    void barePreamble()
    {
        QFETCH(QString, name);
        const RecordingBuilder built({.segments = {2, 3}});
        const File file = openOrNull(memoryFile(built.preamble(), name));
        QVERIFY(file != nullptr);
        QVERIFY(file->description().barePreamble);
        QCOMPARE(codes(*file), QStringList{QStringLiteral("bare-preamble")});
        QVERIFY(file->description().diagnostics.front().message.contains(QStringLiteral("open the folder")));
        QCOMPARE(file->description().metadata.playerName, QStringLiteral("Walker"));
        QCOMPARE(file->lostChunks().size(), std::size_t{5});
        QCOMPARE(goodChunks(*file, built), QList<int>());
    }

    /// However much of the preamble is left, the segments give all that was recorded.
    void preambleCutAtEveryByte_data() { addProfiles(); }
    void preambleCutAtEveryByte()
    {
        QFETCH(int, version);
        const RecordingBuilder built(
            {.profile = static_cast<Profile>(version), .ticks = 80, .chunkTicks = 20, .segments = {2, 1, 1}});
        Files files = built.folder();
        const QByteArray whole = files[QStringLiteral("preamble.dat")];
        for (qsizetype size = 0; size < whole.size(); ++size) {
            files[QStringLiteral("preamble.dat")] = whole.left(size);
            const auto opened = RecordingFile::open(memoryFolder(files));
            QVERIFY2(opened.has_value(), qPrintable(QString::number(size)));
            QVERIFY((*opened)->description().salvaged);
            QCOMPARE((*opened)->header().profile, static_cast<Profile>(version));
            QCOMPARE(goodChunks(**opened, built), firstNumbers(built.count()));
            QVERIFY(codes(**opened).contains(QStringLiteral("preamble-damaged")));
        }
        files.erase(QStringLiteral("preamble.dat"));
        const File without = openOrNull(memoryFolder(files, QStringLiteral("segment-001.dat")));
        QVERIFY(without != nullptr);
        QCOMPARE(goodChunks(*without, built), firstNumbers(built.count()));
        QVERIFY(codes(*without).contains(QStringLiteral("preamble-missing")));
        QVERIFY(without->refresh() && without->refresh()->file == nullptr);
    }

    /// A bent byte of the preamble: whatever is made of it, no chunk is anything but what was written.
    void everyByteOfPreambleBent()
    {
        const RecordingBuilder built({.ticks = 80, .chunkTicks = 20, .segments = {2, 1, 1}});
        Files files = built.folder();
        const QByteArray whole = files[QStringLiteral("preamble.dat")];
        for (qsizetype at = 0; at < whole.size(); ++at) {
            files[QStringLiteral("preamble.dat")] = whole;
            files[QStringLiteral("preamble.dat")][at] ^= static_cast<char>(1 << (at % 8));
            const File file = openOrNull(memoryFolder(files));
            if (file == nullptr)
                continue;
            const auto all = file->readChunks(0, static_cast<int>(file->chunks().size()));
            QVERIFY(all.has_value());
            for (const auto& raw : *all) {
                const bool known = !raw || std::any_of(built.chunks.begin(), built.chunks.end(),
                                                       [&](const auto& one) { return one.raw == *raw; });
                QVERIFY(known);
            }
        }
    }
    /// A bent byte of a segment without preamble loses its chunk and, in the same segment, what follows.
    void everyByteOfSegmentBent()
    {
        const RecordingBuilder built({.ticks = 80, .chunkTicks = 20, .segments = {2, 1, 1}});
        Files files = built.folder();
        files.erase(QStringLiteral("preamble.dat"));
        const QByteArray whole = files[QStringLiteral("segment-000.dat")];
        const auto first = static_cast<qsizetype>(built.chunks[0].frame.size());
        for (qsizetype at = 0; at < whole.size(); ++at) {
            files[QStringLiteral("segment-000.dat")] = whole;
            files[QStringLiteral("segment-000.dat")][at] ^= static_cast<char>(1 << (at % 8));
            const File file = openOrNull(memoryFolder(files, QStringLiteral("segment-001.dat")));
            QVERIFY(file != nullptr);
            QList<int> ticks;
            const auto all = file->readChunks(0, static_cast<int>(file->chunks().size()));
            QVERIFY(all.has_value());
            for (std::size_t i = 0; i < all->size(); ++i) {
                const auto& raw = (*all)[i];
                if (!raw)
                    continue;
                const int tick = file->chunks()[i].startTick;
                ticks.append(tick);
                QVERIFY(*raw == built.chunks[static_cast<std::size_t>(tick / 20)].raw);
            }
            const QList<int> expected = at < first ? QList<int>{40, 60} : QList<int>{0, 40, 60};
            QVERIFY(ticks == expected || ticks == (QList<int>{0, 20, 40, 60}));
        }
    }

    /// A lost piece in the middle keeps its ticks, so that what follows keeps its own.
    void holeWithoutPreamble()
    {
        const RecordingBuilder built({.segments = {2, 1, 2}});
        Files files = built.folder();
        files.erase(QStringLiteral("preamble.dat"));
        files.erase(QStringLiteral("segment-001.dat"));
        const File file = openOrNull(memoryFolder(files, QStringLiteral("segment-000.dat")));
        QVERIFY(file != nullptr);
        QCOMPARE(goodChunks(*file, built), (QList<int>{0, 1, 3, 4}));
        QCOMPARE(lost(*file), QStringLiteral("2 segment-missing"));
        QCOMPARE(file->chunks()[2].startTick, 200);
        QCOMPARE(file->chunks()[2].tickCount, 100);
        QCOMPARE(file->header().tickCount, 500);
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

    void walk_data() { addProfiles(); }
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

    /// Somebody who does not rename: half a preamble is no news, and no loss.
    void refreshOfHalfAPreamble()
    {
        const RecordingBuilder built;
        QTemporaryDir folder;
        Files files = built.folder(false);
        const QByteArray whole = files[QStringLiteral("preamble.dat")];
        files[QStringLiteral("preamble.dat")] = built.preamble(3);
        writeFolder(folder.path(), files);
        const QString path = folder.filePath(QStringLiteral("preamble.dat"));
        const File file = openOrNull(std::move(*model::openFile(path)));
        QVERIFY(file != nullptr);
        writeBytes(path, whole.left(whole.size() - 5));
        QVERIFY(!file->refresh().has_value());
        QFile::remove(path);
        QCOMPARE(file->refresh().error().code, ErrorCode::NotFound);
        writeBytes(path, whole);
        const auto now = file->refresh();
        QVERIFY(now && now->file && !now->restarted);
        QCOMPARE(goodChunks(*now->file, built), firstNumbers(5));
    }
};

QTEST_GUILESS_MAIN(TestRecordingFileDamage)
#include "tst_recording_file_damage.moc"
