// SPDX-License-Identifier: GPL-3.0-or-later
// The recorder: what it writes is what was recorded, chunks and segments end where the options say, refused
// ticks leave no trace, and a disk that fails loses nothing that was committed.
#include "tests/codecs/recording/recorder_script.h"
#include "tests/codecs/recording/writer_folders.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QTest>

namespace tst_recording_writer {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

std::vector<int> lengths(const FileDescription& known)
{
    std::vector<int> out;
    for (const ChunkEntry& chunk : known.chunks)
        out.push_back(chunk.tickCount);
    return out;
}

int segmentsOf(const FileDescription& known)
{
    return known.chunks.empty() ? 0 : known.chunks.back().segment() + 1;
}

} // namespace

class TestRecordingWriter : public QObject, protected WriterFolders
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { profiles(); }

    void isReadAsRecorded()
    {
        const QString folder = newFolder();
        auto writer = RecordingWriter::create(folder, headOf(profile()), smallOnes());
        QVERIFY(writer);
        QVERIFY(recordScript(*writer, 1010));
        QCOMPARE(writer->committedTicks(), 1000);
        QVERIFY(writer->finish(QStringLiteral("finish")));
        QCOMPARE(writer->committedTicks(), 1010);
        QVERIFY(!writer->tick({}));

        const auto played = playRecording(folder);
        QVERIFY2(played, played ? "" : qPrintable(played.error().message));
        QCOMPARE(scriptDiffers(*played, 1010), QString());
        QCOMPARE(played->player.size(), std::size_t{1010});
        QCOMPARE(blocksOf(played->world), scriptBlocks(1010));
        QCOMPARE(played->world.run().checkpointsTaken, 5);
        QCOMPARE(played->known.header.profile, profile());
        QCOMPARE(played->known.header.startMs, 1'786'000'000'000);
        QCOMPARE(played->known.header.worldVersion, QByteArray(16, '\x42'));
        QVERIFY(played->known.finished);
        const Metadata& metadata = played->known.metadata;
        QCOMPARE(metadata.playerName, QStringLiteral("Runner"));
        QCOMPARE(metadata.outcome, QStringLiteral("finish"));
        QCOMPARE(metadata.markers.size(), std::size_t{5});
        QCOMPARE(metadata.markers[1].tick, 450);
        QCOMPARE(metadata.markers[1].id, QStringLiteral("stage 3"));
        QCOMPARE(metadata.flags.size(), std::size_t{5});
        QVERIFY(!metadata.flags[1].reviewed);
        for (const ChunkEntry& chunk : played->known.chunks) {
            QVERIFY(chunk.hasSnapshot());
            QCOMPARE(chunk.dataVersion, 4903);
        }
        QCOMPARE(QDir(folder).entryList(QDir::Files | QDir::Hidden).size(), 13);
    }

    void eachTriggerAloneCloses_data()
    {
        QTest::addColumn<RecorderOptions>("options");
        QTest::addColumn<int>("ticks");
        QTest::addColumn<std::vector<int>>("chunks"); // ticks of each, empty: only that there are several
        QTest::addColumn<int>("segments");            // -1: only that there are several
        RecorderOptions options = nothing();
        QTest::newRow("nothing") << options << 500 << std::vector{500} << 1;
        options.chunkTicks = 100;
        QTest::newRow("chunkTicks") << options << 250 << std::vector{100, 100, 50} << 1;
        options = nothing();
        options.chunkRawBytes = 1000;
        QTest::newRow("chunkRawBytes") << options << 500 << std::vector<int>{} << 1;
        options = nothing();
        options.segmentSeconds = 5;
        QTest::newRow("segmentSeconds") << options << 250 << std::vector{100, 100, 50} << 3;
        options = nothing();
        options.chunkTicks = 20;
        options.segmentBytes = 2000;
        QTest::newRow("segmentBytes") << options << 500 << std::vector<int>{} << -1;
        options = nothing();
        options.segmentNonEmptyTicks = 60;
        // Six of seven ticks have events.
        QTest::newRow("segmentNonEmptyTicks") << options << 150 << std::vector{69, 70, 11} << 3;
    }
    void eachTriggerAloneCloses()
    {
        QFETCH(RecorderOptions, options);
        QFETCH(int, ticks);
        QFETCH(std::vector<int>, chunks);
        QFETCH(int, segments);
        const QString folder = newFolder();
        auto writer = RecordingWriter::create(folder, headOf(profile()), options);
        QVERIFY(writer);
        QVERIFY(recordScript(*writer, ticks));
        QVERIFY(writer->playerLeft());
        if (segments == 1)
            QCOMPARE(writer->committedTicks(), 0);
        QVERIFY(writer->finish(QStringLiteral("open")));
        const auto played = playRecording(folder);
        QVERIFY(played);
        QCOMPARE(scriptDiffers(*played, ticks), QString());
        if (!chunks.empty())
            QCOMPARE(lengths(played->known), chunks);
        else
            QVERIFY(played->known.chunks.size() > 4);
        if (segments > 0)
            QCOMPARE(segmentsOf(played->known), segments);
        else
            QVERIFY(segmentsOf(played->known) > 3);
        if (options.chunkRawBytes > 0) {
            // A chunk ends with the tick that reaches the limit, whatever its snapshot weighs.
            for (std::size_t i = 0; i + 1 < played->known.chunks.size(); ++i)
                QVERIFY(played->known.chunks[i].tickCount > 10);
        }
    }

    void leavingClosesASegment()
    {
        const QString folder = newFolder();
        RecorderOptions options = nothing();
        options.segmentOnLeave = true;
        auto writer = RecordingWriter::create(folder, headOf(profile()), options);
        QVERIFY(writer);
        QVERIFY(recordScript(*writer, 77));
        QCOMPARE(writer->committedTicks(), 0);
        QVERIFY(writer->playerLeft());
        QCOMPARE(writer->committedTicks(), 77);
        QCOMPARE(writer->segments(), 1);
        QVERIFY(recordScript(*writer, 90));
        { // Going away commits, too.
            const RecordingWriter gone = std::move(*writer);
        }
        const auto played = playRecording(folder);
        QVERIFY(played);
        QVERIFY(!played->known.finished);
        QCOMPARE(lengths(played->known), (std::vector{77, 13}));
    }

    void goesOnWithAnUnfinishedOne()
    {
        const QString folder = newFolder();
        {
            auto writer = RecordingWriter::create(folder, headOf(profile()), smallOnes());
            QVERIFY(writer);
            QVERIFY(recordScript(*writer, 333));
            const auto second = RecordingWriter::append(folder);
            QVERIFY(!second);
            QVERIFY(second.error().message.contains(QStringLiteral("already")));
        }
        // What a crash leaves: a segment nobody speaks of, and a temporary file.
        for (const char* name : {"segment-004.dat", ".preamble.dat.abc"}) {
            QFile file(folder + u'/' + QLatin1String(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(100'000, 'x'));
        }
        {
            auto writer = RecordingWriter::append(folder, smallOnes(), 4999);
            QVERIFY2(writer, writer ? "" : qPrintable(writer.error().message));
            QCOMPARE(writer->nextTick(), 333);
            QCOMPARE(writer->committedTicks(), 333);
            QVERIFY(writer->decodedPosition(0));
            QVERIFY(recordScript(*writer, 700));
            QVERIFY(writer->finish(QStringLiteral("finish")));
        }
        const auto played = playRecording(folder);
        QVERIFY(played);
        QCOMPARE(scriptDiffers(*played, 700), QString());
        QCOMPARE(blocksOf(played->world), scriptBlocks(700));
        QCOMPARE(played->known.metadata.flags.size(), std::size_t{4});
        QCOMPARE(played->known.metadata.markers.size(), std::size_t{3});
        QVERIFY(played->known.unreferenced.empty());
        QVERIFY(!QFile::exists(folder + QStringLiteral("/.preamble.dat.abc")));
        for (const ChunkEntry& chunk : played->known.chunks)
            QCOMPARE(chunk.dataVersion, chunk.startTick < 333 ? 4903 : 4999);

        const auto again = RecordingWriter::append(folder);
        QVERIFY(!again);
        QVERIFY(again.error().message.contains(QStringLiteral("finished")));
        QVERIFY(!RecordingWriter::create(folder, headOf(profile())));
    }

    void anEmptyOneCanBeGoneOnWith()
    {
        const QString folder = newFolder();
        QVERIFY(RecordingWriter::create(folder, headOf(profile())));
        auto writer = RecordingWriter::append(folder, smallOnes());
        QVERIFY2(writer, writer ? "" : qPrintable(writer.error().message));
        QVERIFY(recordScript(*writer, 50));
        QVERIFY(writer->finish(QStringLiteral("finish")));
        const auto played = playRecording(folder);
        QVERIFY(played);
        QCOMPARE(scriptDiffers(*played, 50), QString());
    }

    void chunksInWhichNothingHappens()
    {
        const QString folder = newFolder();
        RecorderOptions options = smallOnes();
        options.snapshotEveryChunks = 3;
        auto writer = RecordingWriter::create(folder, headOf(profile()), options);
        QVERIFY(writer);
        QVERIFY(recordScript(*writer, 100));
        while (writer->nextTick() < 400)
            QVERIFY(writer->tick({}));
        QVERIFY(writer->finish(QStringLiteral("finish")));
        const auto played = playRecording(folder);
        QVERIFY2(played, played ? "" : qPrintable(played.error().message));
        QCOMPARE(played->problems, QStringList());
        QCOMPARE(played->player.size(), std::size_t{400});
        QVERIFY(!played->known.chunks[1].hasSnapshot());
        QVERIFY(played->known.chunks[3].hasSnapshot());
        for (const ChunkEntry& chunk : played->known.chunks)
            QVERIFY(chunk.rawBytes > 0);
    }
};

} // namespace tst_recording_writer

GHOSTLINE_TEST(tst_recording_writer, TestRecordingWriter)
#include "tst_recording_writer.moc"
