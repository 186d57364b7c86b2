// SPDX-License-Identifier: GPL-3.0-or-later
// Between two keyframes: who is there, where, and how that is said to be known.
#include "tests/codecs/ironcurtain/made_segment.h"
#include "tests/support/allocation_count.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QTest>

namespace tst_icrep_segment {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using namespace ghostline::test;
using model::Provenance;
using model::SamplePolicy;

class TestIcrepSegment : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void movesEvenlyBetweenKeyframes()
    {
        SegmentMatch match;
        match.from.entities[{1, 1}] = unitAt(0, 1024, 1000);
        match.to.entities[{1, 1}] = unitAt(30720, 1024, 24);
        const auto segment = match.segment();
        const Seen start = look(*segment, {0, 0.0}, unit(0));
        QCOMPARE(start.provenance, Provenance::Exact);
        QCOMPARE(start.x, 0.0);
        const Seen middle = look(*segment, {150, 0.0}, unit(0));
        QCOMPARE(middle.provenance, Provenance::Interpolated);
        QCOMPARE(middle.x, 15.0);
        QCOMPARE(middle.z, 1.0);
        QCOMPARE(middle.velocity.x, 2.0F);               // 0.1 m a tick of 50 ms
        QVERIFY(std::abs(middle.turn.y - 1.0F) < 1e-6F); // through north
        QCOMPARE(look(*segment, {150, 0.5}, unit(0)).x, 15.05);
        QVERIFY((middle.flags & model::VelocityRecorded) == 0);
        for (const SamplePolicy policy :
             {SamplePolicy::Hold, SamplePolicy::ReportedOnly, SamplePolicy::ExactOnly}) {
            const Seen held = look(*segment, {150, 0.5}, unit(0), policy);
            QCOMPARE(held.x, 0.0);
            QCOMPARE(held.provenance, Provenance::Held);
            QCOMPARE(held.velocity.x, 0.0F);
        }
    }

    void samplesAreMetAtTheirTick()
    {
        SegmentMatch match;
        match.from.entities[{1, 1}] = unitAt(0, 0);
        match.to.entities[{1, 1}] = unitAt(10240, 0);
        match.place(100, {1, 1}, 20480, 0);
        match.place(100, {2, 1}, 1, 1); // of one nobody knows
        const auto segment = match.segment();
        const Seen met = look(*segment, {100, 0.0}, unit(0));
        QCOMPARE(met.provenance, Provenance::Sampled);
        QCOMPARE(met.x, 20.0);
        QCOMPARE(look(*segment, {50, 0.0}, unit(0)).x, 10.0);
        QCOMPARE(look(*segment, {200, 0.0}, unit(0)).x, 15.0);
        const Seen held = look(*segment, {99, 0.0}, unit(0), SamplePolicy::Hold);
        QCOMPARE(held.x, 0.0);
        QCOMPARE(look(*segment, {120, 0.0}, unit(0), SamplePolicy::Hold).x, 20.0);
        // Only what the keyframe says.
        QCOMPARE(look(*segment, {120, 0.0}, unit(0), SamplePolicy::ExactOnly).x, 0.0);
    }

    void teleports_data()
    {
        QTest::addColumn<int>("speed"); // -1: says nothing of its speed
        QTest::addColumn<int>("cells"); // within 10 ticks
        QTest::addColumn<bool>("jumps");
        QTest::newRow("a cell a tick") << -1 << 10 << false;
        QTest::newRow("more") << -1 << 11 << true;
        QTest::newRow("slow, but within a cell a tick") << 10 << 10 << false;
        QTest::newRow("twice its speed") << 2048 << 40 << false;
        QTest::newRow("above twice its speed") << 2048 << 41 << true;
    }
    void teleports()
    {
        QFETCH(int, speed);
        QFETCH(int, cells);
        QFETCH(bool, jumps);
        SegmentMatch match;
        match.from.entities[{1, 1}] = unitAt(0, 0);
        if (speed >= 0) {
            Bytes motion;
            BinWriter to(motion);
            to.i32(speed);
            to.u8(2);
            to.u8(1);
            to.place({0, 0, 0});
            match.from.entities[{1, 1}][4] = motion;
        }
        match.hasTo = false;
        match.place(10, {1, 1}, cells * 1024, 0);
        const auto segment = match.segment();
        const Seen before = look(*segment, {5, 0.0}, unit(0));
        QCOMPARE(before.x, jumps ? 0.0 : cells / 2.0);
        QCOMPARE(before.provenance, jumps ? Provenance::Held : Provenance::Interpolated);
        const Seen after = look(*segment, {10, 0.0}, unit(0));
        QCOMPARE(after.x, static_cast<double>(cells));
        QCOMPARE((after.flags & model::Discontinuity) != 0, jumps);
        QVERIFY((look(*segment, {11, 0.0}, unit(0)).flags & model::Discontinuity) == 0);
    }

    void gapsAreNotBridged()
    {
        SegmentMatch match;
        match.maxGap = 100;
        match.from.entities[{1, 1}] = unitAt(0, 0);
        match.to.entities[{1, 1}] = unitAt(1024, 0);
        match.place(200, {1, 1}, 512, 0);
        const auto segment = match.segment();
        QCOMPARE(look(*segment, {150, 0.0}, unit(0)).provenance, Provenance::Held);
        QCOMPARE(look(*segment, {150, 0.0}, unit(0)).x, 0.0);
        QCOMPARE(look(*segment, {250, 0.0}, unit(0)).provenance, Provenance::Interpolated);
    }

    void livesAreExact()
    {
        SegmentMatch match;
        match.from.entities[{1, 1}] = unitAt(0, 0);
        match.from.entities[{2, 1}] = unitAt(0, 1024);
        match.to.entities[{3, 1}] = unitAt(4096, 0);
        match.events.push_back({50, UnitCreated{{3, 1}, 1, 2, {2048, 0, 0}}});
        match.events.push_back({80, UnitDestroyed{{1, 1}, std::nullopt, std::nullopt}});
        const auto segment = match.segment();
        QVERIFY(look(*segment, {79, 0.9}, unit(0)).there);
        QVERIFY(!look(*segment, {80, 0.0}, unit(0)).there);
        QCOMPARE(look(*segment, {79, 0.0}, unit(0)).provenance, Provenance::Held); // nowhere to go to
        // Gone by the next keyframe, and nobody told: there up to it.
        QVERIFY(look(*segment, {299, 0.0}, unit(1)).there);
        QVERIFY(!look(*segment, {49, 0.0}, unit(2)).there);
        const Seen born = look(*segment, {50, 0.0}, unit(2));
        QCOMPARE(born.provenance, Provenance::Sampled);
        QCOMPARE(born.x, 2.0);
        QCOMPARE(look(*segment, {175, 0.0}, unit(2)).x, 3.0);
        QVERIFY(born.value(ActorProperty::Health).absent());
        QVERIFY(!born.value(ActorProperty::Type).absent());
        // Exact keyframes only: nobody is born, nobody dies.
        QVERIFY(look(*segment, {200, 0.0}, unit(0), SamplePolicy::ExactOnly).there);
        QVERIFY(!look(*segment, {200, 0.0}, unit(2), SamplePolicy::ExactOnly).there);
    }

    void buildingsStandAndGrow()
    {
        SegmentMatch match;
        Slots yard{{0, identityOf(0, 0, 4)}, {1, placeOf(5120, 5120)}};
        yard[7] = buildingOf(BuildState::Constructing, 512);
        match.from.entities[{1, 1}] = yard;
        yard[7] = buildingOf(BuildState::Ready, 1024);
        match.to.entities[{1, 1}] = yard;
        match.place(20, {1, 1}, 9999, 9999); // buildings never move
        match.events.push_back({100, ConstructionCompleted{{1, 1}}});
        match.events.push_back({200, ConstructionStarted{{5, 1}, 0, 2, {0, 0, 0}}});
        const auto segment = match.segment();
        const Seen half = look(*segment, {50, 0.0}, unit(0));
        QCOMPARE(half.x, 5.0);
        QCOMPARE(half.provenance, Provenance::Interpolated);
        QVERIFY((half.flags & model::Unfinished) != 0);
        QCOMPARE(half.value(ActorProperty::Progress).asReal(), 75.0);
        QCOMPARE(
            look(*segment, {50, 0.0}, unit(0), SamplePolicy::Hold).value(ActorProperty::Progress).asReal(),
            50.0);
        const Seen done = look(*segment, {100, 0.0}, unit(0));
        QVERIFY((done.flags & model::Unfinished) == 0);
        QVERIFY(done.value(ActorProperty::Progress).absent());
        const Seen begun = look(*segment, {210, 0.0}, unit(1));
        QVERIFY((begun.flags & model::Unfinished) != 0);
        QCOMPARE(half.value(ActorProperty::Look).asInteger(), 10); // its footprint's
    }

    void turretsTurn()
    {
        SegmentMatch match;
        match.from.entities[{1, 1}] = unitAt(0, 0);
        match.from.entities[{1, 1}][5] = numbers({0});
        match.to.entities[{1, 1}] = unitAt(0, 0);
        match.to.entities[{1, 1}][5] = numbers({512});
        const auto segment = match.segment();
        const auto degrees = [&](model::FrameNumber tick) {
            return look(*segment, {tick, 0.0}, unit(0)).value(ActorProperty::Turret).asReal();
        };
        QCOMPARE(degrees(0), 0.0);    // north
        QCOMPARE(degrees(150), 90.0); // east
        QVERIFY(look(*segment, {0, 0.0}, unit(0)).value(ActorProperty::Veterancy).absent());
    }

    void playersFigures()
    {
        SegmentMatch match;
        Bytes stats;
        PlayerStats told;
        told.credits = 900;
        told.apm = 77;
        appendPlayerStats(stats, told);
        match.events.push_back({50, ResourceCollected{0, 2, 25}});
        match.events.push_back({100, PlayerStatSnapshot{0, stats.data()}});
        match.events.push_back({120, ResourceCollected{0, 2, 30}});
        match.events.push_back({130, ResourceCollected{0, 2, 30}});
        const auto segment = match.segment();
        const auto credits = [&](model::FrameNumber tick, SamplePolicy policy) {
            return look(*segment, {tick, 0.0}, model::ActorId{0}, policy)
                .value(ActorProperty::Credits)
                .asInteger();
        };
        QCOMPARE(credits(0, SamplePolicy::Interpolate), 5000);
        QCOMPARE(credits(60, SamplePolicy::Interpolate), 5025);
        QCOMPARE(credits(60, SamplePolicy::ReportedOnly), 5000);
        QCOMPARE(credits(100, SamplePolicy::Interpolate), 900);
        QCOMPARE(credits(125, SamplePolicy::Interpolate), 930);
        QCOMPARE(credits(299, SamplePolicy::Interpolate), 960);
        QCOMPARE(credits(299, SamplePolicy::ExactOnly), 5000);
        QCOMPARE(look(*segment, {100, 0.0}, model::ActorId{0}).provenance, Provenance::Sampled);
        QCOMPARE(look(*segment, {0, 0.0}, model::ActorId{0}).provenance, Provenance::Exact);
        QCOMPARE(look(*segment, {101, 0.0}, model::ActorId{0}).provenance, Provenance::Held);
        QCOMPARE(look(*segment, {101, 0.0}, model::ActorId{0}).value(ActorProperty::Apm).asInteger(), 77);
        // 300 ticks of 50 ms are left at the keyframe.
        const auto left = [&](model::FrameNumber tick, SamplePolicy policy) {
            return look(*segment, {tick, 0.0}, model::ActorId{1}, policy)
                .values[powerRemaining(0).index()]
                .asReal();
        };
        QCOMPARE(left(0, SamplePolicy::Interpolate), 15.0);
        QCOMPARE(left(100, SamplePolicy::Interpolate), 10.0);
        QCOMPARE(left(100, SamplePolicy::ExactOnly), 15.0);
    }

    void figuresOfEventsAreNotExact()
    {
        Bytes stats;
        PlayerStats told;
        told.apm = 77;
        appendPlayerStats(stats, told);
        SegmentMatch match;
        match.from.players[0].stats.reset(); // of the others the keyframe says all
        for (const PlayerId player : {0U, 2U})
            match.events.push_back({0, PlayerStatSnapshot{player, stats.data()}});
        const auto segment = match.segment();
        const auto seen = [&](model::FrameNumber tick, std::uint32_t player,
                              SamplePolicy policy = SamplePolicy::Interpolate) {
            return look(*segment, {tick, 0.0}, model::ActorId{player}, policy);
        };
        QCOMPARE(seen(0, 0).provenance, Provenance::Sampled);
        QCOMPARE(seen(0, 0).value(ActorProperty::Apm).asInteger(), 77);
        QCOMPARE(seen(0, 1).provenance, Provenance::Exact);
        QCOMPARE(seen(0, 1).value(ActorProperty::Apm).asInteger(), 60);
        QCOMPARE(seen(1, 0).provenance, Provenance::Held);
        // What no keyframe says is not shown as if one did.
        QVERIFY(seen(0, 0, SamplePolicy::ExactOnly).value(ActorProperty::Apm).absent());
        QCOMPARE(seen(0, 0, SamplePolicy::ExactOnly).value(ActorProperty::Credits).asInteger(), 5000);
        QCOMPARE(seen(0, 0, SamplePolicy::ExactOnly).provenance, Provenance::Exact);
    }

    void whatStandsWithoutALaterPlaceIsHeld()
    {
        SegmentMatch match;
        match.hasTo = false;
        match.from.entities[{1, 1}] = {{0, identityOf(0, 0, 4)}, {1, placeOf(5120, 5120)}};
        const auto segment = match.segment();
        QCOMPARE(look(*segment, {50, 0.0}, unit(0)).x, 5.0);
        QCOMPARE(look(*segment, {50, 0.0}, unit(0)).provenance, Provenance::Held);
    }

    void selectionsFollowEvents()
    {
        SegmentMatch match;
        match.from.entities[{1, 1}] = unitAt(0, 0);
        match.from.entities[{2, 1}] = unitAt(0, 0);
        const std::array<UnitTag, 2> both{UnitTag{2, 1}, UnitTag{1, 1}};
        const std::array<UnitTag, 1> one{UnitTag{1, 1}};
        match.events.push_back({10, SelectionChanged{2, TagList(std::span<const UnitTag>(both)), {}}});
        match.events.push_back({20, UnitDestroyed{{2, 1}, std::nullopt, std::nullopt}});
        match.events.push_back({30, SelectionChanged{2, {}, TagList(std::span<const UnitTag>(one))}});
        const auto segment = match.segment();
        const auto selected = [&](model::FrameNumber tick) {
            model::WorldState state;
            segment->sample({tick, 0.0}, SamplePolicy::Interpolate, state);
            return state.selected;
        };
        QVERIFY(selected(9).empty());
        const std::vector<model::Selected> expected{{model::ActorId{1}, unit(0)},
                                                    {model::ActorId{1}, unit(1)}};
        QVERIFY(selected(10) == expected);
        QCOMPARE(selected(20).size(), std::size_t{1}); // the dead are not selected
        QVERIFY(selected(30).empty());
    }

    void camerasLookAtWhatTheyShow()
    {
        SegmentMatch match;
        match.events.push_back({10, CameraPositionSample{2, {10240, 20480, 0}, 1024}});
        match.events.push_back({20, CameraPositionSample{2, {20480, 20480, 0}, 2048}});
        match.events.push_back({30, CameraPositionSample{2, {90000, 90000, 0}, 1024}});
        const auto segment = match.segment();
        QVERIFY((look(*segment, {9, 0.0}, model::ActorId{3}).flags & model::Hidden) != 0);
        QVERIFY((look(*segment, {50, 0.0}, model::ActorId{2}).flags & model::Hidden) != 0); // never sampled
        const auto ground = [&](const Seen& seen, double y) {
            const glm::dvec3 forward(seen.turn * glm::vec3(0.0F, 0.0F, 1.0F));
            return glm::dvec2(seen.x, seen.z) + glm::dvec2(forward.x, forward.z) * (-y / forward.y);
        };
        model::WorldState state;
        segment->sample({15, 0.0}, SamplePolicy::Interpolate, state);
        const Seen between = look(*segment, {15, 0.0}, model::ActorId{3});
        const glm::dvec2 at = ground(between, state.positions[3].y);
        QVERIFY(std::abs(at.x - 15.0) < 1e-3 && std::abs(at.y - 20.0) < 1e-3);
        QCOMPARE(between.provenance, Provenance::Interpolated);
        QVERIFY(between.z > at.y); // from the south
        QCOMPARE(look(*segment, {20, 0.0}, model::ActorId{3}).provenance, Provenance::Sampled);
        QCOMPARE(look(*segment, {25, 0.0}, model::ActorId{3}).provenance, Provenance::Held); // a jump follows
        QVERIFY((look(*segment, {30, 0.0}, model::ActorId{3}).flags & model::Discontinuity) != 0);
    }

    void twentyThousandUnitsAreSampledFastAndWithoutAllocating()
    {
        constexpr int Units = 20'000;
        SegmentMatch match;
        for (int i = 0; i < Units; ++i) {
            const auto tag = UnitTag{static_cast<std::uint16_t>(i), 1};
            match.from.entities[tag] = unitAt(i, 0, i);
            match.to.entities[tag] = unitAt(i, 3000, i + 100);
        }
        const auto segment = match.segment();
        model::WorldState state;
        segment->sample({10, 0.0}, SamplePolicy::Interpolate, state);
        QCOMPARE(state.size(), std::size_t{Units + 4});
        const std::uint64_t before = test::allocations;
        QElapsedTimer timer;
        timer.start();
        constexpr int Times = 20;
        for (int i = 0; i < Times; ++i)
            segment->sample({20 + i, 0.25}, SamplePolicy::Interpolate, state);
        const auto spent = timer.nsecsElapsed();
        QCOMPARE(test::allocations, before);
        qInfo("%.2f ms a sample", static_cast<double>(spent) / 1e6 / Times);
        QVERIFY(segment->bytes() > std::size_t{Units} * 100);
    }
};

} // namespace tst_icrep_segment

GHOSTLINE_TEST(tst_icrep_segment, TestIcrepSegment)
#include "tst_icrep_segment.moc"
