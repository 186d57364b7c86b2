// SPDX-License-Identifier: GPL-3.0-or-later
// A chunk decoded for showing says at every tick what a plain replay of all events says, in whatever order it
// is asked and whatever it was built from.
#include "model/actor_places.h"
#include "tests/codecs/recording/random_run.h"
#include "tests/support/allocation_count.h"

#include <algorithm>

using namespace ghostline;
using namespace ghostline::recording;
using model::PropertyValue;
using model::Provenance;
using model::SamplePolicy;
using model::WorldState;
using test::RandomRun;

class TestRecordingSegment : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyTick_data();
    void everyTick();
    void anyOrder();
    void previousOrNone();
    void allocatesNothing();
    void interpolates();
    void teleports_data();
    void teleports();
    void blocksShareSections();
    void airAndClearing();
    void withoutStart();
    void lostTail();
    void lostChunk();
    void runClock();
    void reusedNumbers();
    void hugeTickCount();
    void manyBlocks();
};

namespace {

QString reals(double a, double b)
{
    return QStringLiteral("%1 for %2").arg(a, 0, 'g', 17).arg(b, 0, 'g', 17);
}

/// What differs in one actor; empty when nothing does.
QString actorDifference(const RandomRun& run, const test::RandomTick& truth, std::size_t i,
                        const WorldState& state)
{
    const auto [actor, id] = truth.actors[i];
    const Entity& entity = *truth.world.entity(id);
    const auto values = state.propertiesOf(i);
    if (state.ids[i] != actor)
        return QStringLiteral("another actor");
    if (((state.flags[i] & model::Hidden) != 0) == entity.placed)
        return QStringLiteral("hidden");
    if (entity.placed) {
        const glm::dvec3 want = entity.position.value();
        if (state.positions[i] != want)
            return QStringLiteral("position x %1").arg(reals(state.positions[i].x, want.x));
        if (values[actor_property::Yaw].asReal() != entity.yaw)
            return QStringLiteral("yaw %1").arg(reals(values[actor_property::Yaw].asReal(), entity.yaw));
        if (values[actor_property::Pitch].asReal() != entity.pitch)
            return QStringLiteral("pitch");
        if (state.velocities[i] != glm::vec3(entity.velocity.value()))
            return QStringLiteral("velocity");
        if (state.provenance[i] != Provenance::Exact)
            return QStringLiteral("provenance");
        if (((state.flags[i] & model::Discontinuity) != 0) != truth.jumped.contains(actor))
            return QStringLiteral("discontinuity");
    }
    if (values[actor_property::Pose] != PropertyValue::integer(entity.pose) ||
        values[actor_property::Glowing].asBoolean() != ((entity.flags & 0x40) != 0) ||
        values[actor_property::Sneaking].asBoolean() != ((entity.flags & 0x02) != 0))
        return QStringLiteral("pose or flags");
    const PropertyValue slot =
        entity.heldSlot == 255 ? PropertyValue() : PropertyValue::integer(entity.heldSlot);
    if (values[actor_property::HeldSlot] != slot)
        return QStringLiteral("held slot %1").arg(entity.heldSlot);
    if (values[actor_property::UsingItem].asBoolean() != entity.hand.has_value())
        return QStringLiteral("use of an item");
    std::array<PropertyValue, ShownSlots> items{};
    for (const auto& [place, nbt] : entity.items) {
        const QString text = itemText(nbt);
        if (shownSlot(place) >= 0 && !text.isEmpty())
            items[static_cast<std::size_t>(shownSlot(place))] = PropertyValue::text(run.strings->find(text));
    }
    for (std::size_t s = 0; s < items.size(); ++s) {
        if (values[actor_property::FirstHotbar + s] != items[s])
            return QStringLiteral("item %1").arg(s);
    }
    if (entity.heldSlot < HotbarSlots && values[actor_property::HeldItem] != items[entity.heldSlot])
        return QStringLiteral("held item");
    return {};
}

/// Whose place, asked for alone, is not the one among all; nobody has the last of the numbers asked for.
QString placeDifference(const model::Segment& segment, std::int32_t tick, const WorldState& state)
{
    const auto* const places = dynamic_cast<const model::ActorPlaces*>(&segment);
    if (places == nullptr)
        return QStringLiteral("no places");
    const std::uint32_t beyond = state.ids.empty() ? 0 : model::index(state.ids.back()) + 1;
    for (std::uint32_t id = 0; id <= beyond; ++id) {
        const model::ActorId actor{id};
        if (places->actorPlace(actor, tick) != model::placeIn(state, actor))
            return QStringLiteral("place of actor %1").arg(id);
    }
    return {};
}

QString blockDifference(const World& world, const WorldState& state)
{
    std::size_t filled = 0;
    const model::GridLayer* const layer = state.grids.empty() ? nullptr : state.grids[0].get();
    for (const auto& [position, kind] : world.blocks()) {
        const OwnKind& own = world.blockKinds()[kind];
        const QString name =
            own.number >= 0 ? QStringLiteral("block #%1").arg(own.number) : QString::fromStdString(own.name);
        const bool air = own.number == 0 || own.name == "minecraft:air";
        const model::GridKind* const shown = layer == nullptr ? nullptr : layer->at(unpackBlock(position));
        if (air != (shown == nullptr) || (shown != nullptr && shown->name != name))
            return QStringLiteral("block %1").arg(name);
        filled += air ? 0 : 1;
    }
    if ((layer == nullptr ? 0 : layer->cellCount()) != filled)
        return QStringLiteral("cells");
    const auto edited = static_cast<std::int64_t>(world.blocks().size());
    if (state.match[match_property::BlocksEdited] != PropertyValue::integer(edited))
        return QStringLiteral("blocks edited");
    return {};
}

QString runDifference(const RandomRun& script, const Run& run, std::int32_t tick, const WorldState& state)
{
    const auto is = [&](match_property::Id id, std::optional<std::int64_t> value) {
        return state.match[static_cast<std::size_t>(id)] ==
               (value ? PropertyValue::integer(*value) : PropertyValue());
    };
    const std::optional<std::int64_t> runTick =
        run.startTick ? std::optional<std::int64_t>(run.endTick.value_or(tick) - *run.startTick)
                      : std::nullopt;
    const std::int64_t phase = run.endTick ? 2 : run.startTick ? 1 : 0;
    const model::StringId last = script.strings->find(QString::fromStdString(run.lastCheckpoint));
    if (!is(match_property::Checkpoints, run.checkpointsTaken) || !is(match_property::Resets, run.resets) ||
        !is(match_property::RunTick, runTick) || !is(match_property::RunState, phase))
        return QStringLiteral("the run");
    if (state.match[match_property::LastCheckpoint] !=
        (last == model::StringId::Empty ? PropertyValue() : PropertyValue::text(last)))
        return QStringLiteral("the last checkpoint");
    return {};
}

QString difference(const RandomRun& run, std::int32_t tick, const WorldState& state)
{
    const test::RandomTick& truth = run.ticks[static_cast<std::size_t>(tick)];
    const QString at = QStringLiteral("tick %1: ").arg(tick);
    if (state.size() != truth.actors.size())
        return at + QStringLiteral("%1 actors for %2").arg(state.size()).arg(truth.actors.size());
    for (std::size_t i = 0; i < state.size(); ++i) {
        if (const QString d = actorDifference(run, truth, i, state); !d.isEmpty())
            return at + QStringLiteral("actor %1: ").arg(model::index(truth.actors[i].first)) + d;
    }
    if (const QString d = blockDifference(truth.world, state); !d.isEmpty())
        return at + d;
    if (const QString d = runDifference(run, truth.world.run(), tick, state); !d.isEmpty())
        return at + d;
    return {};
}

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

WorldState at(const std::shared_ptr<const model::Segment>& segment, std::int64_t tick, double fraction = 0.0,
              SamplePolicy policy = SamplePolicy::Interpolate)
{
    WorldState out;
    segment->sample({tick, fraction}, policy, out);
    return out;
}

DeltaMove by(double x, double y, double z, double yaw = 0.0)
{
    return {
        0,
        {{std::llround(x * 4096), std::llround(y * 4096), std::llround(z * 4096)}, Angle::ofDegrees(yaw), {}},
        {}};
}

} // namespace

void TestRecordingSegment::everyTick_data()
{
    QTest::addColumn<int>("profile");
    QTest::addColumn<int>("snapshotEvery");
    QTest::addColumn<bool>("merged");
    QTest::newRow("h5") << int(Profile::H5) << 1 << false;
    QTest::newRow("h4") << int(Profile::H4) << 1 << false;
    QTest::newRow("s1") << int(Profile::S1) << 1 << false;
    QTest::newRow("h5, few snapshots") << int(Profile::H5) << 3 << false;
    QTest::newRow("s1, few snapshots") << int(Profile::S1) << 3 << false;
    QTest::newRow("h5, merged") << int(Profile::H5) << 1 << true;
}

void TestRecordingSegment::everyTick()
{
    QFETCH(int, profile);
    QFETCH(int, snapshotEvery);
    QFETCH(bool, merged);
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const RandomRun run({.profile = static_cast<Profile>(profile),
                             .snapshotEvery = snapshotEvery,
                             .merged = merged,
                             .seed = seed});
        WorldState state;
        std::int32_t tick = 0;
        for (std::size_t chunk = 0; chunk < run.entries.size(); ++chunk) {
            const auto segment = run.build(chunk);
            QVERIFY(segment);
            QCOMPARE(segment->frames().first, std::int64_t{run.entries[chunk].startTick});
            for (; tick < run.entries[chunk].endTick(); ++tick) {
                segment->sample({tick, 0.0}, SamplePolicy::Interpolate, state);
                const QString wrong = difference(run, tick, state) + placeDifference(*segment, tick, state);
                QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("seed %1, ").arg(seed) + wrong));
            }
        }
        QCOMPARE(static_cast<std::size_t>(tick), run.ticks.size());
    }
}

void TestRecordingSegment::anyOrder()
{
    const RandomRun run({.snapshotEvery = 2});
    std::vector<std::shared_ptr<const model::Segment>> segments;
    std::vector<WorldState> forward;
    for (std::size_t i = 0; i < run.entries.size(); ++i) {
        segments.push_back(run.build(i));
        for (auto t = run.entries[i].startTick; t < run.entries[i].endTick(); ++t)
            forward.push_back(at(segments.back(), t, 0.25));
    }
    std::mt19937 random(3);
    WorldState state;
    for (int i = 0; i < 2000; ++i) {
        const auto tick = static_cast<std::int32_t>(random() % forward.size());
        segments[run.chunkOf(tick)]->sample({tick, 0.25}, SamplePolicy::Interpolate, state);
        QVERIFY(sameState(state, forward[static_cast<std::size_t>(tick)]));
    }
}

void TestRecordingSegment::previousOrNone()
{
    for (const Profile profile : {Profile::H5, Profile::S1}) {
        const RandomRun run({.profile = profile, .snapshotEvery = 4});
        std::shared_ptr<const model::Segment> before;
        for (std::size_t i = 0; i < run.entries.size(); ++i) {
            const auto alone = run.build(i);
            const auto following = run.build(i, before.get());
            for (auto t = run.entries[i].startTick; t < run.entries[i].endTick(); ++t) {
                for (const double fraction : {0.0, 0.5})
                    QVERIFY2(sameState(at(alone, t, fraction), at(following, t, fraction)),
                             qPrintable(QString::number(t)));
            }
            before = following;
        }
    }
}

void TestRecordingSegment::allocatesNothing()
{
    const RandomRun run;
    const auto segment = run.build(1);
    WorldState state;
    const auto all = [&](double fraction) {
        for (auto t = run.entries[1].startTick; t < run.entries[1].endTick(); ++t)
            segment->sample({t, fraction}, SamplePolicy::Interpolate, state);
    };
    all(0.0);
    const std::size_t before = test::allocations;
    all(0.0);
    all(0.7);
    QCOMPARE(test::allocations - before, std::size_t{0});
    QVERIFY(segment->bytes() > 1000);
}

void TestRecordingSegment::interpolates()
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

void TestRecordingSegment::teleports_data()
{
    QTest::addColumn<bool>("absolute");
    QTest::addColumn<double>("way");
    QTest::addColumn<bool>("jumps");
    QTest::newRow("moved far") << false << 7.9 << false;
    QTest::newRow("moved too far") << false << 8.1 << true;
    QTest::newRow("put nearby") << true << 1.9 << false;
    QTest::newRow("put elsewhere") << true << 2.1 << true;
}

void TestRecordingSegment::teleports()
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

void TestRecordingSegment::blocksShareSections()
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

void TestRecordingSegment::airAndClearing()
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
    QVERIFY(at(segment, 1).grids.empty());
    QCOMPARE(edited(1), 1);
    QCOMPARE(at(segment, 2).grids.at(0)->cellCount(), std::size_t{1});
    QCOMPARE(edited(2), 2);
    QCOMPARE(at(segment, 3).grids.at(0)->at({-1, -64, 3})->name, QStringLiteral("minecraft:dirt"));
    QCOMPARE(edited(3), 1);
    QVERIFY(at(segment, 4).grids.empty());
    QCOMPARE(edited(4), 0);
}

void TestRecordingSegment::withoutStart()
{
    const RandomRun run;
    SegmentInput in = run.input(2);
    in.start = nullptr;
    const auto segment = *buildSegment(in);
    const auto tick = run.entries[2].startTick + 3;
    const WorldState state = at(segment, tick);
    QCOMPARE(state.ids, std::vector<model::ActorId>{model::ActorId{0}});
    QCOMPARE(state.positions[0], run.ticks[static_cast<std::size_t>(tick)].world.player().position.value());
    QVERIFY(state.match[match_property::Checkpoints].absent());
    QVERIFY(state.match[match_property::RunTick].absent());
    QVERIFY(at(segment, run.entries[2].startTick).propertiesOf(0)[actor_property::HeldSlot].absent());
}

void TestRecordingSegment::lostTail()
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

void TestRecordingSegment::lostChunk()
{
    RandomRun run({.snapshotEvery = 3});
    run.raws[1].clear();
    const auto lost = run.build(1);
    const auto after = run.build(2); // has no snapshot: is lost with it
    const auto again = run.build(3);
    const auto end = run.ticks[static_cast<std::size_t>(run.entries[1].startTick - 1)];
    for (const auto& segment : {lost, after}) {
        const auto tick = segment->frames().first + 10;
        const WorldState state = at(segment, tick);
        QCOMPARE(state.provenance[0], Provenance::Held);
        QCOMPARE(state.positions[0], end.world.player().position.value());
        QVERIFY(blockDifference(end.world, state).isEmpty());
    }
    QVERIFY(difference(run, run.entries[3].startTick, at(again, run.entries[3].startTick)).isEmpty());
}

void TestRecordingSegment::runClock()
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

void TestRecordingSegment::reusedNumbers()
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

void TestRecordingSegment::hugeTickCount()
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

void TestRecordingSegment::manyBlocks()
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

QTEST_GUILESS_MAIN(TestRecordingSegment)
#include "tst_recording_segment.moc"
