// SPDX-License-Identifier: GPL-3.0-or-later
// Compacting: nothing of what was recorded changes, whatever happens in the middle.
#include "codecs/recording/rewrite_merge.h"
#include "codecs/recording/rewrite_metadata.h"
#include "codecs/recording/rewrite_output.h"
#include "codecs/recording/rewrite_verify.h"
#include "tests/codecs/recording/rewrite_support.h"

#include <QJsonArray>

#include <sys/wait.h>
#include <unistd.h>

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;
using recording::compactRecording;

namespace {

/// Two chunks of ten ticks. What the second one's snapshot says is not what playing up to it gives.
class Resumed
{
public:
    explicit Resumed(Profile profile, const QString& what) : m_profile(profile), m_what(what)
    {
        m_raws.push_back(chunk(0));
        m_raws.push_back(chunk(10));
    }
    /// As it was recorded, or (`joined`) as a frame in which the second snapshot does not count any more.
    FilePtr write(const QString& path, bool joined) const
    {
        auto out = recording::RecordingOutput::create(path);
        recording::FrameCompressor compressor(3);
        const auto add = [&](int start, int ticks, const recording::Bytes& raw) {
            ChunkEntry entry;
            entry.startTick = start;
            entry.tickCount = ticks;
            entry.flags = 1;
            entry.formatVersion = m_profile == Profile::S1 ? 1 : 5;
            entry.dataVersion = m_profile == Profile::S1 ? 0 : 4903;
            entry.rawBytes = int(raw.size());
            return out->add(entry, *compressor.compress(raw)).has_value();
        };
        bool done = true;
        if (!joined) {
            done = add(0, 10, m_raws[0]) && add(10, 10, m_raws[1]);
        } else {
            recording::RawChunk frame(m_profile);
            frame.begin(0);
            for (const int start : {0, 10}) {
                ChunkEntry entry;
                entry.startTick = start;
                entry.tickCount = 10;
                entry.flags = 1;
                const auto parts =
                    recording::takeApart(m_profile, entry, m_raws[std::size_t(start / 10)], start / 10);
                if (start == 0)
                    frame.addSnapshot(parts->snapshot);
                for (const auto& tick : parts->ticks)
                    frame.addTick(tick.tick, tick.events, tick.bytes);
            }
            done = add(0, 20, frame.bytes());
        }
        recording::Header header;
        header.profile = m_profile;
        header.dataVersion = m_profile == Profile::S1 ? 0 : 4903;
        header.worldVersion = QByteArray(16, 'w');
        return done && out->assemble(header, {}) && out->commit() ? openRecording(path) : nullptr;
    }

private:
    recording::Bytes chunk(int start) const
    {
        using namespace recording;
        const bool later = start > 0;
        const bool s1 = m_profile == Profile::S1;
        World world;
        const auto set = [&](const Event& event) { (void)world.take(start, event); };
        set(AbsoluteMove{0, {{later && m_what == "place"_L1 ? 40.0 : 1.0, 64.0, 1.0}, 0.0F, 0.0F}, {}});
        const io::NbtCompound tree{{{u"id"_s, u"minecraft:stone"_s}}};
        Bytes nbt;
        io::writeNbt(nbt, tree);
        const std::vector<Item> items{{4, nbt}};
        if (!later || m_what != "item"_L1)
            set(SetItem{0, items});
        if (!later || m_what != "entity"_L1)
            set(SpawnEntity{7, {"minecraft:bee", -1}, {{5.0, 64.0, 5.0}, 0.0F, 0.0F}});
        if (!later || m_what != "block"_L1)
            set(SetBlock{packBlock({1, 63, 1}), {"minecraft:stone", -1}});
        if (s1 && later && m_what == "checkpoint"_L1)
            set(CheckpointReached{"spring", 1});
        const Snapshot snapshot = world.snapshot(start, 20);
        ChunkWriter out(m_profile, start, s1 ? &snapshot : nullptr);
        for (int tick = start; tick < start + 10; ++tick) {
            out.beginTick(tick);
            if (tick == start && !s1) {
                std::vector<Event> events;
                std::vector<std::vector<Item>> itemLists;
                world.snapshotEvents(events, itemLists);
                for (const Event& event : events)
                    out.add(event);
            }
            out.add(HandAnimation{0, 0, 0});
        }
        return out.finish();
    }

    Profile m_profile;
    QString m_what;
    std::vector<recording::Bytes> m_raws;
};

} // namespace

class TestRecordingCompact : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    /// A recording in segments on the disk.
    QString folderOf(const QString& name, const RecordingBuilder& builder)
    {
        writeFolder(path(name), builder.folder());
        return path(name);
    }
    void cleanOutputs()
    {
        for (const QString& name : namesIn(m_folder.path())) {
            const QString full = path(name);
            QFileInfo(full).isDir() ? (void)QDir(full).removeRecursively() : (void)QFile::remove(full);
        }
    }

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

    void snapshotsThatSayMoreCount_data()
    {
        QTest::addColumn<int>("profile");
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("merged");
        for (const Profile profile : {Profile::S1, Profile::H5}) {
            const bool s1 = profile == Profile::S1;
            const char* name = s1 ? "S1" : "H5";
            for (const char* what : {"place", "item", "entity"})
                QTest::addRow("%s %s", name, what) << int(profile) << QString::fromLatin1(what) << false;
            // H5 snapshots clear the blocks by an event, and hold no checkpoints.
            QTest::addRow("%s block", name) << int(profile) << u"block"_s << !s1;
            QTest::addRow("%s checkpoint", name) << int(profile) << u"checkpoint"_s << !s1;
            QTest::addRow("%s nothing", name) << int(profile) << u"nothing"_s << true;
        }
    }
    void snapshotsThatSayMoreCount()
    {
        QFETCH(int, profile);
        QFETCH(QString, what);
        QFETCH(bool, merged);
        const Resumed resumed(static_cast<Profile>(profile), what);
        const FilePtr source = resumed.write(path(u"run.hcrp"_s), false);
        QVERIFY(source);
        const auto report = compactRecording(*source, writeTo(path(u"out.hcrp"_s)));
        QVERIFY2(report, report ? "" : qPrintable(report.error().message));
        const FilePtr out = openRecording(path(u"out.hcrp"_s));
        QVERIFY(out);
        QCOMPARE(out->chunks().size(), merged ? 1U : 2U);
        QCOMPARE(statesOf(*out), statesOf(*source));
        QCOMPARE(eventsOf(*out), eventsOf(*source));
        // Verifying sees a snapshot that does not count any more, although no event is missing.
        const FilePtr joined = resumed.write(path(u"joined.hcrp"_s), true);
        QVERIFY(joined);
        const auto verdict = recording::verifySame(*source, *joined);
        QVERIFY2(verdict.has_value() == merged, verdict ? "" : qPrintable(verdict.error().message));
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
        QCOMPARE(again.tree.find(u"hc:bookmarks"_s)->as<io::NbtList>()->values.size(), 1U);
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

    void verificationCatches_data()
    {
        QTest::addColumn<int>("profile");
        QTest::addColumn<QString>("fault");
        for (const Profile profile : {Profile::H5, Profile::S1}) {
            for (const char* fault :
                 {"none", "event changed", "event lost", "tick lost", "tick moved", "end lost", "event added",
                  "snapshot bit", "snapshot changed", "version", "header"})
                QTest::addRow("%s %s", profile == Profile::S1 ? "S1" : "H5", fault)
                    << int(profile) << QString::fromLatin1(fault);
        }
    }
    void verificationCatches()
    {
        QFETCH(int, profile);
        QFETCH(QString, fault);
        RecordingPlan plan;
        plan.profile = static_cast<Profile>(profile);
        const FilePtr source = openRecording(folderOf(u"run"_s, RecordingBuilder(plan)));
        auto out = recording::RecordingOutput::create(path(u"out.hcrp"_s));
        QVERIFY(out);
        recording::FrameCompressor compressor(3);
        const int count = int(source->chunks().size()) - (fault == "end lost"_L1 ? 1 : 0);
        for (int i = 0; i < count; ++i) {
            recording::Bytes raw;
            QVERIFY(source->readChunk(i, raw));
            ChunkEntry entry = source->chunks()[std::size_t(i)];
            const auto parts = recording::takeApart(plan.profile, entry, raw, i);
            QVERIFY(parts);
            recording::RawChunk made(plan.profile);
            made.begin(entry.startTick);
            recording::Bytes snapshot(parts->snapshot.begin(), parts->snapshot.end());
            if (i == 2 && fault == "snapshot changed"_L1 && !snapshot.empty())
                snapshot[snapshot.size() - 2] ^= std::byte{1}; // checkpoints taken
            made.addSnapshot(snapshot);
            for (const auto& tick : parts->ticks) {
                const bool here = tick.tick == 251;
                recording::Bytes events(tick.bytes.begin(), tick.bytes.end());
                if (here && fault == "event changed"_L1)
                    events.back() ^= std::byte{1};
                if (here && fault == "event added"_L1)
                    events.push_back(std::byte{14}); // ClearGhostBlocks
                const int events0 = fault == "event lost"_L1 && here ? 0 : tick.events;
                if (fault == "event lost"_L1 && here)
                    events.clear();
                if (here && fault == "tick lost"_L1)
                    continue;
                made.addTick(tick.tick + (here && fault == "tick moved"_L1 ? 3 : 0),
                             events0 + (here && fault == "event added"_L1 ? 1 : 0), events);
            }
            if (i == 2 && fault == "snapshot bit"_L1 && plan.profile != Profile::S1)
                entry.flags = 0;
            else if (i == 2 && fault == "snapshot bit"_L1)
                entry.startTick += 0, entry.tickCount -= 1;
            if (i == 2 && fault == "version"_L1)
                entry.dataVersion += 1;
            entry.rawBytes = int(made.bytes().size());
            const auto frame = compressor.compress(made.bytes());
            QVERIFY(frame);
            QVERIFY(out->add(entry, *frame));
        }
        recording::Header header = source->header();
        io::NbtCompound tree = source->description().metadata.tree;
        if (fault == "header"_L1)
            header.startMs += 1;
        if (plan.profile == Profile::S1)
            recording::setChunkVersions(tree, out->chunks());
        QVERIFY(out->assemble(header, tree));
        const FilePtr written = openRecording(out->temporaryPath());
        QVERIFY(written);
        const auto verdict = recording::verifySame(*source, *written);
        const bool impossible = fault == "snapshot changed"_L1 && plan.profile != Profile::S1; // has none
        if (fault == "none"_L1 || impossible)
            QVERIFY2(verdict, verdict ? "" : qPrintable(verdict.error().message));
        else
            QVERIFY(!verdict);
    }
};

QTEST_GUILESS_MAIN(TestRecordingCompact)
#include "tst_recording_compact.moc"
