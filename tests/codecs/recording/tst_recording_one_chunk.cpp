// SPDX-License-Identifier: GPL-3.0-or-later
// One chunk put together tick by tick: places between ticks, jumps, blocks, the clock of the run.
#include "tests/codecs/recording/random_run.h"
#include "tests/codecs/recording/sampled_segment.h"
#include "tests/support/test_driver.h"

namespace tst_recording_one_chunk {

using namespace ghostline;
using namespace ghostline::recording;
using model::Provenance;
using model::SamplePolicy;
using model::WorldState;
using test::at;

namespace {

/// A chunk of its own out of ticks of events, with the player standing at (0, 64, 0) at first.
class OneChunk
{
public:
    explicit OneChunk(Profile profile = Profile::H5, std::int32_t startTick = 0)
        : m_writer(profile, startTick), m_profile(profile)
    {
        m_entry.startTick = startTick;
        m_entry.flags = profile == Profile::S1 ? 0 : 1;
        tick({AbsoluteMove{0, {{0.0, 64.0, 0.0}, 0.0F, 0.0F}, {}}});
    }
    OneChunk& tick(const std::vector<Event>& events = {})
    {
        m_writer.beginTick(m_entry.endTick());
        for (const Event& event : events)
            m_writer.add(event);
        ++m_entry.tickCount;
        return *this;
    }
    std::shared_ptr<const model::Segment> build(std::size_t cut = 0)
    {
        m_raw = m_writer.finish();
        m_raw.resize(m_raw.size() - cut);
        m_entry.rawBytes = static_cast<std::int32_t>(m_raw.size());
        SegmentInput in;
        in.profile = m_profile;
        in.entries = std::span(&m_entry, 1);
        in.raws = std::span(&m_raw, 1);
        in.start = &start;
        in.strings = std::make_shared<model::StringTable>();
        in.blocks = pool;
        auto built = buildSegment(in);
        return built ? *built : nullptr;
    }
    ChunkStart start;
    std::shared_ptr<BlockPool> pool = std::make_shared<BlockPool>();

private:
    ChunkWriter m_writer;
    Profile m_profile;
    ChunkEntry m_entry;
    Bytes m_raw;
};

DeltaMove by(double x, double y, double z, double yaw = 0.0)
{
    return {
        0,
        {{std::llround(x * 4096), std::llround(y * 4096), std::llround(z * 4096)}, Angle::ofDegrees(yaw), {}},
        {}};
}

} // namespace

class TestRecordingOneChunk : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void interpolates();
    void teleports_data();
    void teleports();
    void blocksShareSections();
    void airAndClearing();
    void lostTail();
    void runClock();
    void reusedNumbers();
    void hugeTickCount();
    void manyBlocks();
};

void TestRecordingOneChunk::interpolates()
{
    OneChunk chunk;
    chunk.tick({by(1.0, 0.0, 0.0, 170.0)}).tick({by(0.0, 0.5, 0.0, -170.0)}).tick();
    chunk.tick({EntityState{0, 5, SneakFlag}});
    const auto segment = chunk.build();
    const WorldState half = at(segment, 0, 0.5);
    QCOMPARE(half.positions[0], glm::dvec3(0.5, 64.0, 0.0));
    QCOMPARE(half.provenance[0], Provenance::Interpolated);
    QCOMPARE(half.time, model::Micros{25'000});
    // The short way round, written between -180 and 180.
    QVERIFY(std::abs(std::abs(at(segment, 1, 0.5).propertiesOf(0)[actor_property::Yaw].asReal()) - 180.0) <
            0.01);
    QCOMPARE(at(segment, 1, 0.75).positions[0].y, 64.375);
    QCOMPARE(at(segment, 0, 0.5, SamplePolicy::Hold).positions[0].x, 0.0);
    QCOMPARE(at(segment, 0, 0.5, SamplePolicy::Hold).provenance[0], Provenance::Held);
    // 20 ticks a second: a block a tick is 20 m/s; what is ahead counts.
    QCOMPARE(half.propertiesOf(0)[actor_property::Speed].asReal(), 20.0);
    QCOMPARE(at(segment, 1).propertiesOf(0)[actor_property::VerticalSpeed].asReal(), 10.0);
    QCOMPARE(at(segment, 2).propertiesOf(0)[actor_property::Speed].asReal(), 0.0);
    QCOMPARE(at(segment, 2).provenance[0], Provenance::Exact);
    // A discrete value is the earlier tick's.
    QVERIFY(!at(segment, 3, 0.9).propertiesOf(0)[actor_property::Sneaking].asBoolean());
    QVERIFY(at(segment, 4).propertiesOf(0)[actor_property::Sneaking].asBoolean());
    // Nothing lies behind the end.
    QCOMPARE(at(segment, 4, 0.5).provenance[0], Provenance::Held);
    // Identity looks south, 90 degrees west.
    QVERIFY(std::abs(half.orientations[0].y + std::sin(glm::radians(85.0F / 2.0F))) < 0.01F);
}

void TestRecordingOneChunk::teleports_data()
{
    QTest::addColumn<bool>("absolute");
    QTest::addColumn<double>("way");
    QTest::addColumn<bool>("jumps");
    QTest::newRow("moved far") << false << 7.9 << false;
    QTest::newRow("moved too far") << false << 8.1 << true;
    QTest::newRow("put nearby") << true << 1.9 << false;
    QTest::newRow("put elsewhere") << true << 2.1 << true;
}

void TestRecordingOneChunk::teleports()
{
    QFETCH(bool, absolute);
    QFETCH(double, way);
    QFETCH(bool, jumps);
    OneChunk chunk;
    Event move = by(way, 0.0, 0.0);
    if (absolute)
        move = AbsoluteMove{0, {{way, 64.0, 0.0}, 0.0F, 0.0F}, {}};
    chunk.tick().tick({move}).tick({by(0.1, 0.0, 0.0)});
    const auto segment = chunk.build();
    const WorldState between = at(segment, 1, 0.5);
    QCOMPARE(between.positions[0].x == 0.0, jumps);
    QCOMPARE(between.provenance[0], jumps ? Provenance::Held : Provenance::Interpolated);
    QCOMPARE(between.propertiesOf(0)[actor_property::Speed].absent(), jumps);
    QCOMPARE((at(segment, 2).flags[0] & model::Discontinuity) != 0, jumps);
    QCOMPARE(at(segment, 2, 0.5).flags[0] & model::Discontinuity, 0);
    QCOMPARE(at(segment, 2, 0.5).provenance[0], Provenance::Interpolated);
}

void TestRecordingOneChunk::blocksShareSections()
{
    const std::int64_t near = packBlock({1, 60, 1});
    const std::int64_t far = packBlock({100, 60, -100});
    OneChunk chunk;
    chunk.tick({SetBlock{near, {"minecraft:stone", -1}}, SetBlock{far, {"minecraft:stone", -1}}});
    chunk.tick({SetBlock{near, {"minecraft:glass", -1}}}).tick();
    chunk.tick({SetBlock{near, {"minecraft:stone", -1}}});
    const auto segment = chunk.build();
    QVERIFY(at(segment, 0).grids.empty());
    const auto first = at(segment, 1).grids.at(0);
    const auto second = at(segment, 2).grids.at(0);
    QCOMPARE(first->id, QStringLiteral("blocks"));
    QCOMPARE(first->sections.size(), std::size_t{2});
    QCOMPARE(second->at({1, 60, 1})->name, QStringLiteral("minecraft:glass"));
    QVERIFY(second->at({1, 60, 1})->translucent);
    const auto far1 = first->sections[0]->at.x == 6 ? 0U : 1U;
    QCOMPARE(first->sections[far1].get(), second->sections[far1].get());
    QVERIFY(first->sections[1 - far1] != second->sections[1 - far1]);
    QCOMPARE(at(segment, 3).grids.at(0).get(), second.get());
    // The same content again is the same object, also in another segment of the recording.
    QCOMPARE(at(segment, 4).grids.at(0)->sections[1 - far1].get(), first->sections[1 - far1].get());
    OneChunk other;
    other.pool = chunk.pool;
    other.tick({SetBlock{near, {"minecraft:stone", -1}}});
    QCOMPARE(at(other.build(), 1).grids.at(0)->sections[0].get(), first->sections[1 - far1].get());
}

void TestRecordingOneChunk::airAndClearing()
{
    const std::int64_t cell = packBlock({-1, -64, 3});
    OneChunk chunk;
    chunk.tick({SetBlock{cell, {"minecraft:stone", -1}}, SetBlock{cell, {"minecraft:air", -1}}});
    chunk.tick({SetBlock{packBlock({0, 0, 0}), {"minecraft:stone", -1}}});
    chunk.tick({ClearGhostBlocks{}, SetBlock{cell, {"minecraft:dirt", -1}}}).tick({ClearGhostBlocks{}});
    const auto segment = chunk.build();
    const auto edited = [&](int tick) {
        return at(segment, tick).match[match_property::BlocksEdited].asInteger();
    };
    // A block that was taken away stays listed, over what the surroundings have there.
    const auto first = at(segment, 1).grids.at(0);
    QVERIFY(first->overrides);
    QCOMPARE(first->cellCount(), std::size_t{0});
    QVERIFY(first->at({-1, -64, 3})->form == model::GridForm::Nothing);
    QCOMPARE(edited(1), 1);
    QCOMPARE(at(segment, 2).grids.at(0)->cellCount(), std::size_t{1});
    QCOMPARE(edited(2), 2);
    QCOMPARE(at(segment, 3).grids.at(0)->at({-1, -64, 3})->name, QStringLiteral("minecraft:dirt"));
    QVERIFY(at(segment, 3).grids.at(0)->at({0, 0, 0}) == nullptr);
    QCOMPARE(edited(3), 1);
    QVERIFY(at(segment, 4).grids.empty());
    QCOMPARE(edited(4), 0);
}

void TestRecordingOneChunk::lostTail()
{
    OneChunk chunk;
    for (int i = 0; i < 5; ++i)
        chunk.tick({by(1.0, 0.0, 0.0)});
    const auto segment = chunk.build(3); // into the last event
    QCOMPARE(segment->frames().end, std::int64_t{6});
    QCOMPARE(at(segment, 4).provenance[0], Provenance::Exact);
    QCOMPARE(at(segment, 4).positions[0].x, 4.0);
    QCOMPARE(at(segment, 4, 0.5).provenance[0], Provenance::Held);
    QCOMPARE(at(segment, 5).provenance[0], Provenance::Held);
    QCOMPARE(at(segment, 5).positions[0].x, 4.0);
}

void TestRecordingOneChunk::runClock()
{
    // What lies before a chunk is not known to it; a checkpoint tells the clock.
    OneChunk chunk(Profile::H5, 200);
    chunk.start.broken = true;
    chunk.tick().tick({CheckpointReached{"gate", 9'000}}).tick().tick({RunEnd{1, 9'100}}).tick();
    const auto segment = chunk.build();
    QVERIFY(at(segment, 201).match[match_property::RunTick].absent());
    QVERIFY(at(segment, 201).match[match_property::RunState].absent());
    QCOMPARE(at(segment, 202).match[match_property::RunTick].asInteger(), 180);
    QVERIFY(at(segment, 202).match[match_property::Checkpoints].absent());
    QCOMPARE(at(segment, 203).match[match_property::RunTime].asReal(), 9.05);
    QCOMPARE(at(segment, 202, 0.5).match[match_property::RunTime].asReal(), 9.025);
    QCOMPARE(at(segment, 205).match[match_property::RunTick].asInteger(), 182);
    QCOMPARE(at(segment, 205).match[match_property::RunState].asInteger(),
             static_cast<std::int64_t>(RunPhase::Reset));
}

void TestRecordingOneChunk::reusedNumbers()
{
    const Kind stray{"minecraft:stray", -1};
    OneChunk chunk;
    chunk.tick({SpawnEntity{1, stray, {{5.0, 64.0, 5.0}, 0.0F, 0.0F}}});
    chunk.tick({SpawnEntity{1, stray, {{5.5, 64.0, 5.0}, 0.0F, 0.0F}}}); // described anew
    chunk.tick({SpawnEntity{1, stray, {{9.0, 64.0, 5.0}, 0.0F, 0.0F}}}); // another one
    chunk.tick({DestroyEntity{1}, SpawnEntity{1, stray, {{9.0, 64.0, 5.0}, 0.0F, 0.0F}}});
    chunk.tick({DestroyEntity{1}});
    const auto segment = chunk.build();
    using model::ActorId;
    const auto other = [&](int tick) { return at(segment, tick).ids.at(1); };
    QCOMPARE(other(1), ActorId{1});
    QCOMPARE(other(2), ActorId{1});
    QCOMPARE(other(3), ActorId{2});
    QCOMPARE(other(4), ActorId{3});
    QCOMPARE(at(segment, 5).size(), std::size_t{1});
    QCOMPARE(at(segment, 4).propertiesOf(1)[actor_property::EntityNumber].asInteger(), 1);
    // Nothing moves from one life into another.
    QCOMPARE(at(segment, 2, 0.5).provenance[1], Provenance::Held);
    QCOMPARE(at(segment, 1, 0.5).positions[1].x, 5.25);
}

void TestRecordingOneChunk::hugeTickCount()
{
    ChunkEntry entry;
    entry.tickCount = 2'000'000'000;
    entry.flags = 1;
    const Bytes raw{std::byte{0}, std::byte{0}, std::byte{0}}; // one empty tick
    SegmentInput in;
    in.entries = std::span(&entry, 1);
    in.raws = std::span(&raw, 1);
    const auto segment = *buildSegment(in);
    QVERIFY(segment->bytes() < 1'000'000);
    QCOMPARE(at(segment, 1'999'999'999).size(), std::size_t{1});
}

void TestRecordingOneChunk::manyBlocks()
{
    // More layers than anybody may hold: changes are gathered, and the end is right.
    OneChunk chunk;
    constexpr int Ticks = 3000;
    for (int i = 0; i < Ticks; ++i)
        chunk.tick({SetBlock{packBlock({16 * i, 60, 0}), {"minecraft:stone", -1}}});
    const auto segment = chunk.build();
    QVERIFY(segment->bytes() < std::size_t{64} << 20);
    QCOMPARE(at(segment, Ticks).grids.at(0)->cellCount(), std::size_t{Ticks});
    QCOMPARE(at(segment, 1000).grids.at(0)->cellCount(), std::size_t{1000});
}

} // namespace tst_recording_one_chunk

GHOSTLINE_TEST(tst_recording_one_chunk, TestRecordingOneChunk)
#include "tst_recording_one_chunk.moc"
