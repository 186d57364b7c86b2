// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of units and players at a loop: names, owners, figures, what they selected.
#include "codecs/sc2/replay/cast.h"
#include "codecs/sc2/replay/properties.h"
#include "tests/codecs/sc2/made_segment.h"
#include "tests/codecs/sc2/story_game.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_sc2_segment_values {

using namespace ghostline;
using namespace ghostline::sc2;
using model::PropertyValue;
using model::WorldState;
using test::MadeSegment;
using test::StoryGame;

namespace {

PropertyValue value(const WorldState& state, std::ptrdiff_t row, model::ActorPropertyId property)
{
    return state.value(static_cast<std::size_t>(row), property);
}

PropertyValue value(const WorldState& state, std::ptrdiff_t row, ActorProperty property)
{
    return value(state, row, id(property));
}

} // namespace

class TestSc2SegmentValues : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void construction();
    void typesAndOwners();
    void kills();
    void selections();
    void figures();
    void bases();
    void upgrades();
    void names();
    void hues();
    void looks_data();
    void looks();
};

void TestSc2SegmentValues::construction()
{
    MadeSegment made;
    const auto done = made.game.init(100, "Barracks", 1);
    made.game.init(100, "Gateway", 2);
    made.game.done(300, done);
    made.build();
    const WorldState half = made.at(200);
    QVERIFY((half.flags[4] & model::Unfinished) != 0);
    QCOMPARE(value(half, 4, ActorProperty::Progress).asReal(), 50.0);
    QCOMPARE(value(made.at(200, 0.5), 4, ActorProperty::Progress).asReal(), 50.25);
    QCOMPARE(made.kinds->strings->text(value(half, 4, ActorProperty::UnderConstruction).asText()),
             QStringLiteral("Barracks"));
    // Nobody knows how far along what never was finished is.
    QVERIFY((half.flags[5] & model::Unfinished) != 0);
    QVERIFY(value(half, 5, ActorProperty::Progress).absent());
    QVERIFY(value(half, 5, ActorProperty::UnderConstruction).absent());
    const WorldState after = made.at(300);
    QVERIFY((after.flags[4] & model::Unfinished) == 0);
    QVERIFY(value(after, 4, ActorProperty::Progress).absent());
    QVERIFY((made.at(1999).flags[5] & model::Unfinished) != 0);
}

void TestSc2SegmentValues::typesAndOwners()
{
    MadeSegment made;
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

void TestSc2SegmentValues::kills()
{
    MadeSegment made;
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

void TestSc2SegmentValues::selections()
{
    MadeSegment made;
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

void TestSc2SegmentValues::figures()
{
    MadeSegment made;
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
    // Cancelled technology, taken off what was lost of it: nothing else comes back by that.
    set(Stat::MineralsLostTechnology, -301);
    set(Stat::VespeneLostTechnology, 15);
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
    QCOMPARE(value(s, 0, ActorProperty::ResourcesLost).asInteger(), 63);
    QCOMPARE(value(s, 0, id(Stat::MineralsLostTechnology)).asInteger(), -301);
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

void TestSc2SegmentValues::bases()
{
    MadeSegment made;
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

void TestSc2SegmentValues::upgrades()
{
    MadeSegment made;
    made.game.upgrade(0, 1, "TerranInfantryWeaponsLevel1"); // given by the map
    made.game.upgrade(100, 1, "Stimpack");
    made.game.upgrade(150, 1, "SprayTerran");
    made.game.upgrade(200, 2, "WarpGateResearch");
    made.build();
    QCOMPARE(value(made.at(99), 0, ActorProperty::Upgrades).asInteger(), 0);
    QCOMPARE(value(made.at(1000), 0, ActorProperty::Upgrades).asInteger(), 1);
    QCOMPARE(value(made.at(1000), 1, ActorProperty::Upgrades).asInteger(), 1);
}

void TestSc2SegmentValues::names()
{
    MadeSegment made;
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
void TestSc2SegmentValues::hues()
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

void TestSc2SegmentValues::looks_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("shape");
    QTest::addColumn<bool>("background");
    const auto row = [](const char* type, model::ActorShape shape, bool background = false) {
        QTest::newRow(type) << QString::fromLatin1(type) << static_cast<int>(shape) << background;
    };
    row("SCV", model::ActorShape::Worker);
    row("Marine", model::ActorShape::Infantry);
    row("Zergling", model::ActorShape::Infantry);
    row("SiegeTankSieged", model::ActorShape::Armour);
    row("Hellion", model::ActorShape::Armour);
    row("Ultralisk", model::ActorShape::Armour);
    row("HighTemplar", model::ActorShape::Caster);
    row("InfestorBurrowed", model::ActorShape::Caster);
    row("InfestorTerran", model::ActorShape::Infantry);
    row("Mutalisk", model::ActorShape::Aircraft);
    row("Overlord", model::ActorShape::Diamond);
    row("Barracks", model::ActorShape::Building);
    row("BarracksFlying", model::ActorShape::Building);
    row("Hatchery", model::ActorShape::Hexagon);
    row("Larva", model::ActorShape::Sphere);
    row("NobodyKnowsThis", model::ActorShape::Cylinder);
    row("MineralField", model::ActorShape::Crystal, true);
    row("VespeneGeyser", model::ActorShape::Vent, true);
    row("XelNagaTower", model::ActorShape::Cylinder, true);
    row("BeaconArmy", model::ActorShape::None, true);
}

void TestSc2SegmentValues::looks()
{
    QFETCH(QString, type);
    QFETCH(int, shape);
    QFETCH(bool, background);
    MadeSegment made;
    made.game.born(0, type.toLatin1().constData(), 1);
    made.build();
    const auto look = value(made.at(0), 4, ActorProperty::Look).asInteger();
    const model::ActorLook& found = made.kinds->looks[static_cast<std::size_t>(look)];
    QCOMPARE(static_cast<int>(found.shape), shape);
    QCOMPARE(found.background, background);
    // It stands on the ground, or flies.
    QVERIFY(found.boxCentre.y >= found.boxHalf.y - 1e-6F);
}

} // namespace tst_sc2_segment_values

GHOSTLINE_TEST(tst_sc2_segment_values, TestSc2SegmentValues)
#include "tst_sc2_segment_values.moc"
