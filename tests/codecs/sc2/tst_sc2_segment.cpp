// SPDX-License-Identifier: GPL-3.0-or-later
// Where every unit is at every loop, of games put together by hand; in any order, without allocating.
#include "tests/codecs/sc2/made_segment.h"
#include "tests/codecs/sc2/story_game.h"
#include "tests/support/allocation_count.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <random>

namespace tst_sc2_segment {

using namespace ghostline;
using namespace ghostline::sc2;
using model::Provenance;
using model::SamplePolicy;
using model::WorldState;
using test::MadeSegment;
using test::near;

namespace {

/// Two armies that come, go, change and die at random.
void crowd(MadeSegment& made, unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    static constexpr std::array<const char*, 6> Types{"Marine", "SCV",      "SiegeTank",
                                                      "Zealot", "Barracks", "Larva"};
    std::uint32_t loop = 0;
    for (int i = 0; i < 200; ++i) {
        loop += below(9);
        const auto place = [&below] { return static_cast<float>(below(160)); };
        const auto tag = made.game.born(loop, Types[below(6)], static_cast<int>(below(3)), place(), place());
        std::vector<Waypoint> path;
        for (std::uint32_t at = loop; path.size() < 1 + below(8); at += 1 + below(300))
            path.push_back({at, place(), place(), static_cast<float>(below(7)), path.empty() || below(2) == 0,
                            below(9) == 0});
        if (below(2) == 0)
            made.game.died(loop + 1 + below(900), tag, 1, 0, 0, tag);
        made.paths.push_back(std::move(path));
        auto& actions = made.game.data.actions;
        actions.selectionTags.push_back(tag);
    }
    auto& actions = made.game.data.actions;
    actions.selections.resize(2);
    actions.cameras.resize(2);
    for (std::uint32_t at = 0; at < 2000; at += 1 + below(40)) {
        actions.selections[below(2)].push_back({at, below(150), below(50), false});
        CameraState camera;
        camera.loop = at;
        camera.x = static_cast<float>(below(160));
        actions.cameras[below(2)].push_back(camera);
    }
    made.build();
}

} // namespace

class TestSc2Segment : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void lives_data();
    void lives();
    void places_data();
    void places();
    void standing_data();
    void standing();
    void standingInALostPart();
    void headings_data();
    void headings();
    void jumps();
    void withoutMotion();
    void anyOrder();
    void allocatesNothing();
    void manyLoops();
};

void TestSc2Segment::lives_data()
{
    QTest::addColumn<int>("born");
    QTest::addColumn<int>("died");
    QTest::newRow("from the start") << 0 << 300;
    QTest::newRow("one loop") << 255 << 256;
    QTest::newRow("up to a multiple") << 100 << 256;
    QTest::newRow("from a multiple") << 256 << 512;
    QTest::newRow("over several") << 200 << 1300;
    QTest::newRow("to the last loop") << 1999 << 2000;
}

/// Alive from its first loop up to the one before its death, neighbours or not.
void TestSc2Segment::lives()
{
    QFETCH(int, born);
    QFETCH(int, died);
    MadeSegment made;
    const auto tag = made.game.born(static_cast<std::uint32_t>(born), "Marine", 1);
    made.game.died(static_cast<std::uint32_t>(died), tag, -1, 50, 50);
    made.build();
    WorldState state;
    for (int loop = 0; loop <= 2000; ++loop) {
        made.segment->sample({loop, 0.0}, SamplePolicy::Interpolate, state);
        QCOMPARE(made.row(state, 0) >= 0, loop >= born && loop < died);
        QCOMPARE(state.size(), std::size_t{4} + (loop >= born && loop < died ? 1 : 0));
    }
}

void TestSc2Segment::places_data()
{
    QTest::addColumn<int>("loop");
    QTest::addColumn<double>("fraction");
    QTest::addColumn<SamplePolicy>("policy");
    QTest::addColumn<double>("x");
    QTest::addColumn<Provenance>("provenance");
    // Reported at 10 in loop 100 and at 30 in loop 340; an order bends the path at loop 200; last known
    // at 40.
    const auto all = SamplePolicy::Interpolate;
    const auto hold = SamplePolicy::Hold;
    const auto reported = SamplePolicy::ReportedOnly;
    QTest::newRow("birth") << 100 << 0.0 << all << 10.0 << Provenance::Exact;
    QTest::newRow("half a loop on") << 100 << 0.5 << all << 10.05 << Provenance::Sampled;
    QTest::newRow("half a loop on, held") << 100 << 0.5 << hold << 10.0 << Provenance::Sampled;
    QTest::newRow("on the way") << 150 << 0.0 << all << 15.0 << Provenance::Sampled;
    QTest::newRow("at the bend") << 200 << 0.0 << all << 20.0 << Provenance::Sampled;
    QTest::newRow("waiting") << 250 << 0.0 << all << 20.0 << Provenance::Sampled;
    QTest::newRow("next report") << 340 << 0.0 << all << 30.0 << Provenance::Exact;
    QTest::newRow("standing between reports") << 400 << 0.25 << all << 30.0 << Provenance::Held;
    QTest::newRow("last known") << 600 << 0.0 << all << 30.0 << Provenance::Exact;
    QTest::newRow("after it") << 700 << 0.0 << all << 30.0 << Provenance::Held;
    QTest::newRow("reported: birth") << 100 << 0.0 << reported << 10.0 << Provenance::Exact;
    QTest::newRow("reported: not the way") << 150 << 0.0 << reported << 10.0 << Provenance::Held;
    QTest::newRow("reported: not the bend") << 339 << 0.9 << reported << 10.0 << Provenance::Held;
    QTest::newRow("reported: next") << 340 << 0.0 << reported << 30.0 << Provenance::Exact;
    QTest::newRow("reported: a little later") << 340 << 0.1 << reported << 30.0 << Provenance::Held;
    QTest::newRow("exact: a little later")
        << 341 << 0.0 << SamplePolicy::ExactOnly << 30.0 << Provenance::Held;
}

void TestSc2Segment::places()
{
    QFETCH(int, loop);
    QFETCH(double, fraction);
    QFETCH(SamplePolicy, policy);
    QFETCH(double, x);
    QFETCH(Provenance, provenance);
    MadeSegment made;
    const auto tag = made.game.born(100, "Marine", 1, 10, 5);
    made.game.hurt(340, tag, 30, 5);
    made.game.hurt(600, tag, 30, 5);
    made.paths = {{{100, 10, 5, 0, true, false},
                   {200, 20, 5, 0, false, false},
                   {300, 20, 5, 0, false, false},
                   {340, 30, 5, 0, true, false},
                   {600, 30, 5, 0, true, false}}};
    made.build();
    const WorldState state = made.at(static_cast<std::uint32_t>(loop), fraction, policy);
    const auto row = made.row(state, 0);
    QVERIFY(row >= 0);
    const auto r = static_cast<std::size_t>(row);
    QVERIFY2(near(state.positions[r], {x, 0.0, -5.0}), qPrintable(QString::number(state.positions[r].x)));
    QCOMPARE(state.provenance[r], provenance);
    // A tenth of a cell a loop, 22.4 loops a second; nothing is said of speed where nothing is estimated.
    const bool moves =
        policy != SamplePolicy::ReportedOnly && policy != SamplePolicy::ExactOnly && loop < 200;
    QCOMPARE(state.velocities[r].x, moves ? 2.24F : 0.0F);
}

void TestSc2Segment::standing_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("becomes"); // at loop 500
    QTest::addColumn<double>("x");        // of a report at loop 1000
    QTest::addColumn<bool>("revealed");
    QTest::addColumn<QList<bool>>("exact"); // at loops 300, 700 and 1500
    const QString same;
    using L = QList<bool>;
    QTest::newRow("building") << "Barracks" << same << 10.0 << false << L{true, true, true};
    QTest::newRow("mineral") << "MineralField" << same << 10.0 << false << L{true, true, true};
    QTest::newRow("rock") << "DestructibleRock6x6" << same << 10.0 << false << L{true, true, true};
    QTest::newRow("rebuilt") << "Hatchery"
                             << "Lair" << 10.0 << false << L{true, true, true};
    QTest::newRow("lifted off, not seen to move")
        << "Barracks"
        << "BarracksFlying" << 10.0 << false << L{true, false, false};
    QTest::newRow("uprooted") << "SpineCrawler"
                              << "SpineCrawlerUprooted" << 10.0 << false << L{true, false, false};
    QTest::newRow("found elsewhere") << "Barracks" << same << 20.0 << false << L{true, true, false};
    QTest::newRow("became one on the way") << "SpineCrawlerUprooted"
                                           << "SpineCrawler" << 10.0 << false << L{false, false, false};
    QTest::newRow("unit that was not seen to move")
        << "Marine" << same << 10.0 << false << L{false, false, false};
    QTest::newRow("critter") << "KarakFemale" << same << 10.0 << false << L{false, false, false};
    QTest::newRow("resembles a building")
        << "BarracksOfSomeMap" << same << 10.0 << false << L{false, false, false};
    QTest::newRow("revealed by a command") << "Barracks" << same << 10.0 << true << L{false, false, false};
}

/// What cannot have moved is where it was reported, at every loop and under every policy.
void TestSc2Segment::standing()
{
    QFETCH(QString, type);
    QFETCH(QString, becomes);
    QFETCH(double, x);
    QFETCH(bool, revealed);
    QFETCH(QList<bool>, exact);
    MadeSegment made;
    made.revealed = revealed;
    const auto tag = made.game.born(100, qPrintable(type), 1, 10, 5);
    if (!becomes.isEmpty())
        made.game.becomes(500, tag, qPrintable(becomes));
    made.game.hurt(1000, tag, static_cast<float>(x), 5);
    made.build();
    const std::array<std::uint32_t, 3> loops{300, 700, 1500};
    for (const auto policy : {SamplePolicy::Interpolate, SamplePolicy::ReportedOnly}) {
        for (int i = 0; i < 3; ++i) {
            const WorldState state = made.at(loops[static_cast<std::size_t>(i)], 0.5, policy);
            QCOMPARE(state.provenance[4] == Provenance::Exact, exact[i]);
        }
    }
}

/// Where reports break off it may have been destroyed or have flown away.
void TestSc2Segment::standingInALostPart()
{
    MadeSegment made;
    made.game.born(100, "Barracks", 1, 10, 5);
    made.game.data.tracker.failure =
        model::Error{model::ErrorCode::Damaged, QStringLiteral("cut"), {}, {}, {}};
    made.game.data.tracker.lastLoop = 700;
    made.build();
    QCOMPARE(made.at(700).provenance[4], Provenance::Exact);
    QCOMPARE(made.at(701).provenance[4], Provenance::Held);
}

void TestSc2Segment::headings_data()
{
    QTest::addColumn<float>("heading");
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("z");
    QTest::newRow("east") << 0.0F << 1.0 << 0.0;
    QTest::newRow("north, up on the map") << 1.57079633F << 0.0 << -1.0;
    QTest::newRow("west") << 3.14159265F << -1.0 << 0.0;
    QTest::newRow("south") << -1.57079633F << 0.0 << 1.0;
}

void TestSc2Segment::headings()
{
    QFETCH(float, heading);
    QFETCH(double, x);
    QFETCH(double, z);
    MadeSegment made;
    made.game.born(0, "Marine", 1);
    made.game.born(0, "Barracks", 1);
    made.paths = {{{0, 50, 50, heading, true, false}, {100, 60, 50, heading, false, false}},
                  {{0, 50, 50, heading, true, false}, {100, 60, 50, heading, false, false}}};
    made.build();
    const WorldState state = made.at(10);
    const glm::vec3 ahead = state.orientations[4] * glm::vec3(0, 0, 1);
    QVERIFY(near(glm::dvec3(ahead), {x, 0.0, z}));
    // A building that was carried elsewhere still stands along the grid.
    QCOMPARE(state.orientations[5], glm::quat(1, 0, 0, 0));
}

void TestSc2Segment::jumps()
{
    MadeSegment made;
    made.game.born(0, "Stalker", 1);
    made.paths = {
        {{0, 10, 10, 0, true, false}, {100, 18, 10, 0, false, true}, {200, 18, 10, 0, false, false}}};
    made.build();
    const WorldState before = made.at(99, 0.9);
    QVERIFY(near(before.positions[4], {10.0, 0.0, -10.0}));
    QCOMPARE(before.velocities[4], glm::vec3(0.0F));
    const WorldState then = made.at(100);
    QVERIFY(near(then.positions[4], {18.0, 0.0, -10.0}));
    QVERIFY((then.flags[4] & model::Discontinuity) != 0);
    QVERIFY((made.at(101).flags[4] & model::Discontinuity) == 0);
    QVERIFY((before.flags[4] & model::Discontinuity) == 0);
}

/// Reports alone are enough.
void TestSc2Segment::withoutMotion()
{
    MadeSegment made;
    made.game.born(7, "Marine", 1, 12, 34);
    made.build();
    const WorldState state = made.at(8);
    QVERIFY(near(state.positions[4], {12.0, 0.0, -34.0}));
    QCOMPARE(state.provenance[4], Provenance::Held);
    QCOMPARE(made.at(7).provenance[4], Provenance::Exact);
}

/// A state depends on its place alone, not on what was asked before or on what the memory held.
void TestSc2Segment::anyOrder()
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        MadeSegment made;
        crowd(made, seed);
        std::mt19937 random(seed);
        WorldState used;
        for (int i = 0; i < 400; ++i) {
            const model::FrameTime at{static_cast<model::FrameNumber>(random() % 2001),
                                      random() % 2 == 0 ? 0.0 : 0.5};
            const auto policy = static_cast<SamplePolicy>(random() % 4);
            made.segment->sample(at, policy, used);
            WorldState fresh;
            made.segment->sample(at, policy, fresh);
            QVERIFY(test::sameState(used, fresh));
            QVERIFY(std::is_sorted(used.ids.begin(), used.ids.end()));
        }
    }
}

void TestSc2Segment::allocatesNothing()
{
    MadeSegment made;
    crowd(made, 7);
    WorldState state;
    for (std::uint32_t loop = 0; loop <= 2000; ++loop)
        made.segment->sample({loop, 0.0}, SamplePolicy::Interpolate, state);
    const std::size_t before = test::allocations;
    for (std::uint32_t loop = 0; loop <= 2000; loop += 7)
        made.segment->sample({2000 - loop, 0.5}, SamplePolicy::Interpolate, state);
    QCOMPARE(test::allocations, before);
}

/// A header may claim years, and units that outlive them: the index of who is alive stays small.
void TestSc2Segment::manyLoops()
{
    MadeSegment made(90'000'000);
    for (int i = 0; i < 300; ++i)
        made.game.born(0, "Marine", 1);
    made.build();
    QVERIFY(made.segment->bytes() < (std::size_t{64} << 20));
    QCOMPARE(made.at(89'999'999).size(), std::size_t{304});
}

} // namespace tst_sc2_segment

GHOSTLINE_TEST(tst_sc2_segment, TestSc2Segment)
#include "tst_sc2_segment.moc"
