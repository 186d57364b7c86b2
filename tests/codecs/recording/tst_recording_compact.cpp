// SPDX-License-Identifier: GPL-3.0-or-later
// Compacting: nothing of what was recorded changes, whatever happens in the middle.
#include "codecs/recording/rewrite/rewrite_merge.h"
#include "model/review/recorded_bookmarks.h"
#include "tests/codecs/recording/rewrite_folder.h"
#include "tests/codecs/recording/rewrite_support.h"
#include "tests/codecs/recording/run_script.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>

#include <sys/wait.h>
#include <unistd.h>

namespace tst_recording_compact {

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;
using recording::compactRecording;

class TestRecordingCompact : public QObject, protected RewriteFolder
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { cleanOutputs(); }

    void everyTickIsThere_data()
    {
        QTest::addColumn<int>("profile");
        QTest::addColumn<bool>("segmented");
        QTest::addColumn<int>("snapshotEvery");
        QTest::addColumn<int>("noise");
        for (const bool segmented : {true, false}) {
            const char* shape = segmented ? "folder" : "file";
            for (const int every : {1, 3}) {
                QTest::addRow("H5 %s, snapshot every %d", shape, every)
                    << int(Profile::H5) << segmented << every << 0;
                QTest::addRow("H4 %s, snapshot every %d", shape, every)
                    << int(Profile::H4) << segmented << every << 0;
                QTest::addRow("S1 %s, snapshot every %d", shape, every)
                    << int(Profile::S1) << segmented << every << 0;
            }
        }
        QTest::addRow("H5, many frames") << int(Profile::H5) << true << 1 << 900;
        QTest::addRow("S1, many frames") << int(Profile::S1) << true << 2 << 900;
        QTest::addRow("H5, chunks larger than a frame") << int(Profile::H5) << true << 1 << 4000;
    }
    void everyTickIsThere()
    {
        QFETCH(int, profile);
        QFETCH(bool, segmented);
        QFETCH(int, snapshotEvery);
        QFETCH(int, noise);
        RecordingPlan plan;
        plan.profile = static_cast<Profile>(profile);
        plan.ticks = 1230;
        plan.snapshotEvery = snapshotEvery;
        plan.noise = noise;
        plan.segments = {3, 1, 4, 5};
        const RecordingBuilder builder(plan);
        const QString in = path(u"run"_s);
        if (segmented)
            writeFolder(in, builder.folder());
        else
            writeBytes(in, builder.file());
        const QByteArray before = contentHash(in);
        const FilePtr source = openRecording(in);
        QVERIFY(source);
        const auto report = compactRecording(*source, writeTo(path(u"out.hcrp"_s)));
        QVERIFY2(report, report ? "" : qPrintable(report.error().message));
        QCOMPARE(contentHash(in), before);
        QCOMPARE(namesIn(m_folder.path()), QStringList({u"out.hcrp"_s, u"run"_s}));

        const FilePtr out = openRecording(path(u"out.hcrp"_s));
        QVERIFY(out);
        QCOMPARE(eventsOf(*out), eventsOf(*source));
        QCOMPARE(statesOf(*out), statesOf(*source));
        QCOMPARE(out->hasChecksums(), std::optional(true));
        QVERIFY(out->description().diagnostics.empty());
        QCOMPARE(out->header().profile, plan.profile == Profile::S1 ? Profile::S1 : Profile::H5);
        QCOMPARE(out->header().worldId, source->header().worldId);
        QCOMPARE(out->header().startMs, source->header().startMs);
        QCOMPARE(out->header().tickCount, 1230);
        QCOMPARE(out->description().metadata.playerName, u"Walker"_s);
        // As few frames as fit, and none larger than a seek may cost unless it was recorded so.
        for (std::size_t i = 0; i < out->chunks().size(); ++i) {
            const ChunkEntry& frame = out->chunks()[i];
            QVERIFY(frame.rawBytes <= int(recording::FrameRaw) || frame.tickCount == 100);
            if (i > 0 && noise < 4000)
                QVERIFY(frame.rawBytes + out->chunks()[i - 1].rawBytes > int(recording::FrameRaw));
        }
        if (noise == 0)
            QCOMPARE(out->chunks().size(), 1U);
        QCOMPARE(report->frames, 1230);
        QCOMPARE(report->bytes, std::uint64_t(QFileInfo(path(u"out.hcrp"_s)).size()));
        QCOMPARE(report->details["chunks_before"_L1].toInt(), 13);
        QCOMPARE(report->details["chunks_after"_L1].toInt(), int(out->chunks().size()));
        // Noise takes its room whatever is done with it: where zstd's blocks end makes some bytes more or
        // less.
        const int alone = report->details["bytes_recompressed"_L1].toInt();
        QVERIFY(report->details["bytes_merged"_L1].toInt() <= alone + (noise > 0 ? alone / 1000 : 0));
        if (noise == 4000) // nothing is merged
            QCOMPARE(report->details["bytes_merged"_L1].toInt(), alone);
    }

    void bytesBehindTheLastChunkAreNoted()
    {
        writeBytes(path(u"run.hcrp"_s), RecordingBuilder(RecordingPlan{}).file() + "13 more bytes");
        const FilePtr source = openRecording(path(u"run.hcrp"_s));
        QVERIFY(source);
        const auto report = compactRecording(*source, writeTo(path(u"out.hcrp"_s)));
        QVERIFY(report);
        QCOMPARE(report->notes.size(), 1U);
        QCOMPARE(report->notes[0].code, u"left-over"_s);
        QVERIFY(report->notes[0].message.startsWith(u"13 bytes"_s));
    }

    void versionsAreNotMixed()
    {
        RecordingBuilder builder(RecordingPlan{});
        builder.chunks[2].entry.dataVersion = 5000; // the server was updated in the middle
        builder.chunks[3].entry.dataVersion = 5000;
        const FilePtr source = openRecording(folderOf(u"run"_s, builder));
        QVERIFY(compactRecording(*source, writeTo(path(u"out.hcrp"_s))));
        const FilePtr out = openRecording(path(u"out.hcrp"_s));
        QCOMPARE(out->chunks().size(), 3U);
        QCOMPARE(out->chunks()[0].endTick(), 200);
        QCOMPARE(out->chunks()[1].endTick(), 400);
        QCOMPARE(out->chunks()[1].dataVersion, 5000);
        QCOMPARE(out->chunks()[2].dataVersion, 4903);
        QCOMPARE(eventsOf(*out), eventsOf(*source));
    }

    void oldChunksStayOld()
    {
        RecordingPlan plan;
        plan.profile = Profile::H4;
        const FilePtr source = openRecording(folderOf(u"run"_s, RecordingBuilder(plan)));
        QVERIFY(compactRecording(*source, writeTo(path(u"out.hcrp"_s))));
        const FilePtr out = openRecording(path(u"out.hcrp"_s));
        QCOMPARE(out->header().version(), 5);
        QCOMPARE(out->chunks()[0].formatVersion, 4); // numbers of blocks have no names that could be written
    }

    void undecodableChunkStaysAlone()
    {
        const RecordingPlan plan;
        RecordingBuilder builder(plan);
        BuiltChunk& chunk = builder.chunks[1];
        recording::RawChunk raw(Profile::H5);
        raw.addTick(100, 1, std::as_bytes(std::span("\x11\x22", 2))); // event 17: nobody knows its length
        for (int tick = 101; tick < 200; ++tick)
            raw.addTick(tick, 0, {});
        chunk.raw = raw.bytes();
        chunk.frame = compressFrame(chunk.raw, plan);
        chunk.entry.rawBytes = int(chunk.raw.size());
        chunk.entry.compressedBytes = int(chunk.frame.size());
        const FilePtr source = openRecording(folderOf(u"run"_s, builder));
        const auto report = compactRecording(*source, writeTo(path(u"out.hcrp"_s)));
        QVERIFY2(report, report ? "" : qPrintable(report.error().message));
        QCOMPARE(report->notes.size(), 1U);
        const FilePtr out = openRecording(path(u"out.hcrp"_s));
        QCOMPARE(out->chunks().size(), 3U);
        recording::Bytes kept;
        QVERIFY(out->readChunk(1, kept));
        QCOMPARE(kept, chunk.raw);
        QCOMPARE(eventsOf(*out), eventsOf(*source)); // what follows it can still be read
        QCOMPARE(eventsOf(*out).rbegin()->first, 498);
    }

    void metadataIsAdded()
    {
        RecordingPlan plan;
        plan.metadataBytes = 50; // a key that nobody knows
        const FilePtr source = openRecording(folderOf(u"run"_s, RecordingBuilder(plan)));
        model::WriteRequest request = writeTo(path(u"out.hcrp"_s));
        request.metadata = {
            {u"hc:runTimeMs"_s, 24350},
            {u"server"_s, u"lobby-3"_s},
            {u"flags"_s, QJsonArray{QJsonObject{{u"frame"_s, 120},
                                                {u"check"_s, u"speed"_s},
                                                {u"verdict"_s, u"confirmed"_s},
                                                {u"reviewer"_s, u"mod"_s},
                                                {u"note"_s, u"clear"_s}}}},
            {u"bookmarks"_s,
             QJsonArray{QJsonObject{
                 {u"id"_s, u"a"_s}, {u"frame"_s, 7}, {u"end_frame"_s, 9}, {u"title"_s, u"see"_s}}}}};
        QVERIFY(compactRecording(*source, request));
        const FilePtr first = openRecording(path(u"out.hcrp"_s));
        const recording::Metadata& metadata = first->description().metadata;
        QCOMPARE(metadata.runTimeMs, std::optional<std::int64_t>(24350));
        QCOMPARE(metadata.tree.find(u"hc:runTimeMs"_s)->kind(), io::NbtKind::Long);
        QCOMPARE(metadata.tree.find(u"server"_s)->text(), u"lobby-3"_s);
        QCOMPARE(metadata.flags.size(), 1U);
        QCOMPARE(metadata.flags[0].tick, 120);
        QVERIFY(metadata.flags[0].reviewed);
        QCOMPARE(metadata.flags[0].verdict, u"confirmed"_s);
        const auto* kept = metadata.tree.find(u"test:padding"_s)->as<std::vector<std::int8_t>>();
        QCOMPARE(kept->size(), 50U);

        // Again, with a second opinion: amended, not doubled.
        request.path = path(u"again.hcrp"_s);
        request.metadata = {
            {u"flags"_s, QJsonArray{QJsonObject{
                             {u"frame"_s, 120}, {u"check"_s, u"speed"_s}, {u"verdict"_s, u"rejected"_s}}}},
            {u"bookmarks"_s, request.metadata["bookmarks"_L1]}};
        QVERIFY(compactRecording(*first, request));
        const FilePtr second = openRecording(path(u"again.hcrp"_s));
        const recording::Metadata& again = second->description().metadata;
        QCOMPARE(again.flags.size(), 1U);
        QCOMPARE(again.flags[0].verdict, u"rejected"_s);
        QCOMPARE(again.flags[0].note, u"clear"_s);
        QCOMPARE(again.bookmarks.size(), 1U);
        QCOMPARE(again.bookmarks[0].tick, 7);
        QCOMPARE(again.bookmarks[0].endTick, 9);
        QCOMPARE(again.bookmarks[0].title, u"see"_s);
        // And it is among the events, as what it was in the notes.
        QFile written(path(u"again.hcrp"_s));
        QVERIFY(written.open(QIODevice::ReadOnly));
        const SourcePtr run = openRun(written.readAll());
        QVERIFY(run);
        const auto bookmarks = model::recordedBookmarks(*run->index()->events);
        QCOMPARE(bookmarks.size(), 1U);
        QCOMPARE(bookmarks[0].id, u"a"_s);
        QCOMPARE(bookmarks[0].frame, model::FrameNumber{7});
        QCOMPARE(bookmarks[0].length, model::Micros{100'000});
        QVERIFY(eventTexts(*run->index(), u"bookmark"_s).contains(u"7 see"_s));

        // What somebody put away does not come back.
        request.path = path(u"without.hcrp"_s);
        request.metadata = {
            {u"bookmarks"_s, QJsonArray{QJsonObject{{u"id"_s, u"a"_s}, {u"removed"_s, true}},
                                        QJsonObject{{u"id"_s, u"never there"_s}, {u"removed"_s, true}}}}};
        QVERIFY(compactRecording(*second, request));
        QVERIFY(openRecording(path(u"without.hcrp"_s))->description().metadata.bookmarks.empty());
    }

    void aPlayersIdIsTakenAsItIsPrinted_data()
    {
        QTest::addColumn<QJsonValue>("uuid");
        QTest::newRow("text") << QJsonValue(u"00000001-ffff-fffe-0000-0003fffffffc"_s);
        QTest::newRow("four numbers") << QJsonValue(QJsonArray{1, -2, 3, -4});
    }
    void aPlayersIdIsTakenAsItIsPrinted()
    {
        QFETCH(QJsonValue, uuid);
        const FilePtr source = openRecording(folderOf(u"run"_s, RecordingBuilder(RecordingPlan{})));
        model::WriteRequest request = writeTo(path(u"out.hcrp"_s));
        request.metadata = {{u"hc:player"_s, QJsonObject{{u"name"_s, u"Ada"_s}, {u"uuid"_s, uuid}}}};
        QVERIFY(compactRecording(*source, request));
        const FilePtr written = openRecording(path(u"out.hcrp"_s));
        QCOMPARE(written->description().metadata.playerId, u"00000001-ffff-fffe-0000-0003fffffffc"_s);
    }

    void metadataThatMayNotBeSet_data()
    {
        QTest::addColumn<QJsonObject>("metadata");
        QTest::newRow("tick rate") << QJsonObject{{u"hc:tickRate"_s, 40}};
        QTest::newRow("chunk versions") << QJsonObject{{u"hc:chunkVersions"_s, QJsonArray{1}}};
        QTest::newRow("flags replaced") << QJsonObject{{u"hc:flags"_s, QJsonArray{}}};
        QTest::newRow("flags no list") << QJsonObject{{u"flags"_s, 1}};
        QTest::newRow("flag without frame")
            << QJsonObject{{u"flags"_s, QJsonArray{QJsonObject{{u"check"_s, u"speed"_s}}}}};
        QTest::newRow("flag at half a frame") << QJsonObject{
            {u"flags"_s, QJsonArray{QJsonObject{{u"check"_s, u"speed"_s}, {u"frame"_s, 0.5}}}}};
        QTest::newRow("bookmark before the start")
            << QJsonObject{{u"bookmarks"_s, QJsonArray{QJsonObject{{u"frame"_s, -1}}}}};
        QTest::newRow("text beyond what NBT holds")
            << QJsonObject{{u"server"_s, QJsonObject{{u"motd"_s, QString(40'000, QChar(0xE9))}}}};
        QTest::newRow("three quarters of a UUID")
            << QJsonObject{{u"hc:player"_s, QJsonObject{{u"uuid"_s, QJsonArray{1, 2, 3}}}}};
        QTest::newRow("a part too large") << QJsonObject{
            {u"hc:player"_s, QJsonObject{{u"uuid"_s, QJsonArray{1, 2, 3, qint64{4294967296}}}}}};
        QTest::newRow("no UUID") << QJsonObject{{u"hc:player"_s, QJsonObject{{u"uuid"_s, u"me"_s}}}};
    }
    void metadataThatMayNotBeSet()
    {
        QFETCH(QJsonObject, metadata);
        const FilePtr source = openRecording(folderOf(u"run"_s, RecordingBuilder(RecordingPlan{})));
        model::WriteRequest request = writeTo(path(u"out.hcrp"_s));
        request.metadata = metadata;
        const auto report = compactRecording(*source, request);
        QVERIFY(!report);
        QCOMPARE(report.error().code, model::ErrorCode::InvalidArgument);
        QCOMPARE(namesIn(m_folder.path()), QStringList{u"run"_s});
    }

    void whatIsIncompleteIsRefused_data()
    {
        QTest::addColumn<QString>("damage");
        for (const char* damage : {"missing", "torn", "flipped", "unreadable", "uncommitted", "unreferenced",
                                   "preamble only", "no preamble"})
            QTest::newRow(damage) << QString::fromLatin1(damage);
    }
    void whatIsIncompleteIsRefused()
    {
        QFETCH(QString, damage);
        const RecordingBuilder builder{RecordingPlan{}};
        auto files = builder.folder();
        const QString third = u"segment-002.dat"_s;
        if (damage == "missing"_L1)
            files.erase(third);
        else if (damage == "torn"_L1)
            files[third].chop(5);
        else if (damage == "flipped"_L1)
            files[third][files[third].size() / 2] = char(files[third][files[third].size() / 2] ^ 0x10);
        else if (damage == "uncommitted"_L1)
            files[u"segment-004.dat"_s] += "more";
        else if (damage == "unreferenced"_L1)
            files[u"segment-005.dat"_s] = files[u"segment-004.dat"_s];
        else if (damage == "no preamble"_L1)
            files.erase(u"preamble.dat"_s);
        writeFolder(path(u"run"_s),
                    damage == "preamble only"_L1
                        ? std::map<QString, QByteArray>{{u"preamble.dat"_s, builder.preamble()}}
                        : files);
        if (damage == "unreadable"_L1) { // not a file at all: also root cannot read it
            QVERIFY(QFile::remove(path(u"run/"_s + third)));
            QVERIFY(QDir().mkdir(path(u"run/"_s + third)));
        }
        writeBytes(path(u"out.hcrp"_s), "the old one");
        const QByteArray before = contentHash(m_folder.path());
        const FilePtr source = openRecording(path(u"run"_s));
        QVERIFY(source);
        const auto report = compactRecording(*source, writeTo(path(u"out.hcrp"_s)));
        QVERIFY(!report);
        QVERIFY2(report.error().advice.contains(u"repair"_s), qPrintable(report.error().message));
        QCOMPARE(contentHash(m_folder.path()), before);
    }

    void fullDiskLeavesNothing_data()
    {
        QTest::addColumn<int>("room");
        for (const int room : {0, 1, 300, 5000, 100'000, 262'144, 300'000})
            QTest::addRow("%d bytes", room) << room;
    }
    void fullDiskLeavesNothing()
    {
        QFETCH(int, room);
        RecordingPlan plan;
        plan.noise = 900; // does not compress: some 400 KiB
        const FilePtr source = openRecording(folderOf(u"run"_s, RecordingBuilder(plan)));
        writeBytes(path(u"out.hcrp"_s), "the old one");
        const QByteArray before = contentHash(m_folder.path());
        const auto report = [&] {
            const FullDisk full(static_cast<std::uint64_t>(room));
            return compactRecording(*source, writeTo(path(u"out.hcrp"_s)));
        }();
        QVERIFY(!report);
        QCOMPARE(report.error().code, model::ErrorCode::WriteFailed);
        QCOMPARE(contentHash(m_folder.path()), before);
    }

    void cancellingLeavesNothing()
    {
        const FilePtr source = openRecording(folderOf(u"run"_s, RecordingBuilder(RecordingPlan{})));
        model::WriteRequest request = writeTo(path(u"out.hcrp"_s));
        int calls = 0;
        request.progress = [&calls](double) { return ++calls < 3; };
        const auto report = compactRecording(*source, request);
        QVERIFY(!report);
        QCOMPARE(report.error().code, model::ErrorCode::Cancelled);
        QCOMPARE(namesIn(m_folder.path()), QStringList{u"run"_s});
    }

    void killedAtAnyMoment()
    {
        RecordingPlan plan;
        plan.ticks = 3000;
        plan.noise = 120;
        const QString in = folderOf(u"run"_s, RecordingBuilder(plan));
        const FilePtr source = openRecording(in);
        const auto expected = eventsOf(*source);
        const QByteArray before = contentHash(in);
        const QString target = path(u"out.hcrp"_s);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(compactRecording(*source, writeTo(target)));
        const qint64 whole = clock.nsecsElapsed() / 1000;
        int finished = 0;
        std::mt19937 random(7);
        for (int round = 0; round < 25; ++round) {
            writeBytes(target, "the old one");
            const pid_t child = fork();
            if (child == 0) {
                const auto report = compactRecording(*source, writeTo(target));
                _exit(report ? 0 : 1);
            }
            QVERIFY(child > 0);
            usleep(static_cast<useconds_t>(random() % static_cast<unsigned>(whole * 5 / 4)));
            kill(child, SIGKILL);
            int status = 0;
            QCOMPARE(waitpid(child, &status, 0), child);
            QVERIFY(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
            QCOMPARE(contentHash(in), before);
            QFile file(target);
            QVERIFY(file.open(QIODevice::ReadOnly));
            if (file.readAll() == "the old one")
                continue;
            ++finished;
            const FilePtr out = openRecording(target);
            QVERIFY(out);
            QCOMPARE(eventsOf(*out), expected);
        }
        QVERIFY2(finished < 25, "at least one kill should come early enough");
    }
};

} // namespace tst_recording_compact

GHOSTLINE_TEST(tst_recording_compact, TestRecordingCompact)
#include "tst_recording_compact.moc"
