// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of games put together by hand: fights, supply blocks, build orders.
#include "codecs/sc2/events/derived_kinds.h"
#include "codecs/sc2/events/fights.h"
#include "codecs/sc2/events/losses.h"
#include "codecs/sc2/events/upgrade_names.h"
#include "tests/codecs/sc2/story_game.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QTest>

namespace tst_sc2_story {

using namespace ghostline;
using namespace ghostline::sc2;
using ghostline::test::duel;
using ghostline::test::ofKind;
using ghostline::test::StoryGame;

namespace {

/// So many of one type, each dead at its own loop from `loop` on, all about one place.
void slaughter(StoryGame& game, int count, const char* type, int owner, int killer, std::uint32_t loop,
               float x, float y, std::uint32_t apart = 10)
{
    for (int i = 0; i < count; ++i) {
        const std::uint32_t unit = game.born(1, type, owner, x, y);
        game.died(loop + static_cast<std::uint32_t>(i) * apart, unit, killer, x + static_cast<float>(i % 3),
                  y);
    }
}

/// The first player orders Barracks at x.
Order barracks(std::uint32_t loop, float x)
{
    Order made;
    made.loop = loop;
    made.participant = 0;
    made.hasAbility = true;
    made.purpose = CommandPurpose::Build;
    made.name.command = "BuildBarracks";
    made.ability = 121; // what the text is made from
    made.index = 3;
    made.target.kind = TargetKind::Point;
    made.target.point.x = x;
    return made;
}

QStringList texts(const DerivedEvents& story, DerivedKind kind)
{
    QStringList out;
    for (const model::Event& event : ofKind(story, kind))
        out << event.text;
    return out;
}

} // namespace

class TestSc2Story : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tellsKindsInDeclaredOrder()
    {
        StoryGame game = duel();
        const DerivedEvents story = game.tell();
        QCOMPARE(story.events->kinds.size(), static_cast<std::size_t>(DerivedKind::Count));
        QCOMPARE(story.events->kinds[static_cast<std::size_t>(DerivedKind::SupplyBlock)].id,
                 QStringLiteral("supply_block"));
        QVERIFY(story.events->kinds[static_cast<std::size_t>(DerivedKind::Fight)].band);
        QVERIFY(story.events->kinds[static_cast<std::size_t>(DerivedKind::Ping)].cue);
        const auto starts = ofKind(story, DerivedKind::GameStart);
        QCOMPARE(starts.size(), std::size_t{1});
        QCOMPARE(starts[0].text, QStringLiteral("Game start: Ada (Terran) against Ben (Zerg)"));
    }

    void sumsAFightUp()
    {
        StoryGame game = duel();
        slaughter(game, 3, "Marine", 1, 2, 5000, 60, 70);
        slaughter(game, 12, "Zergling", 2, 1, 5005, 62, 70);
        const auto fights = ofKind(game.tell(), DerivedKind::Fight);
        QCOMPARE(fights.size(), std::size_t{1});
        const model::Event& fight = fights[0];
        QCOMPARE(fight.text, QStringLiteral("Fight: Ada lost 150, Ben 300"));
        QCOMPARE(fight.frame, model::FrameNumber{5000});
        QCOMPARE(fight.length.count() / 1000, qint64{5000 + 115 - 5000} * 5 * 1000 / 112);
        QCOMPARE(fight.data[QLatin1String("lost_1")].toInt(), 150);
        QCOMPARE(fight.data[QLatin1String("killed_1")].toInt(), 300);
        QCOMPARE(fight.data[QLatin1String("lost_2")].toInt(), 300);
        QCOMPARE(fight.data[QLatin1String("units_2")].toString(), QStringLiteral("12 Zergling"));
        QCOMPARE(fight.data[QLatin1String("winner")].toString(), QStringLiteral("Ada"));
        QCOMPARE(fight.data[QLatin1String("deaths")].toInt(), 15);
        QVERIFY(fight.placed);
        QVERIFY(std::abs(fight.place.x - 62.3) < 1.0);
        QCOMPARE(fight.place.z, -70.0);
        QVERIFY(fight.radius >= 3.0F && fight.radius < 6.0F);
        QCOMPARE(fight.actors.size(), std::size_t{2});
        QCOMPARE(fight.losses.size(), std::size_t{2});
        QCOMPARE(fight.losses[0].actor, fight.actors[0]);
        QCOMPARE(fight.losses[0].worth, 150.0);
        QCOMPARE(fight.losses[1].worth, 300.0);
    }

    void keepsFightsApartInSpace()
    {
        StoryGame game = duel();
        slaughter(game, 4, "Marine", 1, 2, 5000, 30, 30);
        slaughter(game, 4, "Roach", 2, 1, 5003, 90, 30);
        const auto fights = ofKind(game.tell(), DerivedKind::Fight);
        QCOMPARE(fights.size(), std::size_t{2});
        QCOMPARE(fights[0].text, QStringLiteral("Fight: Ada lost 200, Ben nothing"));
        QCOMPARE(fights[1].text, QStringLiteral("Fight: Ada lost nothing, Ben 400"));
    }

    void keepsFightsApartInTime_data()
    {
        QTest::addColumn<int>("apart");
        QTest::addColumn<int>("fights");
        QTest::newRow("just within reach") << int(FightLoops) << 1;
        QTest::newRow("just out of it") << int(FightLoops) + 1 << 2;
    }
    void keepsFightsApartInTime()
    {
        QFETCH(int, apart);
        QFETCH(int, fights);
        StoryGame game = duel();
        slaughter(game, 3, "Marine", 1, 2, 5000, 30, 30, 0);
        slaughter(game, 3, "Marine", 1, 2, 5000 + static_cast<std::uint32_t>(apart), 30, 30, 0);
        QCOMPARE(int(ofKind(game.tell(), DerivedKind::Fight).size()), fights);
    }

    /// Nobody dies between the two, but both sides report damage there: it is one fight. When only one side
    /// does (somebody shoots at rocks), it is not.
    void damageKeepsAFightGoing_data()
    {
        QTest::addColumn<bool>("both");
        QTest::addColumn<int>("fights");
        QTest::newRow("both sides hurt each other") << true << 1;
        QTest::newRow("one side alone") << false << 2;
    }
    void damageKeepsAFightGoing()
    {
        QFETCH(bool, both);
        QFETCH(int, fights);
        StoryGame game = duel();
        const std::uint32_t tank = game.born(1, "SiegeTank", 1, 30, 30);
        const std::uint32_t roach = game.born(1, "Roach", 2, 34, 30);
        slaughter(game, 3, "Marine", 1, 2, 5000, 30, 30, 0);
        slaughter(game, 3, "Marine", 1, 2, 5500, 30, 30, 0);
        for (const std::uint32_t loop : {5040U, 5280U, 5500U}) {
            game.hurt(loop, tank, 30, 31);
            if (both)
                game.hurt(loop, roach, 34, 31);
        }
        QCOMPARE(int(ofKind(game.tell(), DerivedKind::Fight).size()), fights);
    }

    void leavesOutWhatIsNoFight_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("killer");
        QTest::addColumn<int>("fights");
        QTest::newRow("two marines") << 2 << QStringLiteral("Marine") << 2 << 0;
        QTest::newRow("three zerglings") << 3 << QStringLiteral("Zergling") << 2 << 1;
        QTest::newRow("one tank") << 1 << QStringLiteral("SiegeTank") << 2 << 1;
        QTest::newRow("merged or morphed") << 6 << QStringLiteral("HighTemplar") << -1 << 0;
        QTest::newRow("called off by the owner") << 6 << QStringLiteral("Barracks") << 1 << 0;
        QTest::newRow("a shot that ran out") << 6 << QStringLiteral("DisruptorPhased") << 1 << 0;
        QTest::newRow("free units") << 6 << QStringLiteral("Broodling") << 2 << 0;
    }
    void leavesOutWhatIsNoFight()
    {
        QFETCH(int, count);
        QFETCH(QString, type);
        QFETCH(int, killer);
        QFETCH(int, fights);
        StoryGame game = duel();
        slaughter(game, count, type.toLatin1().constData(), 1, killer, 5000, 30, 30);
        QCOMPARE(int(ofKind(game.tell(), DerivedKind::Fight).size()), fights);
    }

    /// A hundred thousand losses at one place and loop must not take the square of that.
    void clustersMuchWithoutEnd()
    {
        std::vector<Loss> losses(100'000);
        for (Loss& loss : losses) {
            loss.loop = 500;
            loss.worth = 50;
            loss.x = loss.y = 1e30F;
        }
        const auto fights = findFights(losses, {});
        QCOMPARE(fights.size(), std::size_t{1});
        QCOMPARE(fights[0].losses.size(), losses.size());
    }

    void findsSupplyBlocks()
    {
        StoryGame game = duel(2000);
        const std::uint32_t depot = game.init(300, "SupplyDepot", 1);
        game.done(700, depot);
        const std::array<int, 6> used{14, 15, 15, 16, 23, 23};
        const std::array<int, 6> made{15, 15, 15, 23, 23, 31};
        for (std::size_t i = 0; i < used.size(); ++i)
            game.stats(160 + 160 * static_cast<std::uint32_t>(i), 1, used[i], made[i]);
        game.stats(160, 2, 200, 200); // nothing more to be had
        const DerivedEvents story = game.tell();
        const auto& blocks = story.supplyBlocks[0];
        QCOMPARE(blocks.size(), std::size_t{2});
        QCOMPARE(blocks[0].first, 320U);
        QCOMPARE(blocks[0].end, 640U); // by the report: the depot came later
        QCOMPARE(blocks[1].first, 800U);
        QCOMPARE(blocks[1].end, 960U);
        QVERIFY(story.supplyBlocks[1].empty());
        const auto events = ofKind(story, DerivedKind::SupplyBlock);
        QCOMPARE(events.size(), std::size_t{2});
        // Told by reports 160 loops apart: when it began is not known more exactly.
        QCOMPARE(events[0].text, QStringLiteral("Supply blocked at 15 of 15, since up to 7.1 s before"));
        QVERIFY(std::abs(events[0].data[QLatin1String("late_by_at_most_s")].toDouble() - 160 * 5 / 112.0) <
                1e-5);
        QVERIFY(std::abs(events[0].data[QLatin1String("seconds")].toDouble() - 320 * 5 / 112.0) < 1e-5);
    }

    void endsSupplyBlocksWhereSupplyCame()
    {
        StoryGame game = duel(1000);
        const std::uint32_t depot = game.init(100, "SupplyDepot", 1);
        game.born(390, "Overlord", 2); // of the other
        game.done(402, depot);
        game.stats(160, 1, 15, 15);
        game.stats(320, 1, 15, 15);
        game.stats(480, 1, 15, 23);
        game.stats(640, 1, 23, 23);
        const DerivedEvents story = game.tell();
        QCOMPARE(story.supplyBlocks[0].size(), std::size_t{2});
        QCOMPARE(story.supplyBlocks[0][0].end, 402U);
        QCOMPARE(story.supplyBlocks[0][1].end, 1001U); // to the end
    }

    void tellsBuildOrders()
    {
        StoryGame game = duel();
        game.born(0, "CommandCenter", 1);
        game.born(0, "SCV", 1);
        game.stats(1, 1, 12, 15);
        game.stats(160, 1, 14, 15);
        game.born(200, "SCV", 1, 50, 50, "CommandCenterTrain");
        game.init(400, "SupplyDepot", 1);
        game.init(900, "Barracks", 1);
        game.init(950, "Barracks", 1);
        const std::uint32_t base = game.init(1200, "CommandCenter", 1, 70, 80);
        game.born(1300, "Larva", 2);
        game.born(1310, "Broodling", 2);
        game.init(1320, "CreepTumor", 2);
        game.born(1400, "MULE", 1, 50, 50, "CalldownMULE");
        game.born(1500, "Phoenix", 1, 50, 50, "HallucinationPhoenix");
        game.becomes(2500, base, "OrbitalCommand");
        game.becomes(2600, base, "OrbitalCommandFlying");
        game.becomes(2700, base, "OrbitalCommand");
        game.upgrade(0, 1, "Stimpack");
        game.upgrade(2800, 1, "SprayTerran");
        game.upgrade(2900, 1, "ShieldWall");
        const DerivedEvents story = game.tell();
        QCOMPARE(texts(story, DerivedKind::Build),
                 QStringList({QStringLiteral("Supply Depot"), QStringLiteral("Barracks"),
                              QStringLiteral("Barracks"), QStringLiteral("Command Center"),
                              QStringLiteral("Orbital Command")}));
        QCOMPARE(texts(story, DerivedKind::Train), QStringList({QStringLiteral("SCV")}));
        QCOMPARE(texts(story, DerivedKind::Upgrade), QStringList({QStringLiteral("Combat Shield")}));
        QCOMPARE(
            texts(story, DerivedKind::FirstOfKind),
            QStringList({QStringLiteral("First Supply Depot"), QStringLiteral("First Barracks"),
                         QStringLiteral("First Command Center"), QStringLiteral("First Orbital Command")}));
        QCOMPARE(texts(story, DerivedKind::Expansion),
                 QStringList({QStringLiteral("Base 2: Command Center")}));
        const model::Event depot = ofKind(story, DerivedKind::Build)[0];
        QCOMPARE(depot.data[QLatin1String("supply")].toInt(), 14);
        QCOMPARE(depot.data[QLatin1String("supply_made")].toInt(), 15);
        QCOMPARE(depot.data[QLatin1String("type")].toString(), QStringLiteral("SupplyDepot"));
        QCOMPARE(depot.data[QLatin1String("player")].toString(), QStringLiteral("Ada"));
        QCOMPARE(depot.actors.size(), std::size_t{2});
        QCOMPARE(depot.actors[0], model::ActorId{0});
        QCOMPARE(depot.actors[1], model::ActorId{4 + 3}); // behind two players and two cameras
    }

    /// In a cocoon a unit becomes another; where it comes out as what it was, nothing was made.
    void tellsMorphs()
    {
        StoryGame game = duel();
        const std::uint32_t roach = game.born(100, "Roach", 2);
        game.becomes(500, roach, "RavagerCocoon");
        game.becomes(700, roach, "Ravager");
        const std::uint32_t ling = game.born(800, "Zergling", 2);
        game.becomes(900, ling, "BanelingCocoon");
        game.becomes(950, ling, "Zergling");
        const std::uint32_t tank = game.born(1000, "SiegeTank", 1);
        game.becomes(1100, tank, "SiegeTankSieged");
        const auto trained = ofKind(game.tell(), DerivedKind::Train);
        QStringList names;
        for (const model::Event& event : trained)
            names << event.text;
        QCOMPARE(names, QStringList({QStringLiteral("Roach"), QStringLiteral("Ravager"),
                                     QStringLiteral("Zergling"), QStringLiteral("Siege Tank")}));
        QCOMPARE(trained[1].frame, model::FrameNumber{500});
        QVERIFY(trained[1].data[QLatin1String("morph")].toBool());
    }

    /// That nothing fights and dies without reports of units says nothing.
    void saysWhatIsNotRecorded()
    {
        const auto unrecorded = [](bool reports) {
            QStringList ids;
            for (const model::EventKind& kind : derivedKinds(ReplayHead(), reports)) {
                if (kind.unrecorded)
                    ids << kind.id;
            }
            return ids;
        };
        QCOMPARE(unrecorded(true), QStringList());
        QCOMPARE(unrecorded(false), QStringList({QStringLiteral("fight"), QStringLiteral("death")}));
        // What merely names something needs its kind beside it.
        for (const model::EventKind& kind : derivedKinds(ReplayHead(), true))
            QCOMPARE(kind.named, (QStringList{QStringLiteral("build"), QStringLiteral("train"),
                                              QStringLiteral("upgrade"), QStringLiteral("death")}
                                      .contains(kind.id)));
    }

    void tellsOrdersWithoutTracker()
    {
        StoryGame game = duel();
        game.data.hasTracker = false;
        game.data.abilities = AbilityTable(AbilitySet::WingsOfLiberty, 22875);
        auto& orders = game.data.actions.orders;
        orders.push_back(barracks(100, 40));
        orders.push_back(barracks(130, 41)); // the same, clicked again
        orders.push_back(barracks(160, 60));
        orders.push_back(barracks(170, 90));
        orders.back().purpose = CommandPurpose::Move;
        orders.back().name.command = "Move";
        orders.back().ability = 16;
        const DerivedEvents story = game.tell();
        const auto built = ofKind(story, DerivedKind::Build);
        QCOMPARE(built.size(), std::size_t{2});
        QCOMPARE(built[0].text, QStringLiteral("ordered: Barracks"));
        QVERIFY(built[0].data[QLatin1String("ordered")].toBool());
        QVERIFY(!built[0].data.contains(QLatin1String("supply")));
        QCOMPARE(texts(story, DerivedKind::FirstOfKind),
                 QStringList({QStringLiteral("ordered: first Barracks")}));
    }

    void aFileMayClaimAnyNumber_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("town halls") << 0;
        QTest::newRow("reports behind each other's back") << 1;
        QTest::newRow("pings") << 2;
        QTest::newRow("places ordered") << 3;
    }
    /// Two hundred thousand of anything must not take the square of that, which is minutes.
    void aFileMayClaimAnyNumber()
    {
        QFETCH(int, what);
        StoryGame game = duel();
        game.data.hasTracker = what != 3;
        game.data.abilities = AbilityTable(AbilitySet::WingsOfLiberty, 22875);
        constexpr std::uint32_t Many = 200'000;
        for (std::uint32_t i = 0; i < Many; ++i) {
            if (what == 0) {
                game.begin(true, 10, "CommandCenter", 1, 50, 50);
            } else if (what == 1) {
                game.stats(i / 20, 1, 12, 15);
                const std::uint32_t hatchery = game.init(10, "Hatchery", 1);
                game.becomes(19'000, hatchery, "Lair");
            } else if (what == 2) {
                game.data.messages.pings.push_back({1000 + i % 9, 0, 0, 1.0F, 1.0F});
                game.data.game.pings.push_back({{1.0F, 1.0F, 0.0F}});
                game.data.game.order.push_back({5000, i, 0, 0, GameEventKind::Ping});
            } else {
                game.data.actions.orders.push_back(barracks(500, static_cast<float>(i) * 4));
            }
        }
        QElapsedTimer time;
        time.start();
        const DerivedEvents story = game.tell();
        QVERIFY2(time.elapsed() < 60'000, qPrintable(QString::number(time.elapsed())));
        QVERIFY(story.events->events.size() >= Many);
    }

    void namesUpgrades_data()
    {
        QTest::addColumn<QString>("raw");
        QTest::addColumn<QString>("name");
        QTest::newRow("known") << QStringLiteral("zerglingmovementspeed")
                               << QStringLiteral("Metabolic Boost");
        QTest::newRow("level") << QStringLiteral("TerranInfantryWeaponsLevel1")
                               << QStringLiteral("Terran Infantry Weapons 1");
        QTest::newRow("of Zerg") << QStringLiteral("ZergMeleeWeaponsLevel2")
                                 << QStringLiteral("Zerg Melee Attacks 2");
        QTest::newRow("carapace") << QStringLiteral("ZergGroundArmorsLevel1")
                                  << QStringLiteral("Zerg Ground Carapace 1");
        QTest::newRow("plating") << QStringLiteral("TerranVehicleAndShipArmorsLevel3")
                                 << QStringLiteral("Terran Vehicle And Ship Plating 3");
        QTest::newRow("armour") << QStringLiteral("ProtossGroundArmorsLevel1")
                                << QStringLiteral("Protoss Ground Armor 1");
        QTest::newRow("as spelt") << QStringLiteral("ChitinousPlating")
                                  << QStringLiteral("Chitinous Plating");
        QTest::newRow("one word") << QStringLiteral("Burrow") << QStringLiteral("Burrow");
        QTest::newRow("small") << QStringLiteral("somethingNew") << QStringLiteral("Something New");
        QTest::newRow("nothing") << QStringLiteral("") << QStringLiteral("");
    }
    void namesUpgrades()
    {
        QFETCH(QString, raw);
        QFETCH(QString, name);
        QCOMPARE(readableUpgradeName(raw.toStdString()), name);
    }
};

} // namespace tst_sc2_story

GHOSTLINE_TEST(tst_sc2_story, TestSc2Story)
#include "tst_sc2_story.moc"
