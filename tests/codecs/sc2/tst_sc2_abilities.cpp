// SPDX-License-Identifier: GPL-3.0-or-later
// Names of commands: the right row for set and build, and nothing said of what nobody knows.
#include "codecs/sc2/commands/ability_table.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QTest>

namespace tst_sc2_abilities {

using namespace ghostline;
using namespace ghostline::sc2;

namespace {

QByteArray handleOf(const char* mod)
{
    return QByteArray("s2ma\0\0US", 8) +
           QCryptographicHash::hash(QByteArray(mod), QCryptographicHash::Sha256);
}

ReplayHead headWith(const QList<QByteArray>& handles, int major = 5)
{
    ReplayHead head;
    head.header.version.major = major;
    head.header.version.baseBuild = major == 0 ? 14803 : 80949;
    head.details.emplace();
    head.details->cacheHandles.assign(handles.begin(), handles.end());
    return head;
}

} // namespace

class TestAbilities final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void findsTheRowOfTheBuild_data();
    void findsTheRowOfTheBuild();
    void knowsTheSetByItsMods();
    void saysWhatACommandIsFor_data();
    void saysWhatACommandIsFor();
};

void TestAbilities::findsTheRowOfTheBuild_data()
{
    QTest::addColumn<int>("set");
    QTest::addColumn<int>("build");
    QTest::addColumn<int>("link");
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, AbilitySet set, int build, int link, int index, const char* text) {
        QTest::newRow(name) << int(set) << build << link << index << QString::fromLatin1(text);
    };
    using A = AbilitySet;
    row("beta", A::Beta, 14621, 109, 3, "Build Barracks");
    row("beta right click", A::Beta, 14621, 0xFFFF, 255, "Right click action");
    row("earliest beta counts lower", A::Beta, 13891, 107, 3, "Build Barracks");
    row("earliest beta, low numbers", A::Beta, 13891, 41, 0, "Attack");
    row("earliest beta, between", A::Beta, 13891, 58, 0, "ability 58/0");
    row("earliest beta, end of numbers", A::Beta, 13891, 0xFFFF, 0, "ability 65535/0");
    row("no beta row before", A::Beta, 13892, 109, 3, "ability 109/3");
    row("no beta row after", A::Beta, 14804, 109, 3, "ability 109/3");
    row("first build of a row", A::WingsOfLiberty, 16117, 98, 0, "250mm Strike Cannons");
    row("last build of a row", A::WingsOfLiberty, 17325, 112, 3, "Build Barracks");
    row("next row", A::WingsOfLiberty, 17326, 114, 3, "Build Barracks");
    row("1.2", A::WingsOfLiberty, 19458, 115, 3, "Build Barracks");
    row("1.5", A::WingsOfLiberty, 22612, 121, 3, "Build Barracks");
    row("open end", A::LegacyOfTheVoid, 999999, 46, 0, "Attack");
    row("spaces between words", A::LegacyOfTheVoid, 97563, 243, 0, "EMP Round");
    row("one command of the ability's name", A::LegacyOfTheVoid, 97563, 141, 0, "Scanner Sweep");
    row("index that is not there", A::LegacyOfTheVoid, 97563, 141, 1, "ability 141/1");
    row("link that is not there", A::LegacyOfTheVoid, 97563, 60000, 0, "ability 60000/0");
    row("before the set", A::LegacyOfTheVoid, 100, 46, 0, "ability 46/0");
    row("no set", A::Unknown, 80949, 46, 0, "ability 46/0");
}

void TestAbilities::findsTheRowOfTheBuild()
{
    QFETCH(int, set);
    QFETCH(int, build);
    QFETCH(int, link);
    QFETCH(int, index);
    QFETCH(QString, text);
    const AbilityTable table(static_cast<AbilitySet>(set), static_cast<std::uint32_t>(build));
    QCOMPARE(table.text(static_cast<std::uint16_t>(link), static_cast<std::uint8_t>(index)), text);
}

void TestAbilities::knowsTheSetByItsMods()
{
    const QByteArray liberty = handleOf("Standard Data: Liberty.SC2Mod");
    const QByteArray swarm = handleOf("Standard Data: Swarm.SC2Mod");
    const QByteArray voids = handleOf("Standard Data: Void.SC2Mod");
    // As found in replays: a mistake in the text that is hashed would otherwise go unseen.
    QCOMPARE(voids.right(32).toHex().left(16), QByteArray("d92dfc48c484c591"));
    QCOMPARE(abilitySetOf(headWith({})), AbilitySet::Unknown);
    QCOMPARE(abilitySetOf(headWith({QByteArray(40, 'x')})), AbilitySet::Unknown);
    QCOMPARE(abilitySetOf(headWith({liberty})), AbilitySet::WingsOfLiberty);
    QCOMPARE(abilitySetOf(headWith({swarm, liberty})), AbilitySet::HeartOfTheSwarm);
    QCOMPARE(abilitySetOf(headWith({voids, swarm, liberty})), AbilitySet::LegacyOfTheVoid);
    QCOMPARE(abilitySetOf(headWith({}, 0)), AbilitySet::Beta);
    QCOMPARE(abilitySetOf(ReplayHead{}), AbilitySet::Beta);
}

void TestAbilities::saysWhatACommandIsFor_data()
{
    QTest::addColumn<QByteArray>("ability");
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<int>("purpose");
    const auto row = [](const char* ability, const char* command, CommandPurpose purpose) {
        QTest::addRow("%s %s", ability, command)
            << QByteArray(ability) << QByteArray(command) << int(purpose);
    };
    using P = CommandPurpose;
    row("move", "Move", P::Move);
    row("move", "Patrol", P::Patrol);
    row("move", "HoldPosition", P::HoldOrStop);
    row("stop", "Stop", P::HoldOrStop);
    row("stop", "HoldFire", P::Other);
    row("attack", "Attack", P::Attack);
    row("SCVHarvest", "Gather", P::Gather);
    row("TerranBuild", "BuildBarracks", P::Build);
    row("TerranBuild", "CancelTerranBuilding", P::Other);
    row("code 060D", "Build Barracks", P::Build);
    row("FactoryTrain", "BuildSiegeTank", P::Train);
    row("FactoryTrain", "CancelFactoryTrain", P::Other);
    row("WarpGateTrain", "WarpInZealot", P::Train);
    row("LarvaTrain", "MorphDrone", P::Morph);
    row("UpgradeToOrbital", "UpgradeToOrbitalCommand", P::Morph);
    row("EngineeringBayResearch", "UpgradeTerranInfantryWeapons1", P::Research);
    row("Rally", "SetRallyPoint", P::Rally);
    row("RallyHatchery", "SetWorkerRally", P::Rally);
    row("MedivacTransport", "LoadTargetMedivac", P::Load);
    row("MedivacTransport", "UnloadAllMedivac", P::Other);
    row("", "", P::Other);
}

void TestAbilities::saysWhatACommandIsFor()
{
    QFETCH(QByteArray, ability);
    QFETCH(QByteArray, command);
    QFETCH(int, purpose);
    const AbilityName name{
        {ability.data(), std::size_t(ability.size())}, {command.data(), std::size_t(command.size())}, false};
    QCOMPARE(int(purposeOf(name)), purpose);
}

} // namespace tst_sc2_abilities

GHOSTLINE_TEST(tst_sc2_abilities, TestAbilities)
#include "tst_sc2_abilities.moc"
