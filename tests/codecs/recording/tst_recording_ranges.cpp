// SPDX-License-Identifier: GPL-3.0-or-later
// How often and how much is read: at most twice to open anything, and one read for what lies together.
#include "codecs/recording/file/recording_file.h"
#include "tests/codecs/recording/recording_builder.h"
#include "tests/codecs/recording/unlisted_source.h"
#include "tests/support/counted_source.h"
#include "tests/support/rounds.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>

#include <thread>

namespace tst_recording_ranges {

using namespace ghostline;
using namespace ghostline::test;
using recording::Profile;
using recording::RecordingFile;

namespace {

struct Counted
{
    std::shared_ptr<const RecordingFile> file;
    std::shared_ptr<CountedSource::Counters> counters;
    quint64 reads() const { return counters->reads.exchange(0); }
    quint64 bytes() const { return counters->bytes.exchange(0); }
};

Counted openCounted(std::unique_ptr<model::ByteSource> source)
{
    auto counted = std::make_shared<CountedSource>(std::move(source));
    Counted out;
    out.counters = counted->counters();
    auto file = RecordingFile::open(counted);
    if (!file)
        qWarning("%s", qPrintable(file.error().message));
    out.file = file.value_or(nullptr);
    return out;
}

} // namespace

class TestRecordingRanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void openingReads_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<int>("ticks");
        QTest::addColumn<int>("chunkTicks");
        QTest::addColumn<int>("metadata");
        QTest::addColumn<int>("noise");
        QTest::addColumn<int>("reads");
        for (const Profile profile : {Profile::S1, Profile::H4, Profile::H5}) {
            const int p = static_cast<int>(profile);
            const auto row = [p](const char* name) -> QTestData& { return QTest::addRow("%d, %s", p, name); };
            row("one tick") << p << 1 << 100 << 0 << 0 << 1;
            row("short") << p << 500 << 100 << 0 << 0 << 1;
            row("longer than the first read") << p << 500 << 100 << 0 << 2000 << 1;
            if (!Sanitized || profile == Profile::H5)
                row("long index") << p << 40'000 << 2 << 0 << 0 << 2;
            row("long metadata") << p << 500 << 100 << 300'000 << 0 << 2;
            row("long metadata and chunks") << p << 500 << 100 << 300'000 << 2000 << 2;
        }
    }
    void openingReads()
    {
        QFETCH(int, version);
        QFETCH(int, ticks);
        QFETCH(int, chunkTicks);
        QFETCH(int, metadata);
        QFETCH(int, noise);
        QFETCH(int, reads);
        const RecordingBuilder built({.profile = static_cast<Profile>(version),
                                      .ticks = ticks,
                                      .chunkTicks = chunkTicks,
                                      .snapshotEvery = 1000,
                                      .level = 1,
                                      .noise = noise,
                                      .metadataBytes = metadata});
        const QByteArray bytes = built.file();
        const Counted opened = openCounted(memoryFile(bytes));
        QVERIFY(opened.file != nullptr);
        QCOMPARE(opened.reads(), static_cast<quint64>(reads));
        for (const model::Diagnostic& diagnostic : opened.file->description().diagnostics)
            QFAIL(qPrintable(diagnostic.code + QLatin1Char(' ') + diagnostic.message));
        QCOMPARE(opened.file->chunks().size(), built.chunks.size());
        const auto all = opened.file->readChunks(0, built.count());
        QVERIFY(all.has_value());
        for (std::size_t i = 0; i < built.chunks.size(); ++i)
            QVERIFY((*all)[i] && *(*all)[i] == built.chunks[i].raw);
        // A file shorter than the first read is whole by now.
        if (bytes.size() <= qsizetype{256} << 10)
            QCOMPARE(opened.reads(), quint64{0});
        else
            QVERIFY(opened.reads() <= static_cast<quint64>(bytes.size()) / (8U << 20) + 1);
    }

    /// The boundary itself: header, metadata and index of exactly the first read, and one byte more.
    void openingAtTheBoundary_data()
    {
        QTest::addColumn<int>("beyond");
        QTest::newRow("one byte less") << -1;
        QTest::newRow("exactly") << 0;
        QTest::newRow("one byte more") << 1;
    }
    void openingAtTheBoundary()
    {
        QFETCH(int, beyond);
        constexpr int Probe = 1000;
        const auto probed =
            RecordingFile::open(memoryFile(RecordingBuilder({.metadataBytes = Probe}).file()));
        QVERIFY(probed.has_value());
        const int other = static_cast<int>((*probed)->header().preambleBytes()) - Probe;
        const RecordingBuilder built({.metadataBytes = (256 << 10) - other + beyond});
        const Counted opened = openCounted(memoryFile(built.file()));
        QVERIFY(opened.file != nullptr);
        QCOMPARE(opened.file->header().preambleBytes(), static_cast<std::uint64_t>((256 << 10) + beyond));
        QCOMPARE(opened.reads(), quint64{beyond > 0 ? 2U : 1U});
        QVERIFY(opened.file->description().diagnostics.empty());
    }

    /// A seek reads what it wants and nothing else.
    void seekReadsWantedChunksOnly()
    {
        const RecordingBuilder built({.ticks = 4000, .chunkTicks = 200, .noise = 500}); // 75 KiB a chunk
        const Counted opened = openCounted(memoryFile(built.file()));
        QVERIFY(opened.file && opened.reads() == 1);
        (void)opened.bytes();
        const auto bytesOf = [&](int first, int end) {
            quint64 sum = 0;
            for (int i = first; i < end; ++i)
                sum += static_cast<quint64>(built.chunks[static_cast<std::size_t>(i)].frame.size());
            return sum;
        };
        recording::Bytes raw;
        QVERIFY(opened.file->readChunk(12, raw).has_value());
        QCOMPARE(opened.reads(), quint64{1});
        QCOMPARE(opened.bytes(), bytesOf(12, 13));
        QVERIFY(opened.file->readChunks(10, 14).has_value());
        QCOMPARE(opened.reads(), quint64{1});
        QCOMPARE(opened.bytes(), bytesOf(10, 14));
        // The first chunks came with opening.
        QVERIFY(opened.file->readChunks(0, 2).has_value());
        QCOMPARE(opened.reads(), quint64{0});
        QVERIFY(opened.file->readChunks(0, built.count()).has_value());
        QCOMPARE(opened.reads(), quint64{1});
    }

    /// Chunks with something between them: a small gap is read over, a large one is not.
    void gaps_data()
    {
        QTest::addColumn<int>("gap");
        QTest::addColumn<int>("reads");
        QTest::newRow("none") << 0 << 1;
        QTest::newRow("64 KiB") << (64 << 10) << 1;
        QTest::newRow("one byte more") << (64 << 10) + 1 << 2;
    }
    void gaps()
    {
        QFETCH(int, gap);
        QFETCH(int, reads);
        // Three chunks; the middle one is as long as the gap and is dropped from the index.
        const RecordingBuilder built({.ticks = 200, .chunkTicks = 100});
        const auto whole = RecordingFile::open(memoryFile(built.file()));
        QVERIFY(whole.has_value());
        auto entries = (*whole)->chunks();
        const QByteArray file = built.file();
        const auto preamble = static_cast<qsizetype>((*whole)->header().preambleBytes());
        const auto index = preamble - (*whole)->header().indexBytes;
        const QByteArray padding(300'000, 'x'); // so that nothing lies in the first read
        entries[0].offset += padding.size();
        entries[1].offset += padding.size() + gap;
        const QByteArray spread = file.left(index) + toByteArray(writeIndex(entries, Profile::H5)) + padding +
                                  toByteArray(built.chunks[0].frame) + QByteArray(gap, 'y') +
                                  toByteArray(built.chunks[1].frame);
        const Counted opened = openCounted(memoryFile(spread));
        QVERIFY(opened.file != nullptr);
        (void)opened.reads();
        const auto all = opened.file->readChunks(0, 2);
        QVERIFY(all && (*all)[0] && (*all)[1] && *(*all)[1] == built.chunks[1].raw);
        QCOMPARE(opened.reads(), static_cast<quint64>(reads));
    }

    /// No read is longer than 8 MiB, however much is wanted at once.
    void longRuns()
    {
        const RecordingBuilder built({.ticks = 1200, .chunkTicks = 40, .level = 1, .noise = 20'000});
        const QByteArray bytes = built.file();
        const auto size = static_cast<quint64>(bytes.size());
        QVERIFY(size > (quint64{17} << 20));
        const Counted opened = openCounted(memoryFile(bytes));
        QVERIFY(opened.file != nullptr);
        (void)opened.reads();
        QVERIFY(opened.file->readChunks(0, built.count()).has_value());
        const quint64 reads = opened.reads();
        QVERIFY2(reads >= size / (8U << 20) + 1 && reads <= size / (8U << 20) + 3,
                 qPrintable(QString::number(reads)));
    }

    void segments()
    {
        const RecordingBuilder built({.segments = {3, 2}});
        const Counted opened = openCounted(memoryFolder(built.folder()));
        QVERIFY(opened.file != nullptr);
        QCOMPARE(opened.reads(), quint64{1});
        QVERIFY(opened.file->readChunks(0, 3).has_value());
        QCOMPARE(opened.reads(), quint64{1});
        QVERIFY(opened.file->readChunks(1, 5).has_value());
        QCOMPARE(opened.reads(), quint64{2});
    }

    /// Where nobody lists the files, opening asks for no segment, and each is asked for once.
    void segmentsFarAway()
    {
        const RecordingBuilder built({.segments = {3, 2}});
        const auto source = std::make_shared<UnlistedSource>(memoryFolder(built.folder()));
        const auto opened = RecordingFile::open(source);
        QVERIFY(opened.has_value());
        // The last preamble comes before `finished`: it is looked up once more after that was seen.
        QCOMPARE(source->asked, (std::vector<std::string>{"finished", "preamble.dat"}));
        QVERIFY((*opened)->description().finished && (*opened)->description().diagnostics.empty());
        source->asked.clear();
        const auto first = (*opened)->readChunks(0, 3);
        const auto again = (*opened)->readChunks(1, 3);
        QVERIFY(first && again && *(*again)[1] == built.chunks[2].raw);
        QCOMPARE(source->asked, std::vector<std::string>{"segment-000.dat"});
    }

    /// Several at once, the dictionary still unread.
    void fromManyThreads()
    {
        const QByteArray content(2000, 'd');
        const RecordingBuilder built(
            {.dictionary = 3, .dictionaryContent = content, .segments = {2, 1, 1, 1}});
        auto source = memoryFolder(built.folder());
        source->addSibling(QStringLiteral("dictionaries/3.zdict"), content);
        const Counted opened = openCounted(std::move(source));
        QVERIFY(opened.file != nullptr);
        std::atomic<int> good{0};
        {
            std::vector<std::jthread> threads;
            threads.reserve(8);
            for (int t = 0; t < 8; ++t) {
                threads.emplace_back([&, t] {
                    recording::Bytes raw;
                    for (int i = 0; i < 100; ++i) {
                        const int chunk = (t + i) % built.count();
                        if (opened.file->readChunk(chunk, raw) &&
                            raw == built.chunks[static_cast<std::size_t>(chunk)].raw)
                            ++good;
                    }
                });
            }
        }
        QCOMPARE(good.load(), 800);
        QCOMPARE(opened.file->hasChecksums(), std::optional(true));
    }

    void missingFarAway()
    {
        const RecordingBuilder built({.segments = {3, 2}});
        auto files = built.folder();
        files.erase(QStringLiteral("segment-001.dat"));
        files[QStringLiteral("segment-000.dat")].chop(1);
        const auto source = std::make_shared<UnlistedSource>(memoryFolder(files));
        const auto opened = RecordingFile::open(source);
        QVERIFY(opened.has_value());
        QVERIFY((*opened)->lostChunks().empty());
        const auto all = (*opened)->readChunks(0, 5);
        QVERIFY(all.has_value());
        QVERIFY((*all)[0] && (*all)[1] && !(*all)[2] && !(*all)[3] && !(*all)[4]);
        QCOMPARE((*all)[2].error().code, model::ErrorCode::Damaged);
        QCOMPARE((*all)[3].error().code, model::ErrorCode::NotFound);
        QVERIFY((*all)[3].error().message.contains(QStringLiteral("segment-001.dat is missing")));
    }
};

} // namespace tst_recording_ranges

GHOSTLINE_TEST(tst_recording_ranges, TestRecordingRanges)
#include "tst_recording_ranges.moc"
