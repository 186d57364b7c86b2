// SPDX-License-Identifier: GPL-3.0-or-later
// Where units are between reports: every report is met, nobody leaves his life, orders lead the way.
#include "codecs/sc2/commands/revealed_units.h"
#include "codecs/sc2/commands/unit_path.h"
#include "tests/codecs/sc2/made_motion.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <cmath>

namespace tst_sc2_motion {

using namespace ghostline;
using namespace ghostline::sc2;

using test::MadeGame;
using test::MadeMotion;
using test::onePlayer;

namespace {

constexpr std::uint32_t Tag = tagOf(40, 1);

Waypoint at(std::span<const Waypoint> way, std::uint32_t loop)
{
    Waypoint here = way.front();
    for (std::size_t i = 0; i < way.size() && way[i].loop <= loop; ++i) {
        here = way[i];
        if (i + 1 < way.size() && way[i + 1].loop > loop && !way[i + 1].jump) {
            const float part = float(loop - way[i].loop) / float(way[i + 1].loop - way[i].loop);
            here.x += (way[i + 1].x - way[i].x) * part;
            here.y += (way[i + 1].y - way[i].y) * part;
        }
    }
    return here;
}

bool isAt(std::span<const Waypoint> way, std::uint32_t loop, float x, float y, float off = 0.01F)
{
    const Waypoint here = at(way, loop);
    const bool same = std::hypot(here.x - x, here.y - y) <= off;
    if (!same)
        qWarning("at loop %u: %.2f %.2f instead of %.2f %.2f", loop, double(here.x), double(here.y),
                 double(x), double(y));
    return same;
}

} // namespace

class TestMotion final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void withoutOrdersItStaysAndComesInTime();
    void goesWhereItIsSentAndStops();
    void turnsBackInTimeForTheNextReport();
    void queuedOrdersFollowOneAnother();
    void stopsWhenToldTo();
    void neverLeavesItsLife();
    void structuresStay();
    void constructionAndBurrowedUnitsStay();
    void impossibleStretchesAreJumps();
    void newUnitsGoToTheirRallyPoint();
    void reportsAloneAreStraightLines();
    void othersOrdersDoNotMoveIt();
    void survivesNonsense();
    void revealsWhoIsSelectedAndAimedAt();
};

void TestMotion::withoutOrdersItStaysAndComesInTime()
{
    MadeMotion made;
    made.born(100, Tag, "Marine", 10, 10);
    made.seen(1060, Tag, 24, 10);
    const Motions motions = made.estimate();
    const auto way = motions.of(0);
    QVERIFY(isAt(way, 100, 10, 10));
    QVERIFY(isAt(way, 900, 10, 10));
    QVERIFY(isAt(way, 1060, 24, 10));
    QVERIFY(at(way, 1010).x > 12.0F && at(way, 1010).x < 22.0F);
    QVERIFY(way.front().reported && way.back().reported);
    for (std::size_t i = 1; i + 1 < way.size(); ++i)
        QVERIFY(!way[i].reported);
    QVERIFY(motions.units[0].heads);
    QVERIFY(std::abs(way.front().heading) < 0.001F);
}

void TestMotion::goesWhereItIsSentAndStops()
{
    MadeMotion made;
    made.born(0, Tag, "Marine", 10, 10);
    made.send(100, Tag, 10, 24.0625F); // 14.0625 cells: 100 loops at 3.15 a second
    const Motions motions = made.estimate();
    const auto way = motions.of(0);
    QVERIFY(isAt(way, 100, 10, 10));
    QVERIFY(isAt(way, 150, 10, 17.03F, 0.05F));
    QVERIFY(isAt(way, 201, 10, 24.0625F));
    QVERIFY(isAt(way, 4000, 10, 24.0625F));
    QVERIFY(!way.back().reported);
    QVERIFY(std::abs(at(way, 150).heading - 1.5708F) < 0.001F);
    QVERIFY(std::abs(way.back().heading - 1.5708F) < 0.001F); // looks where it went
}

void TestMotion::turnsBackInTimeForTheNextReport()
{
    MadeMotion made;
    made.born(0, Tag, "Marine", 10, 10);
    made.send(10, Tag, 100, 10);
    made.seen(240, Tag, 10, 12);
    made.seen(480, Tag, 40, 12);
    const Motions motions = made.estimate();
    const auto way = motions.of(0);
    QVERIFY(at(way, 100).x > 20.0F); // as ordered
    QVERIFY(isAt(way, 240, 10, 12)); // and yet there
    QVERIFY(isAt(way, 480, 40, 12));
    QVERIFY(at(way, 700).x > 60.0F); // it was on its way still
    for (std::size_t i = 1; i < way.size(); ++i) {
        QVERIFY(way[i].loop > way[i - 1].loop);
        const float speed = std::hypot(way[i].x - way[i - 1].x, way[i].y - way[i - 1].y) /
                            float(way[i].loop - way[i - 1].loop);
        QVERIFY2(speed < 3.2F / 22.4F, qPrintable(QString::number(double(speed) * 22.4)));
    }
}

void TestMotion::queuedOrdersFollowOneAnother()
{
    MadeMotion made;
    made.born(0, Tag, "SCV", 10, 10);
    made.send(10, Tag, 20, 10);
    made.send(12, Tag, 20, 20, CommandQueued);
    made.send(14, Tag, 30, 20, CommandQueued);
    const Motions motions = made.estimate();
    const auto way = motions.of(0);
    QVERIFY(isAt(way, 10 + 57, 20, 10, 0.2F));
    QVERIFY(isAt(way, 10 + 57 + 57, 20, 20, 0.2F));
    QVERIFY(isAt(way, 400, 30, 20));
}

void TestMotion::stopsWhenToldTo()
{
    MadeMotion made;
    made.born(0, Tag, "Marine", 10, 10);
    made.send(0, Tag, 100, 10);
    made.game.command(160, 0, 36, 1, {}); // hold fire says nothing of going
    made.game.command(320, 0, 38, 2, {}); // hold position
    const Motions motions = made.estimate();
    QVERIFY(isAt(motions.of(0), 200, 10 + 200 * 3.15F / 22.4F, 10, 0.05F));
    QVERIFY(isAt(motions.of(0), 320, 55, 10, 0.05F));
    QVERIFY(isAt(motions.of(0), 4000, 55, 10, 0.05F));
}

void TestMotion::neverLeavesItsLife()
{
    MadeMotion made;
    made.born(50, Tag, "Marine", 10, 10);
    made.send(60, Tag, 60, 10);
    made.dies(200, Tag, 29, 10);
    made.born(200, tagOf(40, 2), "Marine", 90, 90);
    made.send(300, Tag, 0, 0); // who is dead obeys no more
    made.born(400, tagOf(41, 1), "Marine", 5, 5);
    made.dies(400, tagOf(41, 1), 5, 5); // gone as soon as it came
    UnitLives lives;
    const Motions motions = made.estimate(&lives);
    QCOMPARE(motions.units.size(), std::size_t(3));
    const auto way = motions.of(0);
    QCOMPARE(way.front().loop, 50U);
    QCOMPARE(way.back().loop, 199U);
    QVERIFY(!way.back().reported);
    QVERIFY(isAt(way, 199, 28.9F, 10, 0.2F));
    QVERIFY(isAt(motions.of(1), 4000, 90, 90));
    QCOMPARE(motions.of(2).size(), std::size_t(1));
}

void TestMotion::structuresStay()
{
    MadeMotion made;
    made.born(0, Tag, "Barracks", 30, 30);
    made.send(10, Tag, 60, 60); // a rally point
    made.becomes(500, Tag, "BarracksFlying");
    made.send(600, Tag, 40, 30);
    made.becomes(1000, Tag, "Barracks");
    made.send(1100, Tag, 60, 60);
    const Motions motions = made.estimate();
    const auto way = motions.of(0);
    QVERIFY(isAt(way, 599, 30, 30));
    QVERIFY(isAt(way, 685, 35, 30, 0.2F));
    QVERIFY(isAt(way, 1000, 40, 30));
    QVERIFY(isAt(way, 4000, 40, 30));
}

void TestMotion::constructionAndBurrowedUnitsStay()
{
    MadeMotion made;
    made.born(0, Tag, "Zealot", 30, 30, true);
    made.send(10, Tag, 60, 60);
    made.tracker.done.push_back({100, Tag});
    made.change(100, TrackerKind::Done, 0);
    made.born(100, tagOf(41, 1), "SiegeTankSieged", 50, 50);
    made.send(200, tagOf(41, 1), 60, 50); // long before it can
    made.send(990, tagOf(41, 1), 50, 60); // while it changes
    made.becomes(1000, tagOf(41, 1), "SiegeTank");
    const Motions motions = made.estimate();
    QVERIFY(isAt(motions.of(0), 4000, 30, 30));
    QVERIFY(isAt(motions.of(1), 1000, 50, 50));
    QVERIFY(isAt(motions.of(1), 2000, 50, 60));
}

void TestMotion::impossibleStretchesAreJumps()
{
    MadeMotion made;
    made.born(0, Tag, "Marine", 10, 10);
    made.seen(240, Tag, 150, 150);
    const Motions motions = made.estimate();
    const auto way = motions.of(0);
    QVERIFY(isAt(way, 239, 10, 10));
    QVERIFY(isAt(way, 240, 150, 150));
    QVERIFY(way.back().jump && way.back().reported);
}

void TestMotion::newUnitsGoToTheirRallyPoint()
{
    MadeMotion made;
    made.born(0, Tag, "Barracks", 30, 30);
    made.send(10, Tag, 60, 30);
    made.send(900, Tag, 30, 60);
    made.born(500, tagOf(41, 1), "Marine", 32, 30, false, Tag);
    made.born(1500, tagOf(42, 1), "Marine", 30, 32, false, Tag);
    const Motions motions = made.estimate();
    QVERIFY(isAt(motions.of(1), 3000, 60, 30));
    QVERIFY(isAt(motions.of(2), 3000, 30, 60));
}

void TestMotion::reportsAloneAreStraightLines()
{
    MadeMotion made;
    made.born(0, Tag, "Marine", 10, 10);
    made.send(1, Tag, 90, 90);
    made.seen(240, Tag, 34, 10);
    made.dies(480, Tag, 34, 34);
    const Motions motions = reportedMotion(made.lives());
    const auto way = motions.of(0);
    QCOMPARE(way.size(), std::size_t(3));
    QVERIFY(isAt(way, 120, 22, 10));
    QVERIFY(isAt(way, 360, 34, 22));
    QCOMPARE(way.back().loop, 479U);
    QVERIFY(way[0].reported && way[1].reported && !way[2].reported);
}

void TestMotion::othersOrdersDoNotMoveIt()
{
    MadeMotion made;
    made.born(0, Tag, "Marine", 10, 10);
    made.tracker.births.back().control = 2;
    made.send(10, Tag, 90, 90);
    const Motions motions = made.estimate();
    QVERIFY(isAt(motions.of(0), 4000, 10, 10));
    QVERIFY(!motions.units[0].heads);
}

void TestMotion::survivesNonsense()
{
    MadeMotion made;
    const float far = 3.0e38F;
    made.born(0, Tag, "Marine", 10, 10);
    made.born(0, tagOf(41, 1), "Nobody knows this", -far, far);
    made.tracker.births.back().type = 99; // no such name
    for (std::uint32_t i = 0; i < 400; ++i) {
        made.send(i, Tag, i % 2 == 0 ? far : -far, std::nanf(""), i % 3 == 0 ? 2U : 0U);
        made.send(i, i * 1234567, far, far);
        made.send(i, tagOf(41, 1), float(i), -far, CommandQueued);
    }
    made.seen(240, Tag, -far, far);
    made.seen(240, Tag, 1, 1);
    made.seen(480, Tag, std::nanf(""), 1);
    made.dies(480, Tag, far, far);
    UnitLives lives;
    const Motions motions = made.estimate(&lives);
    for (std::size_t i = 0; i < lives.lives.size(); ++i) {
        const auto way = motions.of(i);
        for (std::size_t w = 0; w < way.size(); ++w) {
            QVERIFY(way[w].loop >= lives.lives[i].first && way[w].loop < lives.lives[i].end);
            QVERIFY(w == 0 || way[w].loop > way[w - 1].loop);
        }
        QVERIFY(way.size() <= MaxGuessedPerLife);
    }
}

void TestMotion::revealsWhoIsSelectedAndAimedAt()
{
    MadeGame game;
    const std::uint32_t mineral = tagOf(7, 1);
    const std::uint32_t enemy = tagOf(8, 1);
    game.camera(1, 0, 50, 60);
    game.select(5, 0, {Tag}, {}, 10, 45);
    for (std::uint32_t loop = 10; loop < 60; loop += 10)
        game.command(loop, 0, -1, 0, MadeGame::unit(mineral, 55, 60, 0, 300));
    game.command(100, 0, 109, 3, MadeGame::at(60, 70)); // builds barracks: an SCV
    game.command(200, 0, 41, 0, MadeGame::unit(enemy, 90, 90, 2, 77));
    const ReplayHead head = onePlayer();
    const PlayerActions actions = readActions(head, game.events);
    TrackerEvents tracker;
    const UnitLives lives = revealLives(head, game.events, actions, tracker);
    QCOMPARE(lives.lives.size(), std::size_t(3));
    const auto nameOf = [&](std::uint32_t tag) {
        const std::uint32_t life = lives.find(tag, 1000);
        return life == NoLife ? std::string() : tracker.names[lives.typeAt(lives.lives[life], 1000)];
    };
    QCOMPARE(nameOf(Tag), std::string("SCV"));
    QCOMPARE(nameOf(mineral), std::string("MineralField"));
    QCOMPARE(nameOf(enemy), std::string("Unit 77"));
    const UnitLife& own = lives.lives[lives.find(Tag, 5)];
    QVERIFY(own.revealed);
    QCOMPARE(own.end, OpenEnd);
    QCOMPARE(int(lives.ownerAt(own, 5)), 1);
    QCOMPARE(int(lives.ownerAt(lives.lives[lives.find(enemy, 200)], 200)), 2);
    QCOMPARE(lives.find(enemy, 199), NoLife);
    const Motions motions = estimateMotion(lives, tracker, actions, head);
    const auto way = motions.of(lives.find(Tag, 5));
    QVERIFY(isAt(way, 5, 50, 60));
    QVERIFY(isAt(way, 99, 53.5F, 60, 0.1F)); // beside the mineral field
    for (const Waypoint& w : motions.waypoints)
        QVERIFY(!w.reported);
}

} // namespace tst_sc2_motion

GHOSTLINE_TEST(tst_sc2_motion, TestMotion)
#include "tst_sc2_motion.moc"
