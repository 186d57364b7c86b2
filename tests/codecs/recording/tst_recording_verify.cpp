// SPDX-License-Identifier: GPL-3.0-or-later
// What was rewritten is compared with what was recorded before it counts.
#include "codecs/recording/rewrite/rewrite_metadata.h"
#include "codecs/recording/rewrite/rewrite_output.h"
#include "codecs/recording/rewrite/rewrite_verify.h"
#include "tests/codecs/recording/rewrite_folder.h"
#include "tests/codecs/recording/rewrite_support.h"
#include "tests/support/test_driver.h"

namespace tst_recording_verify {

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

class TestRecordingVerify : public QObject, protected RewriteFolder
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { cleanOutputs(); }

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

} // namespace tst_recording_verify

GHOSTLINE_TEST(tst_recording_verify, TestRecordingVerify)
#include "tst_recording_verify.moc"
