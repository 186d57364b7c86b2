// SPDX-License-Identifier: GPL-3.0-or-later
// Unit lives from tracker columns that are made by hand: re-used numbers, morphs, owners, places, and streams
// that make no sense.
#include "codecs/sc2/tracker/unit_lives.h"
#include "tests/codecs/sc2/made_lives.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_sc2_lives {

using namespace ghostline;
using namespace ghostline::sc2;
using test::checkWhole;
using test::MadeLives;
using test::One;
using test::OneAgain;
using test::Two;

class TestSc2Lives : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void bornAndGone();
    void construction();
    void reusedIndex();
    void silentReuse_data();
    void silentReuse();
    void morphsAndOwners();
    void orderWithinALoop();
    void reports();
    void reportsAroundADeath();
    void killerAndCreator();
    void nobodyKnown();
    void nothing();
    void random();
};

void TestSc2Lives::bornAndGone()
{
    MadeLives made;
    made.born(10, One, "Marine", 3, 4);
    made.died(50, One, 5, 6).killerPlayer = 2;
    const UnitLives lives = buildLives(made.events);
    checkWhole(lives);
    QCOMPARE(lives.lives.size(), std::size_t{1});
    const UnitLife& life = lives.lives[0];
    QCOMPARE(life.first, 10U);
    QCOMPARE(life.finished, 10U);
    QCOMPARE(life.end, 50U);
    QVERIFY(life.died);
    QVERIFY(!life.revealed);
    QCOMPARE(int(life.killerPlayer), 2);
    QCOMPARE(lives.find(One, 9), NoLife);
    QCOMPARE(lives.find(One, 10), 0U);
    QCOMPARE(lives.find(One, 49), 0U);
    QCOMPARE(lives.find(One, 50), NoLife);
    QCOMPARE(lives.find(OneAgain, 20), NoLife);
    QCOMPARE(lives.find(tagOf(16383, 1), 20), NoLife);
    QCOMPARE(lives.reportsOf(life).size(), std::size_t{2});
    QCOMPARE(lives.reportsOf(life)[1].x, 5.0F);
}

void TestSc2Lives::construction()
{
    MadeLives made;
    made.init(100, One, "Barracks");
    made.init(100, Two, "Bunker");
    made.done(900, One);
    made.done(950, One); // said once too often
    made.died(400, Two);
    made.born(500, tagOf(9, 1), "Marine");
    made.done(600, tagOf(9, 1)); // was whole from the start
    const UnitLives lives = buildLives(made.events);
    checkWhole(lives);
    QCOMPARE(lives.lives[0].finished, 900U);
    QCOMPARE(lives.lives[1].finished, OpenEnd);
    QCOMPARE(lives.lives[2].finished, 500U);
    QCOMPARE(lives.lives[0].end, OpenEnd);
}

void TestSc2Lives::reusedIndex()
{
    MadeLives made;
    made.born(0, One, "Drone");
    made.died(10, One);
    made.born(10, OneAgain, "Larva");
    made.type(12, OneAgain, "Egg");
    made.type(13, One, "Zombie"); // long gone
    const UnitLives lives = buildLives(made.events);
    checkWhole(lives);
    QCOMPARE(lives.lives.size(), std::size_t{2});
    QCOMPARE(lives.find(One, 9), 0U);
    QCOMPARE(lives.find(One, 10), NoLife);
    QCOMPARE(lives.find(OneAgain, 10), 1U);
    QCOMPARE(lives.lives[0].typeCount, 1U);
    QCOMPARE(made.typeAt(lives, 1, 12), std::string("Egg"));
}

void TestSc2Lives::silentReuse_data()
{
    QTest::addColumn<quint32>("second");
    QTest::newRow("same tag") << quint32(One);
    QTest::newRow("same index") << quint32(OneAgain);
}

/// A birth under a number that is not free ends whoever had it, without a death.
void TestSc2Lives::silentReuse()
{
    QFETCH(quint32, second);
    MadeLives made;
    made.born(0, One, "Drone");
    made.born(30, second, "Larva");
    made.died(40, second);
    const UnitLives lives = buildLives(made.events);
    checkWhole(lives);
    QCOMPARE(lives.lives[0].end, 30U);
    QVERIFY(!lives.lives[0].died);
    QCOMPARE(lives.lives[0].reportCount, 1U);
    QCOMPARE(lives.lives[1].end, 40U);
    QVERIFY(lives.lives[1].died);
    QCOMPARE(lives.find(One, 29), 0U);
    QCOMPARE(lives.find(second, 30), 1U);
}

void TestSc2Lives::morphsAndOwners()
{
    MadeLives made;
    made.born(0, One, "CommandCenter");
    made.type(100, One, "OrbitalCommand");
    made.owner(150, One, 2);
    made.type(200, One, "OrbitalCommandFlying");
    made.owner(250, One, 0);
    const UnitLives lives = buildLives(made.events);
    checkWhole(lives);
    const UnitLife& life = lives.lives[0];
    QCOMPARE(made.typeAt(lives, 0, 0), std::string("CommandCenter"));
    QCOMPARE(made.typeAt(lives, 0, 99), std::string("CommandCenter"));
    QCOMPARE(made.typeAt(lives, 0, 100), std::string("OrbitalCommand"));
    QCOMPARE(made.typeAt(lives, 0, 5000), std::string("OrbitalCommandFlying"));
    QCOMPARE(int(lives.ownerAt(life, 149)), 1);
    QCOMPARE(int(lives.ownerAt(life, 150)), 2);
    QCOMPARE(int(lives.ownerAt(life, 250)), 0);
    QCOMPARE(life.typeCount, 3U);
    QCOMPARE(life.ownerCount, 3U);
}

/// The recorded order decides where loops do not.
void TestSc2Lives::orderWithinALoop()
{
    MadeLives made;
    made.born(5, One, "Larva");
    made.type(5, One, "Egg");
    made.type(5, One, "Larva");
    made.died(5, One);
    made.born(5, OneAgain, "Drone");
    made.owner(5, OneAgain, 3);
    const UnitLives lives = buildLives(made.events);
    checkWhole(lives);
    QCOMPARE(lives.lives[0].typeCount, 3U);
    QCOMPARE(made.typeAt(lives, 0, 5), std::string("Larva"));
    QVERIFY(lives.lives[0].died);
    QCOMPARE(lives.lives[0].end, 5U);
    QCOMPARE(lives.find(One, 5), NoLife);
    QCOMPARE(lives.find(OneAgain, 5), 1U);
    QCOMPARE(int(lives.ownerAt(lives.lives[1], 5)), 3);
}

void TestSc2Lives::reports()
{
    MadeLives made;
    made.born(0, One, "Marine", 1, 1);
    made.born(0, Two, "Marine", 2, 2);
    made.died(1000, One, 9, 9);
    made.born(1200, OneAgain, "Marine", 20, 20);
    made.position(240, 7, 3, 3);
    made.position(240, 200, 4, 4);
    made.position(480, 200, 5, 5);
    made.position(1100, 200, 6, 6); // nobody has it then
    made.position(1440, 200, 21, 21);
    made.position(1440, 201, 1, 1);
    made.position(1440, 16383, 1, 1);
    const UnitLives lives = buildLives(made.events);
    checkWhole(lives);
    const auto xs = [&lives](std::size_t life) {
        std::vector<float> all;
        for (const Report& report : lives.reportsOf(lives.lives[life]))
            all.push_back(report.x);
        return all;
    };
    QCOMPARE(xs(0), (std::vector<float>{1, 4, 5, 9}));
    QCOMPARE(xs(1), (std::vector<float>{2, 3}));
    QCOMPARE(xs(2), (std::vector<float>{20, 21}));
}

/// A report in the loop of a death is of the one that dies.
void TestSc2Lives::reportsAroundADeath()
{
    MadeLives made;
    made.born(0, One, "Marine", 1, 1);
    made.died(240, One, 9, 9);
    made.born(240, OneAgain, "Marine", 20, 20);
    made.position(240, 200, 8, 8);
    made.position(480, 200, 21, 21);
    const UnitLives lives = buildLives(made.events);
    checkWhole(lives);
    QCOMPARE(lives.reportsOf(lives.lives[0]).size(), std::size_t{3});
    QCOMPARE(lives.reportsOf(lives.lives[0])[1].x, 8.0F);
    QCOMPARE(lives.reportsOf(lives.lives[1]).size(), std::size_t{2});
}

void TestSc2Lives::killerAndCreator()
{
    MadeLives made;
    made.born(0, One, "Baneling");
    made.born(0, Two, "Hatchery");
    made.born(5, tagOf(9, 1), "Larva").creator = Two;
    made.born(5, tagOf(10, 1), "Larva").creator = tagOf(11, 1); // nobody
    made.died(20, One);
    made.born(20, OneAgain, "Drone");
    auto& death = made.died(21, tagOf(9, 1));
    death.hasKiller = true;
    death.killer = One; // dead, and its index belongs to another one already
    auto& other = made.died(22, tagOf(10, 1));
    other.hasKiller = true;
    other.killer = tagOf(12000, 5); // nobody
    const UnitLives lives = buildLives(made.events);
    checkWhole(lives);
    QCOMPARE(lives.lives[2].creator, 1U);
    QCOMPARE(lives.lives[2].killer, 0U);
    QCOMPARE(lives.lives[3].creator, NoLife);
    QCOMPARE(lives.lives[3].killer, NoLife);
}

void TestSc2Lives::nobodyKnown()
{
    MadeLives made;
    made.died(1, One);
    made.type(2, One, "Egg");
    made.owner(3, One, 2);
    made.done(4, One);
    made.position(5, 200, 1, 1);
    made.born(6, One, "Marine");
    const UnitLives lives = buildLives(made.events);
    checkWhole(lives);
    QCOMPARE(lives.lives.size(), std::size_t{1});
    QCOMPARE(lives.types.size(), std::size_t{1});
    QCOMPARE(lives.reports.size(), std::size_t{1});
}

void TestSc2Lives::nothing()
{
    const UnitLives lives = buildLives({});
    QVERIFY(lives.lives.empty());
    QCOMPARE(lives.find(One, 0), NoLife);
    QCOMPARE(lives.find(0, 0), NoLife);
    QCOMPARE(UnitLives{}.find(One, 0), NoLife);
}

/// Any stream, however senseless, gives lives that hold together, and no numbers that belong to two at once.
void TestSc2Lives::random()
{
    std::uint32_t state = 12345;
    const auto next = [&state](std::uint32_t below) {
        state = state * 1664525U + 1013904223U;
        return (state >> 8) % below;
    };
    for (int round = 0; round < 200; ++round) {
        MadeLives made;
        std::uint32_t loop = 0;
        for (int i = 0; i < 300; ++i) {
            loop += next(3);
            const std::uint32_t tag = tagOf(next(6), 1 + next(4));
            switch (next(7)) {
            case 0:
                made.born(loop, tag, "A").creator = tagOf(next(6), next(4));
                break;
            case 1:
                made.init(loop, tag, "B");
                break;
            case 2: {
                auto& death = made.died(loop, tag);
                death.hasKiller = next(2) == 0;
                death.killer = tagOf(next(6), next(4));
                break;
            }
            case 3:
                made.type(loop, tag, "C");
                break;
            case 4:
                made.owner(loop, tag, 2);
                break;
            case 5:
                made.done(loop, tag);
                break;
            default:
                made.position(loop, next(8), 1, 1);
            }
        }
        const UnitLives lives = buildLives(made.events);
        QCOMPARE(lives.lives.size(), made.events.births.size());
        checkWhole(lives);
        for (std::uint32_t i = 0; i < lives.lives.size(); ++i) {
            const UnitLife& life = lives.lives[i];
            if (life.end > life.first)
                QCOMPARE(lives.find(life.tag, life.first), i);
        }
        if (QTest::currentTestFailed())
            return;
    }
}

} // namespace tst_sc2_lives

GHOSTLINE_TEST(tst_sc2_lives, TestSc2Lives)
#include "tst_sc2_lives.moc"
