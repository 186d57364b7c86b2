// SPDX-License-Identifier: GPL-3.0-or-later
// A chunk decoded for showing says at every tick what a plain replay of all events says, in whatever order it
// is asked and whatever it was built from.
#include "codecs/recording/format/run_texts.h"
#include "model/replay/segment.h"
#include "tests/codecs/recording/random_run.h"
#include "tests/codecs/recording/sampled_segment.h"
#include "tests/support/allocation_count.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

namespace tst_recording_segment {

using namespace ghostline;
using namespace ghostline::recording;
using model::PropertyValue;
using model::Provenance;
using model::SamplePolicy;
using model::WorldState;
using test::at;
using test::RandomRun;

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
    const auto* const places = dynamic_cast<const model::ActorPositions*>(&segment);
    if (places == nullptr)
        return QStringLiteral("no places");
    const std::uint32_t beyond = state.ids.empty() ? 0 : model::index(state.ids.back()) + 1;
    for (std::uint32_t id = 0; id <= beyond; ++id) {
        const model::ActorId actor{id};
        if (places->actorPosition(actor, tick) != model::positionIn(state, actor))
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
        // What was set to air is listed, so that it takes away what the surroundings have there.
        if (shown == nullptr || air != (shown->form == model::GridForm::Nothing) ||
            (!air && shown->name != name))
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

} // namespace

class TestRecordingSegment : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyTick_data();
    void everyTick();
    void anyOrder();
    void previousOrNone();
    void allocatesNothing();
    void withoutStart();
    void lostChunk();
};

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
        QVERIFY(test::sameState(state, forward[static_cast<std::size_t>(tick)]));
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
                    QVERIFY2(test::sameState(at(alone, t, fraction), at(following, t, fraction)),
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

} // namespace tst_recording_segment

GHOSTLINE_TEST(tst_recording_segment, TestRecordingSegment)
#include "tst_recording_segment.moc"
