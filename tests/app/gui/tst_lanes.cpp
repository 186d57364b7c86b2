// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the timeline by themselves: which markers the density lets through, who stands out while the camera
// is locked to them, how strongly a fight is drawn.
#include "app/gui/timeline/event_lane.h"
#include "tests/app/gui/told_lanes.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QTest>

namespace tst_lanes {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;
using model::ActorId;

class TestLanes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void densityLetsMarkersThrough_data()
    {
        QTest::addColumn<int>("density");
        QTest::addColumn<int>("markers");
        QTest::newRow("all") << static_cast<int>(MarkerDensity::All) << 4;
        QTest::newRow("notable") << static_cast<int>(MarkerDensity::Notable) << 3;
        QTest::newRow("major") << static_cast<int>(MarkerDensity::Major) << 1;
    }
    void densityLetsMarkersThrough()
    {
        QFETCH(int, density);
        Told told;
        told.add(Kill, 10.0, 0.0, {0});
        told.add(Fight, 30.0, 5.0, {0, 1});
        told.add(Built, 50.0, 0.0, {0});
        told.add(Built, 70.0, 0.0, {0}).severity = 1;
        told.add(Talk, 80.0, 5.0, {0}); // has a row of its own
        LaneData data = told.data();
        data.density = static_cast<MarkerDensity>(density);
        EventLane lane(EventLane::Shows::Events);
        lane.setData(data);
        const TimeView view = wholeView();
        const auto& clusters = lane.clusters({view, render::Theme::dark(), QFont(), lane.height()});
        QTEST(static_cast<int>(clusters.size()), "markers");
        EventLane flags(EventLane::Shows::Flags);
        told.add(Cheat, 90.0, 0.0, {1});
        LaneData withFlag = told.data();
        withFlag.density = static_cast<MarkerDensity>(density);
        flags.setData(withFlag);
        QCOMPARE(flags.clusters({view, render::Theme::dark(), QFont(), flags.height()}).size(),
                 std::size_t{1}); // what accuses is always there
    }

    void whoIsLockedStandsOut_data()
    {
        QTest::addColumn<int>("locked");
        QTest::addColumn<bool>("first"); // the marker of player 0's unit is strong
        QTest::addColumn<bool>("second");
        QTest::newRow("nobody") << -1 << true << true;
        QTest::newRow("a player: what concerns the team") << 0 << true << false;
        QTest::newRow("a unit: only its own") << 3 << false << true;
    }
    void whoIsLockedStandsOut()
    {
        QFETCH(int, locked);
        Told told;
        told.add(Kill, 20.0, 0.0, {2});
        told.add(Kill, 60.0, 0.0, {3});
        LaneData data = told.data();
        EventLane lane(EventLane::Shows::Events);
        lane.setData(data);
        const QImage plain = painted(lane);
        data.locked = locked < 0 ? ActorId::None : static_cast<ActorId>(locked);
        lane.setData(data);
        const QImage picture = painted(lane);
        const int y = lane.height() / 2;
        QVERIFY(strengthAt(plain, 200, y) > 60);
        const auto strong = [&](int x) { return strengthAt(picture, x, y) == strengthAt(plain, x, y); };
        QTEST(strong(200), "first");
        QTEST(strong(600), "second");
    }

    /// A goal is in the colour of who scored, whoever shot it.
    void whatCountsForATeamIsInItsColour()
    {
        Told told;
        told.add(Kill, 20.0, 0.0, {0});
        told.add(Kill, 60.0, 0.0, {0}).team = 1;
        told.add(Kill, 80.0, 0.0, {0}).team = 9; // a damaged recording names one that is not there
        EventLane lane(EventLane::Shows::Events);
        lane.setData(told.data());
        const QImage picture = painted(lane);
        const auto& dark = render::Theme::dark();
        const auto at = [&](int x) { return picture.pixelColor(x, lane.height() / 2); };
        QVERIFY(distance(at(600), render::teamColor(dark, told.info->teams, 1)) < 6);
        QVERIFY(distance(at(200), at(600)) > 60);
        QCOMPARE(at(800), at(200));
    }

    void aGreatFightIsDrawnStronger()
    {
        Told told;
        told.add(Fight, 20.0, 8.0, {0}).weight = 1.0F;
        told.add(Fight, 60.0, 8.0, {0}).weight = 0.15F;
        EventLane lane(EventLane::Shows::Events);
        lane.setData(told.data());
        const QImage picture = painted(lane);
        const int y = lane.height() - 2;
        QVERIFY(strengthAt(picture, 270, y) > 2 * strengthAt(picture, 670, y));
        QVERIFY(strengthAt(picture, 670, y) > 10);
    }

    void aGreatFightStandsOutOfAWeakerOne()
    {
        Told told;
        told.add(Fight, 20.0, 60.0, {0}).weight = 0.15F;
        told.add(Fight, 30.0, 8.0, {0}).weight = 1.0F;
        told.add(Fight, 34.0, 20.0, {0}).weight = 0.5F;
        EventLane lane(EventLane::Shows::Events);
        lane.setData(told.data());
        const QImage picture = painted(lane);
        const auto strength = [&](int x) { return strengthAt(picture, x, lane.height() - 2); };
        QVERIFY(strength(250) > 10);
        QVERIFY(strength(335) > 2 * strength(250));
        QCOMPARE(strength(370), strength(335));
        QVERIFY(strength(450) > strength(250) && strength(450) < strength(335));
        QCOMPARE(strength(700), strength(250)); // it goes on behind them, and is drawn once
        QCOMPARE(strength(850), 0);
    }

    void aFightBesideALongerBandIsSeen()
    {
        Told told;
        told.table->kinds[Built].band = true; // the next kind that lasts: it has the other line
        told.add(Built, 5.0, 200.0, {0});     // to beyond the end of the view
        told.add(Built, 10.0, 200.0, {0});
        told.add(Fight, 50.0, 5.0, {0});
        EventLane lane(EventLane::Shows::Events);
        lane.setData(told.data());
        const QImage picture = painted(lane);
        QVERIFY(strengthAt(picture, 540, lane.height() - 2) > 60);
        QVERIFY(strengthAt(picture, 540, lane.height() - 6) > 60);
    }

    void aMarkerOfManyIsStrongWithOneThatConcerns()
    {
        Told told;
        for (int i = 0; i < 50; ++i)
            told.add(Kill, 20.0 + 0.001 * i, 0.0, {1});
        for (int i = 0; i < 50; ++i)
            told.add(Kill, 60.0 + 0.001 * i, 0.0, {i == 30 ? 0 : 1});
        LaneData data = told.data();
        EventLane lane(EventLane::Shows::Events);
        lane.setData(data);
        const QImage plain = painted(lane);
        data.locked = ActorId{0};
        lane.setData(data);
        const QImage picture = painted(lane);
        const int y = lane.height() / 2;
        QVERIFY(strengthAt(picture, 200, y) < strengthAt(plain, 200, y));
        QCOMPARE(strengthAt(picture, 600, y), strengthAt(plain, 600, y));
    }
};

} // namespace tst_lanes

GHOSTLINE_TEST(tst_lanes, TestLanes, QApplication)
#include "tst_lanes.moc"
