// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks: ticks of the three profiles, snapshots, and damage at every byte.
#include "tests/codecs/recording/recording_bytes.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_recording_chunk {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

constexpr Profile All[] = {Profile::S1, Profile::H4, Profile::H5};

/// Tick records with the values as given and one event each, or none.
Bytes recordsOf(const std::vector<std::int32_t>& values, bool events = true)
{
    Bytes out;
    for (const std::int32_t value : values) {
        for (auto v = static_cast<std::uint32_t>(value); true; v >>= 7) {
            out.push_back(static_cast<std::byte>(v > 0x7F ? (v & 0x7FU) | 0x80U : v));
            if (v <= 0x7F)
                break;
        }
        writeBe(out, static_cast<std::int16_t>(events ? 1 : 0));
        if (events)
            writeEvent(out, RunStart{}, Profile::S1);
    }
    return out;
}

std::vector<std::int32_t> ticksOf(const ReadTicks& read)
{
    std::vector<std::int32_t> out;
    out.reserve(read.ticks.size());
    for (const auto& [tick, events] : read.ticks)
        out.push_back(tick);
    return out;
}

} // namespace

class TestRecordingChunk : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void roundTrip_data()
    {
        QTest::addColumn<int>("profile");
        QTest::addColumn<int>("start");
        for (const int start : {0, 200}) {
            QTest::addRow("S1 from %d", start) << int(Profile::S1) << start;
            QTest::addRow("H4 from %d", start) << int(Profile::H4) << start;
            QTest::addRow("H5 from %d", start) << int(Profile::H5) << start;
        }
    }
    void roundTrip()
    {
        QFETCH(int, profile);
        QFETCH(int, start);
        const auto layout = static_cast<Profile>(profile);
        RandomEvents random(31);
        const Snapshot state = randomSnapshot(random);
        ChunkWriter writer(layout, start, &state);
        std::vector<std::pair<std::int32_t, std::vector<Bytes>>> wanted;
        for (std::int32_t tick = start; tick < start + 100; ++tick) {
            writer.beginTick(tick);
            std::vector<Bytes> events;
            for (int i = 0; i < tick % 7; ++i) {
                const Event event = random.next(layout);
                QVERIFY(writer.add(event));
                events.push_back(encoded(event, layout));
            }
            QCOMPARE(writer.events(), tick % 7);
            if (!events.empty() || layout != Profile::S1)
                wanted.emplace_back(tick, std::move(events));
        }
        const Bytes raw = writer.finish();
        const ReadTicks read = readTicks(layout, entryOf(start, 100, layout == Profile::S1), raw);
        QVERIFY2(!read.failure, read.failure ? qPrintable(read.failure->message) : "");
        QVERIFY(!read.absolute);
        QVERIFY(read.ticks == wanted);
    }

    void finishAndGoOn()
    {
        ChunkWriter writer(Profile::S1, 10);
        writer.beginTick(10);
        writer.add(RunStart{});
        const Bytes early = writer.finish();
        QVERIFY(!writer.add(RunStart{})); // no tick is open
        writer.beginTick(11);
        const Bytes same = writer.finish(); // an empty tick leaves nothing
        QCOMPARE(hexOf(same), hexOf(early));
        writer.beginTick(12);
        writer.add(ClearGhostBlocks{});
        QCOMPARE(hexOf(writer.finish()), hexOf(early) + "0200010e");
    }

    void leftOutTicksAreFilledIn()
    {
        ChunkWriter writer(Profile::H5, 5);
        writer.beginTick(7);
        writer.add(RunStart{});
        QCOMPARE(hexOf(writer.finish()), QByteArray("050000"
                                                    "060000"
                                                    "0700010a"));
    }

    void aTickCanBeFull()
    {
        ChunkWriter writer(Profile::H5, 0);
        writer.beginTick(0);
        for (int i = 0; i < 32767; ++i)
            QVERIFY(writer.add(RunStart{}));
        QVERIFY(!writer.add(RunStart{}));
        const ReadTicks read = readTicks(Profile::H5, entryOf(0, 1), writer.finish());
        QVERIFY(!read.failure);
        QCOMPARE(int(read.ticks.front().second.size()), 32767);
    }

    void tickRules_data()
    {
        QTest::addColumn<int>("profile");
        QTest::addColumn<int>("start");
        QTest::addColumn<int>("count");
        QTest::addColumn<QList<int>>("values");
        QTest::addColumn<QList<int>>("ticks");
        QTest::addColumn<bool>("absolute");
        QTest::addColumn<QString>("failure");
        const auto row = [](const char* name, Profile profile, int start, int count, const QList<int>& values,
                            const QList<int>& ticks, bool absolute = false, const char* failure = "") {
            QTest::newRow(name) << int(profile) << start << count << values << ticks << absolute
                                << QString::fromLatin1(failure);
        };
        row("relative", Profile::S1, 5, 10, {0, 3, 9}, {5, 8, 14});
        row("relative though it could be absolute", Profile::S1, 5, 10, {6, 9}, {11, 14});
        row("absolute, all of them", Profile::S1, 5, 10, {5, 6, 14}, {5, 6, 14}, true);
        row("absolute, late chunk", Profile::S1, 400, 10, {400, 409}, {400, 409}, true);
        row("absolute at 0 is relative", Profile::S1, 0, 10, {0, 9}, {0, 9});
        row("first fits neither", Profile::S1, 400, 10, {10, 409}, {}, false, "tick record 0 says tick 410");
        row("beyond both", Profile::S1, 5, 10, {5, 15}, {10}, false, "tick record 1 says tick 20");
        row("one before the start", Profile::S1, 5, 10, {4, 11}, {9}, false, "tick record 1 says tick 16");
        row("goes back", Profile::S1, 0, 10, {3, 3}, {3}, false, "tick 3 comes after tick 3");
        row("no ticks at all", Profile::S1, 0, 10, {}, {});
        row("H5", Profile::H5, 5, 3, {5, 6, 7}, {5, 6, 7});
        row("H5 left out", Profile::H5, 5, 3, {5, 7}, {5}, false, "tick 7 where tick 6 was expected");
        row("H5 twice", Profile::H5, 5, 3, {5, 5}, {5}, false, "tick 5 where tick 6 was expected");
        row("H5 relative", Profile::H5, 5, 3, {0, 1, 2}, {}, false, "tick record 0 says tick 0");
        row("H5 one too many", Profile::H5, 5, 2, {5, 6, 7}, {5, 6}, false, "tick record 2 says tick 7");
        row("H5 one too few", Profile::H5, 5, 3, {5, 6}, {5, 6}, false,
            "2 tick records where the index says 3");
        row("H4", Profile::H4, 5, 3, {5, 6, 7}, {5, 6, 7});
        row("H4 left out", Profile::H4, 5, 3, {5, 7}, {5}, false, "tick 7 where tick 6 was expected");
        row("negative", Profile::H4, 5, 3, {5, -1}, {5}, false, "the tick record is cut short or broken");
    }
    void tickRules()
    {
        QFETCH(int, profile);
        QFETCH(int, start);
        QFETCH(int, count);
        QFETCH(QList<int>, values);
        QFETCH(QList<int>, ticks);
        QFETCH(bool, absolute);
        QFETCH(QString, failure);
        const ReadTicks read = readTicks(static_cast<Profile>(profile), entryOf(start, count),
                                         recordsOf({values.begin(), values.end()}));
        QCOMPARE(ticksOf(read), std::vector<std::int32_t>(ticks.begin(), ticks.end()));
        QCOMPARE(read.absolute, absolute);
        QCOMPARE(read.failure ? read.failure->message.left(failure.size()) : QString(), failure);
        if (read.failure) {
            QCOMPARE(read.failure->where.chunk.value_or(-1), std::int64_t{4});
            QVERIFY(read.failure->where.frame.value_or(-1) >= start);
        }
    }

    void negativeEventCount()
    {
        const ReadTicks read = readTicks(Profile::H5, entryOf(0, 1), bytesOfHex("00ffff"));
        QVERIFY(read.failure);
        QVERIFY(read.failure->message.startsWith(
            QLatin1String("the tick record holds -1 events at tick 0, chunk 4")));
    }

    void unknownEventSaysWhere()
    {
        const Bytes filler(408, std::byte{0x5A});
        ChunkWriter writer(Profile::H5, 811);
        writer.beginTick(811);
        writer.add(UnknownExtension{99, filler});
        writer.beginTick(812);
        writer.add(RunStart{});
        Bytes chunk = writer.finish();
        QCOMPARE(int(chunk.size()), 0x1a4);
        chunk.back() = std::byte{17};
        const ReadTicks read = readTicks(Profile::H5, entryOf(811, 2), chunk);
        QVERIFY(read.failure);
        QCOMPARE(read.failure->message,
                 QStringLiteral("unknown event 17 at tick 812, chunk 4, offset 0x1a3"));
        QVERIFY(read.failure->code == model::ErrorCode::Unsupported);
        QCOMPARE(read.failure->where.frame.value_or(-1), std::int64_t{812});
        QCOMPARE(int(read.ticks.size()), 2); // what was read is kept
        QCOMPARE(int(read.ticks.front().second.size()), 1);
    }

    void eventsNotFetchedAreStepped()
    {
        RandomEvents random(37);
        for (const Profile profile : All) {
            const Bytes raw = sampleChunk(profile, random, 40, 60, 5);
            ChunkReader reader(profile, entryOf(40, 60, profile == Profile::S1), raw, 0);
            std::int32_t last = -1;
            Event event;
            while (reader.nextTick()) {
                last = reader.tick();
                if (last % 3 == 0)
                    (void)reader.nextEvent(event); // the first only, or none
            }
            QVERIFY(!reader.failure());
            QVERIFY(last >= 98);
            QVERIFY(!reader.nextTick());
            QVERIFY(!reader.nextEvent(event));
        }
    }

    void chunkVersions()
    {
        ChunkWriter writer(Profile::H4, 0);
        writer.beginTick(0);
        writer.add(SetBlock{1, {{}, 3907}});
        const Bytes raw = writer.finish();
        ChunkEntry entry = entryOf(0, 1);
        entry.formatVersion = 4;
        ChunkReader old(Profile::H5, entry, raw, 0);
        Event event;
        QVERIFY(old.nextTick() && old.nextEvent(event));
        QCOMPARE(std::get<SetBlock>(event).block.number, 3907);
        entry.formatVersion = 6;
        ChunkReader strange(Profile::H5, entry, raw, 0);
        QVERIFY(!strange.nextTick());
        QVERIFY(strange.failure());
        QVERIFY(strange.failure()->code == model::ErrorCode::Unsupported);
        QVERIFY(strange.failure()->message.startsWith(QLatin1String("unsupported version 6 of a chunk")));
    }

    void cutAnywhere_data() { roundTrip_data(); }
    void cutAnywhere()
    {
        QFETCH(int, profile);
        QFETCH(int, start);
        const auto layout = static_cast<Profile>(profile);
        RandomEvents random(61);
        const Bytes raw = sampleChunk(layout, random, start, 12, 4);
        const ChunkEntry entry = entryOf(start, 12, layout == Profile::S1);
        const ReadTicks whole = readTicks(layout, entry, raw);
        QVERIFY(!whole.failure);
        for (std::size_t size = 0; size < raw.size(); ++size) {
            const Bytes cut(raw.begin(), raw.begin() + static_cast<std::ptrdiff_t>(size));
            const ReadTicks read = readTicks(layout, entry, cut);
            QVERIFY(read.failure || layout == Profile::S1); // there a cut between ticks is not to be seen
            QVERIFY(read.ticks.size() <= whole.ticks.size());
            for (std::size_t i = 0; i < read.ticks.size(); ++i) { // what comes is what was there
                const auto& [tick, events] = read.ticks[i];
                QCOMPARE(tick, whole.ticks[i].first);
                QVERIFY(events.size() <= whole.ticks[i].second.size());
                QVERIFY(std::equal(events.begin(), events.end(), whole.ticks[i].second.begin()));
            }
        }
    }

    void changedAnywhere_data() { roundTrip_data(); }
    void changedAnywhere()
    {
        QFETCH(int, profile);
        QFETCH(int, start);
        const auto layout = static_cast<Profile>(profile);
        RandomEvents random(67);
        const Bytes raw = sampleChunk(layout, random, start, 12, 4);
        const ChunkEntry entry = entryOf(start, 12, layout == Profile::S1);
        for (std::size_t at = 0; at < raw.size(); ++at) {
            for (const unsigned mask : {0x01U, 0x40U, 0x80U, 0xFFU}) {
                Bytes changed = raw;
                changed[at] ^= static_cast<std::byte>(mask);
                const ReadTicks read = readTicks(layout, entry, changed);
                for (const auto& [tick, events] : read.ticks)
                    QVERIFY(tick >= start && tick < start + 12);
                if (read.failure)
                    QVERIFY(read.failure->message.contains(QLatin1String("chunk 4, offset 0x")));
            }
        }
    }
};

} // namespace tst_recording_chunk

GHOSTLINE_TEST(tst_recording_chunk, TestRecordingChunk)
#include "tst_recording_chunk.moc"
