// SPDX-License-Identifier: GPL-3.0-or-later
// What the one segment of a replay says at every loop, of games put together by hand.
#include "codecs/sc2/replay/cast.h"
#include "codecs/sc2/replay/describe.h"
#include "codecs/sc2/replay/scene.h"
#include "codecs/sc2/replay/segment.h"
#include "tests/codecs/sc2/story_game.h"
#include "tests/support/allocation_count.h"

#include <QTest>

#include <random>

using namespace ghostline;
using namespace ghostline::sc2;
using model::PropertyValue;
using model::Provenance;
using model::SamplePolicy;
using model::WorldState;
using test::StoryGame;

Q_DECLARE_METATYPE(ghostline::model::SamplePolicy)
Q_DECLARE_METATYPE(ghostline::model::Provenance)

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
    void construction();
    void typesAndOwners();
    void kills();
    void cameras();
    void cameraOfNobody();
    void selections();
    void figures();
    void bases();
    void upgrades();
    void names();
    void hues();
    void looks_data();
    void looks();
    void scene();
    void clocks_data();
    void clocks();
    void anyOrder();
    void allocatesNothing();
    void manyLoops();
};

namespace {

/// A segment over a game, with paths given by hand.
struct Made
{
    StoryGame game;
    std::shared_ptr<const ReplayData> data;
    std::shared_ptr<const UnitKinds> kinds;
    std::unique_ptr<Sc2Segment> segment;

    explicit Made(std::uint32_t loops = 2000) : game(loops)
    {
        game.player("Ann", 0);
        game.player("Bob", 1);
    }
    /// Ascending life; units without one have none.
    std::vector<std::vector<Waypoint>> paths;
    bool revealed = false; ///< no life was reported
    void build()
    {
        const GameStory story = game.tell();
        for (UnitLife& life : game.data.lives.lives)
            life.revealed = revealed;
        Motions& motions = game.data.motions;
        if (!paths.empty()) {
            motions.units.resize(game.data.lives.lives.size());
            for (std::size_t i = 0; i < paths.size(); ++i) {
                motions.units[i] = {static_cast<std::uint32_t>(motions.waypoints.size()),
                                    static_cast<std::uint32_t>(paths[i].size()), paths[i].size() > 1};
                motions.waypoints.insert(motions.waypoints.end(), paths[i].begin(), paths[i].end());
            }
        }
        data = std::make_shared<const ReplayData>(game.data);
        kinds = std::make_shared<const UnitKinds>(describeUnitKinds(data->tracker, data->lives));
        SegmentParts parts{data, kinds, std::make_shared<const Figures>(Figures::build(*data, story)),
                           timeAxisOf(*data)};
        segment = std::make_unique<Sc2Segment>(std::move(parts));
    }
    WorldState at(std::uint32_t loop, double fraction = 0.0,
                  SamplePolicy policy = SamplePolicy::Interpolate) const
    {
        WorldState state;
        segment->sample({loop, fraction}, policy, state);
        return state;
    }
    model::ActorId unit(std::size_t life) const { return ActorNumbers{2}.unit(life); }
    std::ptrdiff_t row(const WorldState& state, std::size_t life) const { return state.row(unit(life)); }
};

PropertyValue value(const WorldState& state, std::ptrdiff_t row, model::PropertyId property)
{
    return state.propertiesOf(static_cast<std::size_t>(row))[static_cast<std::size_t>(property)];
}
PropertyValue value(const WorldState& state, std::ptrdiff_t row, ActorProperty property)
{
    return value(state, row, id(property));
}

bool near(const glm::dvec3& a, const glm::dvec3& b) { return glm::length(a - b) < 1e-3; }

} // namespace

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
    Made made;
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
    Made made;
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
    Made made;
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
    Made made;
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
    Made made;
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
    Made made;
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
    Made made;
    made.game.born(7, "Marine", 1, 12, 34);
    made.build();
    const WorldState state = made.at(8);
    QVERIFY(near(state.positions[4], {12.0, 0.0, -34.0}));
    QCOMPARE(state.provenance[4], Provenance::Held);
    QCOMPARE(made.at(7).provenance[4], Provenance::Exact);
}

void TestSc2Segment::construction()
{
    Made made;
    const auto done = made.game.init(100, "Barracks", 1);
    made.game.init(100, "Gateway", 2);
    made.game.done(300, done);
    made.build();
    const WorldState half = made.at(200);
    QVERIFY((half.flags[4] & model::Unfinished) != 0);
    QCOMPARE(value(half, 4, ActorProperty::Progress).asReal(), 50.0);
    QCOMPARE(value(made.at(200, 0.5), 4, ActorProperty::Progress).asReal(), 50.25);
    // Nobody knows how far along what never was finished is.
    QVERIFY((half.flags[5] & model::Unfinished) != 0);
    QVERIFY(value(half, 5, ActorProperty::Progress).absent());
    const WorldState after = made.at(300);
    QVERIFY((after.flags[4] & model::Unfinished) == 0);
    QVERIFY(value(after, 4, ActorProperty::Progress).absent());
    QVERIFY((made.at(1999).flags[5] & model::Unfinished) != 0);
}

void TestSc2Segment::typesAndOwners()
{
    Made made;
    const auto tank = made.game.born(0, "SiegeTank", 1);
    made.game.becomes(50, tank, "SiegeTankSieged");
    made.game.data.tracker.owners.push_back({80, tank, 2, 2});
    made.game.data.tracker.changes.push_back({80, 0, TrackerKind::Owner});
    made.game.born(0, "MineralField", 0);
    made.build();
    const auto text = [&made](const WorldState& s, std::ptrdiff_t row) {
        return made.kinds->strings->text(value(s, row, ActorProperty::UnitType).asText());
    };
    const WorldState early = made.at(49);
    QCOMPARE(text(early, 4), QStringLiteral("Siege Tank"));
    QCOMPARE(value(early, 4, ActorProperty::Owner).asInteger(), 0);
    QCOMPARE(value(early, 4, ActorProperty::UnitGroup).asInteger(), static_cast<int>(UnitGroup::Army));
    QVERIFY(value(early, 4, ActorProperty::Worth).asInteger() > 0);
    QCOMPARE(value(early, 4, ActorProperty::Supply).asReal(), 3.0);
    QCOMPARE(text(made.at(50), 4), QStringLiteral("Siege Tank (sieged)"));
    QCOMPARE(value(made.at(79), 4, ActorProperty::Owner).asInteger(), 0);
    QCOMPARE(value(made.at(80), 4, ActorProperty::Owner).asInteger(), 1);
    QVERIFY(value(early, 5, ActorProperty::Owner).absent());
    QVERIFY(value(early, 5, ActorProperty::UnitGroup).absent());
    // What players have, units have not.
    QVERIFY(value(early, 4, ActorProperty::Minerals).absent());
    QVERIFY(value(early, 0, ActorProperty::UnitType).absent());
    QCOMPARE(value(early, 1, ActorProperty::Owner).asInteger(), 1);
}

void TestSc2Segment::kills()
{
    Made made;
    const auto hero = made.game.born(0, "Marine", 1);
    const auto first = made.game.born(0, "Zealot", 2);
    const auto second = made.game.born(0, "Zealot", 2);
    made.game.died(100, first, 1, 50, 50, hero);
    made.game.died(150, second, 1, 50, 50, hero);
    made.build();
    const auto count = [&made](std::uint32_t loop) {
        return value(made.at(loop), 4, ActorProperty::Kills).asInteger();
    };
    QCOMPARE(count(99), 0);
    QCOMPARE(count(100), 1);
    QCOMPARE(count(149), 1);
    QCOMPARE(count(150), 2);
}

void TestSc2Segment::cameras()
{
    Made made;
    made.game.born(0, "CommandCenter", 1, 30, 40);
    CameraState first;
    first.loop = 100;
    first.x = 60;
    first.y = 70;
    CameraState near1 = first;
    near1.loop = 110;
    near1.x = 70;
    CameraState far = near1;
    far.loop = 120;
    far.x = 120;
    far.yaw = 0;
    far.pitch = 34;
    far.distance = 20;
    made.game.data.actions.cameras = {{first, near1, far}, {}};
    made.build();
    const auto looksAt = [](const WorldState& s) {
        const glm::dvec3 ahead(s.orientations[2] * glm::vec3(0, 0, 1));
        const double length = -s.positions[2].y / ahead.y;
        return s.positions[2] + ahead * length;
    };
    // Before anyone moves it: the base.
    QVERIFY(near(looksAt(made.at(0)), {30.0, 0.0, -40.0}));
    QVERIFY(near(made.at(0).positions[0], {30.0, 0.0, -40.0}));
    const WorldState state = made.at(100);
    QCOMPARE(state.provenance[2], Provenance::Exact);
    QVERIFY(near(looksAt(state), {60.0, 0.0, -70.0}));
    QVERIFY(near(state.positions[0], {60.0, 0.0, -70.0}));
    QVERIFY(std::abs(glm::length(state.positions[2] - glm::dvec3(60, 0, -70)) - 34.0) < 1e-3);
    // Looking up the map: the eye stands to the south, and nothing is rolled.
    QVERIFY(state.positions[2].z > -70.0);
    QVERIFY(std::abs(state.positions[2].x - 60.0) < 1e-3);
    QVERIFY((state.orientations[2] * glm::vec3(0, 1, 0)).y > 0.5F);
    QVERIFY(near(glm::dvec3(state.orientations[2] * glm::vec3(1, 0, 0)), {-1.0, 0.0, 0.0}));
    // It is a step, not a slide; only a leap breaks off.
    QVERIFY(near(looksAt(made.at(109, 0.9)), {60.0, 0.0, -70.0}));
    QCOMPARE(made.at(109).provenance[2], Provenance::Held);
    QVERIFY((made.at(110).flags[2] & model::Discontinuity) == 0);
    QVERIFY((made.at(120).flags[2] & model::Discontinuity) != 0);
    QVERIFY((made.at(120).flags[0] & model::Discontinuity) != 0);
    QVERIFY((made.at(121).flags[2] & model::Discontinuity) == 0);
    const WorldState turned = made.at(500);
    QVERIFY(near(looksAt(turned), {120.0, 0.0, -70.0}));
    QVERIFY(turned.positions[2].x < 120.0);
}

void TestSc2Segment::cameraOfNobody()
{
    Made made;
    made.game.born(0, "Nexus", 2, 11, 12);
    made.build();
    const WorldState state = made.at(50);
    QVERIFY((state.flags[3] & model::Hidden) != 0);
    QVERIFY(near(state.positions[1], {11.0, 0.0, -12.0}));
    QVERIFY((state.flags[1] & model::Hidden) == 0);
}

void TestSc2Segment::selections()
{
    Made made;
    const auto a = made.game.born(0, "Marine", 1);
    const auto b = made.game.born(0, "Marine", 1);
    made.game.died(200, a, -1, 50, 50);
    auto& actions = made.game.data.actions;
    actions.selectionTags = {b, a, b};
    actions.selections = {{{100, 0, 2, false}, {300, 2, 0, false}}, {{150, 2, 1, false}}};
    made.build();
    QVERIFY(made.at(99).selected.empty());
    const auto pair = [&made](std::size_t by, std::size_t life) {
        return model::Selected{ActorNumbers{2}.player(by), made.unit(life)};
    };
    QCOMPARE(made.at(100).selected, (std::vector<model::Selected>{pair(0, 0), pair(0, 1)}));
    QCOMPARE(made.at(199).selected, (std::vector<model::Selected>{pair(0, 0), pair(0, 1), pair(1, 1)}));
    QCOMPARE(made.at(200).selected, (std::vector<model::Selected>{pair(0, 1), pair(1, 1)}));
    QCOMPARE(made.at(300).selected, (std::vector<model::Selected>{pair(1, 1)}));
}

void TestSc2Segment::figures()
{
    Made made;
    made.game.stats(160, 1, 14, 15);
    TrackedStats& stats = made.game.data.tracker.stats.back();
    const auto set = [&stats](Stat stat, int v) { stats.values[static_cast<std::size_t>(stat)] = v; };
    set(Stat::FoodUsed, 14 * 4096 + 2048);
    set(Stat::Minerals, -5);
    set(Stat::Vespene, 100);
    set(Stat::MineralsRate, 900);
    set(Stat::VespeneRate, 160);
    set(Stat::WorkersActive, 12);
    set(Stat::MineralsUsedArmy, 300);
    set(Stat::VespeneUsedArmy, 50);
    for (int i = 0; i < 6; ++i) {
        stats.values[static_cast<std::size_t>(Stat::MineralsLostArmy) + static_cast<std::size_t>(i)] = 10 + i;
        stats.values[static_cast<std::size_t>(Stat::MineralsKilledArmy) + static_cast<std::size_t>(i)] = 20;
    }
    auto& actions = made.game.data.actions;
    actions.rates = {{{160, 120.0F, 90.0F, 20.0F, 30.0F}}};
    made.build();
    const WorldState none = made.at(159);
    QVERIFY(value(none, 0, ActorProperty::Minerals).absent());
    QVERIFY(value(none, 0, ActorProperty::Apm).absent());
    const WorldState s = made.at(500);
    QCOMPARE(value(s, 0, ActorProperty::SupplyUsed).asReal(), 14.5);
    QCOMPARE(value(s, 0, ActorProperty::SupplyMade).asReal(), 15.0);
    QCOMPARE(value(s, 0, ActorProperty::Minerals).asInteger(), 0);
    QCOMPARE(value(s, 0, id(Stat::Minerals)).asInteger(), -5); // as the game said it
    QCOMPARE(value(s, 0, ActorProperty::Unspent).asInteger(), 95);
    QCOMPARE(value(s, 0, ActorProperty::Income).asInteger(), 1060);
    QCOMPARE(value(s, 0, ActorProperty::Workers).asInteger(), 12);
    QCOMPARE(value(s, 0, ActorProperty::ArmyValue).asInteger(), 350);
    QCOMPARE(value(s, 0, ActorProperty::ResourcesLost).asInteger(), 75);
    QCOMPARE(value(s, 0, ActorProperty::ResourcesKilled).asInteger(), 120);
    QCOMPARE(value(s, 0, id(Stat::FoodUsed)).asReal(), 14.5);
    QCOMPARE(value(s, 0, id(Stat::VespeneLostTechnology)).asInteger(), 15);
    QCOMPARE(value(s, 0, ActorProperty::Apm).asReal(), 120.0);
    QCOMPARE(value(s, 0, ActorProperty::Epm).asReal(), 90.0);
    QCOMPARE(value(s, 0, ActorProperty::Screens).asReal(), 20.0);
    QCOMPARE(value(s, 0, ActorProperty::Groups).asReal(), 30.0);
    QVERIFY(value(s, 1, ActorProperty::Minerals).absent()); // the other player's are not known
    const auto declared = declareActorProperties();
    QCOMPARE(declared.size(), static_cast<std::size_t>(ActorPropertyCount));
    QSet<QString> ids;
    for (const model::PropertyInfo& property : declared) {
        QVERIFY(!property.name.isEmpty() && !property.group.isEmpty());
        ids.insert(property.id);
    }
    QCOMPARE(static_cast<std::size_t>(ids.size()), declared.size());
}

void TestSc2Segment::bases()
{
    Made made;
    made.game.born(0, "CommandCenter", 1);
    const auto second = made.game.init(100, "CommandCenter", 1);
    made.game.done(200, second);
    made.game.becomes(300, second, "OrbitalCommand");
    made.game.died(400, second, 2, 50, 50);
    made.game.born(0, "Barracks", 1);
    made.build();
    const auto count = [&made](std::uint32_t loop) {
        return value(made.at(loop), 0, ActorProperty::Bases).asInteger();
    };
    QCOMPARE(count(0), 1);
    QCOMPARE(count(199), 1);
    QCOMPARE(count(200), 2);
    QCOMPARE(count(399), 2);
    QCOMPARE(count(400), 1);
    QCOMPARE(value(made.at(0), 1, ActorProperty::Bases).asInteger(), 0);
}

void TestSc2Segment::upgrades()
{
    Made made;
    made.game.upgrade(0, 1, "TerranInfantryWeaponsLevel1"); // given by the map
    made.game.upgrade(100, 1, "Stimpack");
    made.game.upgrade(150, 1, "SprayTerran");
    made.game.upgrade(200, 2, "WarpGateResearch");
    made.build();
    QCOMPARE(value(made.at(99), 0, ActorProperty::Upgrades).asInteger(), 0);
    QCOMPARE(value(made.at(1000), 0, ActorProperty::Upgrades).asInteger(), 1);
    QCOMPARE(value(made.at(1000), 1, ActorProperty::Upgrades).asInteger(), 1);
}

void TestSc2Segment::names()
{
    Made made;
    made.game.born(0, "Marine", 1);
    made.game.born(0, "Marine", 1);
    made.game.born(0, "Marine", 2);
    const auto larva = made.game.born(0, "Larva", 2);
    made.game.becomes(10, larva, "Egg");
    made.game.becomes(20, larva, "Drone");
    made.game.born(0, "MineralField", 0);
    made.game.born(0, "LabMineralField", 0); // the same to people
    made.build();
    const auto cast = describeCast(*made.data, *made.kinds);
    QCOMPARE(cast.size(), std::size_t{10});
    for (std::size_t i = 0; i < cast.size(); ++i)
        QCOMPARE(model::index(cast[i].id), static_cast<std::uint32_t>(i));
    QCOMPARE(cast[0].name, QStringLiteral("Ann"));
    QCOMPARE(cast[3].parent, cast[1].id);
    QCOMPARE(cast[3].shape, model::ActorShape::View);
    QCOMPARE(cast[4].name, QStringLiteral("Marine 1"));
    QCOMPARE(cast[5].name, QStringLiteral("Marine 2"));
    QCOMPARE(cast[6].name, QStringLiteral("Marine"));
    QCOMPARE(cast[7].name, QStringLiteral("Drone"));
    QCOMPARE(cast[7].nativeType, QStringLiteral("Drone"));
    QCOMPARE(cast[7].team, 1);
    QCOMPARE(cast[8].team, -1);
    QVERIFY(cast[8].background);
    QCOMPARE(cast[8].life.end, 2001);
    QCOMPARE(cast[8].name, QStringLiteral("Mineral Field 1"));
    QCOMPARE(cast[9].name, QStringLiteral("Mineral Field 2"));
}

/// Every player a hue, the nearest where it is free.
void TestSc2Segment::hues()
{
    StoryGame game;
    game.player("red", 0).rgb = {180, 20, 30};
    game.player("blue", 1).rgb = {0, 66, 255};
    const auto two = describeTeams(game.data.head);
    QCOMPARE(two[0].hue, 3);
    QCOMPARE(two[1].hue, 0);
    QVERIFY(two[0].side.isEmpty());
    game.player("also red", 1).rgb = {180, 20, 30};
    const auto three = describeTeams(game.data.head);
    QCOMPARE(three[0].hue, 3);
    QVERIFY(three[2].hue != 3 && three[2].hue != 0);
    QCOMPARE(three[0].side, QStringLiteral("Team 1"));
    QCOMPARE(three[2].side, QStringLiteral("Team 2"));
    for (int i = 0; i < 9; ++i)
        game.player("more", 5).rgb = {180, 20, 30};
    for (const model::Team& team : describeTeams(game.data.head))
        QVERIFY(team.hue >= 0 && team.hue < 7);
}

void TestSc2Segment::looks_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("shape");
    QTest::addColumn<bool>("background");
    const auto row = [](const char* type, model::ActorShape shape, bool background = false) {
        QTest::newRow(type) << QString::fromLatin1(type) << static_cast<int>(shape) << background;
    };
    row("SCV", model::ActorShape::Sphere);
    row("Marine", model::ActorShape::Arrow);
    row("Mutalisk", model::ActorShape::Diamond);
    row("Overlord", model::ActorShape::Diamond);
    row("Barracks", model::ActorShape::Box);
    row("BarracksFlying", model::ActorShape::Box);
    row("Hatchery", model::ActorShape::Hexagon);
    row("Larva", model::ActorShape::Sphere);
    row("NobodyKnowsThis", model::ActorShape::Cylinder);
    row("MineralField", model::ActorShape::Diamond, true);
    row("VespeneGeyser", model::ActorShape::Cylinder, true);
    row("XelNagaTower", model::ActorShape::Cylinder, true);
    row("BeaconArmy", model::ActorShape::None, true);
}

void TestSc2Segment::looks()
{
    QFETCH(QString, type);
    QFETCH(int, shape);
    QFETCH(bool, background);
    Made made;
    made.game.born(0, type.toLatin1().constData(), 1);
    made.build();
    const auto look = value(made.at(0), 4, ActorProperty::Look).asInteger();
    const model::ActorLook& found = made.kinds->looks[static_cast<std::size_t>(look)];
    QCOMPARE(static_cast<int>(found.shape), shape);
    QCOMPARE(found.background, background);
    // It stands on the ground, or flies.
    QVERIFY(found.boxCentre.y >= found.boxHalf.y - 1e-6F);
}

void TestSc2Segment::scene()
{
    Made made;
    made.game.data.head.mapSizeX = 160;
    made.game.data.head.mapSizeY = 120;
    made.game.born(0, "CommandCenter", 1, 30, 40);
    made.game.born(0, "Nexus", 2, 130, 80);
    made.game.born(0, "MineralField", 0, 20, 40);
    made.game.born(0, "XelNagaTower", 0, 80, 60);
    made.build();
    const model::SceneDescription scene = describeScene(*made.data, *made.kinds);
    QVERIFY(scene.bounds.valid);
    QCOMPARE(scene.bounds.min, glm::dvec3(0, 0, -120));
    QCOMPARE(scene.bounds.max, glm::dvec3(160, 0, 0));
    QCOMPARE(scene.groundHeight, 0.0);
    QCOMPARE(scene.cameras.size(), std::size_t{3});
    QCOMPARE(scene.cameras[1].name, QStringLiteral("Start of Ann"));
    QCOMPARE(scene.cameras[1].target, glm::dvec3(30, 0, -40));
    QStringList labels;
    for (const model::SceneLabel& label : scene.labels)
        labels += label.text;
    QCOMPARE(labels.size(), 3);
    QVERIFY(labels.contains(QStringLiteral("Start of Bob")));
    for (const model::SceneMesh& mesh : scene.meshes) {
        // Counter-clockwise seen from above.
        for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
            const auto corner = [&](std::size_t k) { return mesh.vertices[mesh.indices[i + k]]; };
            QVERIFY(glm::cross(corner(1) - corner(0), corner(2) - corner(0)).y > 0.0F);
        }
    }
}

void TestSc2Segment::clocks_data()
{
    QTest::addColumn<int>("speed");
    QTest::addColumn<bool>("scaled");
    QTest::addColumn<double>("game");
    QTest::newRow("Faster before 3.0") << 4 << false << 1.4;
    QTest::newRow("Faster since") << 4 << true << 1.0;
    QTest::newRow("Normal before 3.0") << 2 << false << 1.0;
    QTest::newRow("Slower since") << 0 << true << 9.6 / 22.4;
}

void TestSc2Segment::clocks()
{
    QFETCH(int, speed);
    QFETCH(bool, scaled);
    QFETCH(double, game);
    Made made(2240);
    made.game.data.head.gameSpeed = speed;
    made.game.data.head.header.useScaledTime = scaled;
    made.build();
    const MpqArchive archive;
    const model::ReplayInfo info = describeReplay(*made.data, *made.kinds, archive, 1);
    QCOMPARE(info.clocks.front().name, QStringLiteral("Game"));
    QVERIFY(std::abs(info.clocks.front().rate - game) < 1e-9);
    const model::TimeAxis axis = timeAxisOf(*made.data);
    QCOMPARE(axis.frames(), 2241);
    const double shown = info.clocks.front().rate * model::seconds(axis.duration());
    QVERIFY(std::abs(shown - (scaled ? 100.0 : 140.0)) < 1e-3);
}

namespace {

/// Two armies that come, go, change and die at random.
void crowd(Made& made, unsigned seed)
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

/// A state depends on its place alone, not on what was asked before or on what the memory held.
void TestSc2Segment::anyOrder()
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        Made made;
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
            QVERIFY(model::sameState(used, fresh));
            QVERIFY(std::is_sorted(used.ids.begin(), used.ids.end()));
        }
    }
}

void TestSc2Segment::allocatesNothing()
{
    Made made;
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
    Made made(90'000'000);
    for (int i = 0; i < 300; ++i)
        made.game.born(0, "Marine", 1);
    made.build();
    QVERIFY(made.segment->bytes() < (std::size_t{64} << 20));
    QCOMPARE(made.at(89'999'999).size(), std::size_t{304});
}

QTEST_GUILESS_MAIN(TestSc2Segment)
#include "tst_sc2_segment.moc"
