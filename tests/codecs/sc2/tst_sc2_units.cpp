// SPDX-License-Identifier: GPL-3.0-or-later
// The table of units: look-ups, names for people, resemblances, and what is no unit at all.
#include "codecs/sc2/tracker/unit_table.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_sc2_units {

using namespace ghostline::sc2;

class TestSc2Units : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void ascendingAndFound();
    void facts_data();
    void facts();
    void unknown_data();
    void unknown();
    void names_data();
    void names();
    void resemblance_data();
    void resemblance();
    void dummies_data();
    void dummies();
};

void TestSc2Units::ascendingAndFound()
{
    const auto types = unitTypes();
    QVERIFY(types.size() > 379);
    for (std::size_t i = 0; i < types.size(); ++i) {
        const std::string_view name = types[i].name;
        QVERIFY2(i == 0 || types[i - 1].name < name, name.data());
        const UnitType* found = findUnitType(name);
        QVERIFY2(found != nullptr && found->name == name, name.data());
        QVERIFY2(!readableUnitName(name).empty(), name.data());
        QCOMPARE(unitTypeForDrawing(name), found);
        QVERIFY2(types[i].building ==
                     (isStructure(types[i].unitClass) || types[i].unitClass == UnitClass::Creep),
                 name.data());
        // What counts as army is never left out of a list, but for one invisible escort.
        QVERIFY2(!types[i].army || !isMapDummy(name) || name == "InvisibleEscortFlying", name.data());
        QVERIFY2(!isMapDummy(name) || types[i].minerals < 0, name.data());
        QVERIFY2((types[i].width == 0) == (types[i].height == 0), name.data());
    }
}

void TestSc2Units::facts_data()
{
    QTest::addColumn<char>("race");
    QTest::addColumn<int>("unitClass");
    QTest::addColumn<int>("minerals");
    QTest::addColumn<int>("vespene");
    QTest::addColumn<float>("supply");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    const auto row = [](const char* name, char race, UnitClass unitClass, int minerals, int vespene,
                        float supply, int width, int height) {
        QTest::newRow(name) << race << int(unitClass) << minerals << vespene << supply << width << height;
    };
    row("SCV", 'T', UnitClass::Worker, 50, 0, 1, 0, 0);
    row("Zergling", 'Z', UnitClass::ArmyGround, 25, 0, 0.5F, 0, 0);
    row("Carrier", 'P', UnitClass::ArmyAir, 350, 250, 6, 0, 0);
    row("Hatchery", 'Z', UnitClass::TownHall, 350, 0, 0, 5, 5);
    row("SupplyDepotLowered", 'T', UnitClass::Supply, 100, 0, 0, 2, 2);
    row("ExtractorRich", 'Z', UnitClass::Gas, 75, 0, 0, 3, 3);
    row("Gateway", 'P', UnitClass::Production, 150, 0, 0, 3, 3);
    row("CyberneticsCore", 'P', UnitClass::Tech, 150, 0, 0, 3, 3);
    row("Reactor", 'T', UnitClass::Tech, 50, 50, 0, 2, 2);
    row("PhotonCannon", 'P', UnitClass::Defence, 150, 0, 0, 2, 2);
    row("CreepTumorBurrowed", 'Z', UnitClass::Creep, 0, 0, 0, 1, 1);
    row("MineralField750", '\0', UnitClass::Resource, -1, -1, 0, 2, 1);
    row("XelNagaTower", '\0', UnitClass::Neutral, -1, -1, 0, 2, 2);
    row("Larva", 'Z', UnitClass::Other, -1, -1, 0, 0, 0);
    row("Overlord", 'Z', UnitClass::Other, 100, 0, 0, 0, 0);
    row("CommandCenterFlying", 'T', UnitClass::TownHall, 400, 0, 0, 0, 0);
}

void TestSc2Units::facts()
{
    const UnitType* type = findUnitType(QTest::currentDataTag());
    QVERIFY(type != nullptr);
    QFETCH(char, race);
    QCOMPARE(type->race, race);
    QTEST(int(type->unitClass), "unitClass");
    QTEST(int(type->minerals), "minerals");
    QTEST(int(type->vespene), "vespene");
    QTEST(type->supply, "supply");
    QTEST(int(type->width), "width");
    QTEST(int(type->height), "height");
    QCOMPARE(type->army, isArmy(type->unitClass));
    QCOMPARE(type->worth(), std::max(0, int(type->minerals)) + std::max(0, int(type->vespene)));
}

void TestSc2Units::unknown_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char* name : {"", "A", "marine", "Marin", "Marines", "MarineBurrowed", "ZZZ", "\xff\xfe"})
        QTest::newRow(name) << QByteArray(name);
    QTest::newRow("zero bytes") << QByteArray("Mar\0ine", 7);
    QTest::newRow("very long") << QByteArray(100000, 'M');
}

void TestSc2Units::unknown()
{
    QFETCH(QByteArray, name);
    const std::string_view text(name.constData(), static_cast<std::size_t>(name.size()));
    QVERIFY(findUnitType(text) == nullptr);
    QVERIFY(!isMapDummy(text));
    const std::string readable = readableUnitName(text);
    QVERIFY(readable.empty() == text.empty());
    const UnitType* drawn = unitTypeForDrawing(text);
    QVERIFY(drawn == nullptr || drawn->name == "Marine");
    QCOMPARE(drawn != nullptr, name == "MarineBurrowed");
}

void TestSc2Units::names_data()
{
    QTest::addColumn<QByteArray>("readable");
    const auto row = [](const char* name, const char* readable) {
        QTest::newRow(name) << QByteArray(readable);
    };
    row("Marine", "Marine");
    row("SCV", "SCV");
    row("MULE", "MULE");
    row("SCVMengsk", "SCV Mengsk");
    row("SiegeTank", "Siege Tank");
    row("SiegeTankSieged", "Siege Tank (sieged)");
    row("SupplyDepotLowered", "Supply Depot (lowered)");
    row("BarracksFlying", "Barracks (flying)");
    row("OrbitalCommandFlying", "Orbital Command (flying)");
    row("ZerglingBurrowed", "Zergling (burrowed)");
    row("LurkerMP", "Lurker");
    row("LurkerMPBurrowed", "Lurker (burrowed)");
    row("LurkerDenMP", "Lurker Den");
    row("LurkerMPEgg", "Lurker Egg");
    row("SwarmHostMP", "Swarm Host");
    row("SwarmHostBurrowedMP", "Swarm Host (burrowed)");
    row("SpineCrawlerUprooted", "Spine Crawler (uprooted)");
    row("HellionTank", "Hellbat");
    row("VikingFighter", "Viking");
    row("VikingAssault", "Viking (landed)");
    row("LiberatorAG", "Liberator (defender mode)");
    row("WarpPrismPhasing", "Warp Prism (phasing)");
    row("KD8Charge", "KD8 Charge");
    row("XelNagaTower", "Xel'Naga Tower");
    row("DestructibleRock6x6", "Destructible Rock 6x6");
    row("MineralField750", "Mineral Field (750)");
    row("BroodLord", "Brood Lord");
    // Not in the table.
    row("HydraliskLurkerBurrowed", "Hydralisk Lurker (burrowed)");
    row("HellionTankBurrowed", "Hellbat (burrowed)");
    row("ATATower", "ATA Tower");
    row("SoACaster", "So A Caster");
    row("Burrowed", "Burrowed");
    row("some_map_unit", "some map unit");
}

void TestSc2Units::names()
{
    const std::string readable = readableUnitName(QTest::currentDataTag());
    QTEST(QByteArray(readable.c_str()), "readable");
}

void TestSc2Units::resemblance_data()
{
    QTest::addColumn<QByteArray>("drawn"); // empty = as what no table knows
    const auto row = [](const char* name, const char* drawn) { QTest::newRow(name) << QByteArray(drawn); };
    row("MarineStukov", "Marine");
    row("SiegeTankMengskSieged", "SiegeTank");
    row("MarauderBurrowed", "Marauder");
    row("StarportTechReactor", "Starport");
    row("OverlordTransportBurrowed", "OverlordTransport");
    row("XYZRichMineralField750", "RichMineralField");
    row("JungleMineralField", "MineralField");
    row("JungleVespeneGeyser", "VespeneGeyser");
    row("DestructibleSignLarge6x6", "DestructibleRock6x6");
    row("DestructibleTree4x4", "DestructibleRock4x4");
    row("CollapsibleTerranTowerFull", "DestructibleRampDiagonalHugeULBR");
    row("UnbuildableThings", "UnbuildableRocksDestructible");
    row("Marinette", "");
    row("TrainDummyBurrowed", "");
    row("Mengsk", "");
}

void TestSc2Units::resemblance()
{
    const UnitType* drawn = unitTypeForDrawing(QTest::currentDataTag());
    const QByteArray name = drawn != nullptr
                                ? QByteArray(drawn->name.data(), static_cast<qsizetype>(drawn->name.size()))
                                : QByteArray();
    QTEST(name, "drawn");
    QVERIFY(findUnitType(QTest::currentDataTag()) == nullptr);
}

void TestSc2Units::dummies_data()
{
    QTest::addColumn<bool>("dummy");
    for (const char* name :
         {"BeaconArmy", "BeaconSomethingNew", "AFKTimer", "AFKTimer2", "TrainDummy", "ParasiticBombDummy",
          "InvisibleTargetDummy", "ACHeroSpawnPlacement", "StagingAreaDecal", "DecorationFood",
          "CommandCardTopRight", "WaveTimer", "SprayItem", "Food1000", "PathingBlocker1x1"})
        QTest::newRow(name) << true;
    for (const char* name :
         {"FleetBeacon", "Larva", "Egg", "Overlord", "Changeling", "ForceField", "KD8Charge", "Marine",
          "CreepTumorBurrowed", "MineralField", "XelNagaTower", "Nexus", "OracleStasisTrap", "NoSuchUnit"})
        QTest::newRow(name) << false;
}

void TestSc2Units::dummies() { QTEST(isMapDummy(QTest::currentDataTag()), "dummy"); }

} // namespace tst_sc2_units

GHOSTLINE_TEST(tst_sc2_units, TestSc2Units)
#include "tst_sc2_units.moc"
