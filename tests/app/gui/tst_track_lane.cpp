// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that kinds ask for themselves: a line for each actor, who has which, and what is said where lines are
// missing.
#include "app/gui/timeline/track_lane.h"
#include "tests/app/gui/told_lanes.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QPicture>
#include <QTest>

namespace tst_track_lane {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;
using model::ActorId;

class TestTrackLane : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void kindsAskForRowsOfTheirOwn()
    {
        Told told;
        QCOMPARE(TrackLane::titlesOf(*told.table), QStringList());
        told.add(Talk, 10.0, 5.0, {1});
        told.add(Talk, 20.0, 5.0, {0});
        told.add(Group, 30.0, 0.0, {0}).hue = 6;
        QCOMPARE(TrackLane::titlesOf(*told.table),
                 (QStringList{QStringLiteral("Voice"), QStringLiteral("Groups")}));
        QCOMPARE(TrackLane::linesOf(*told.table, QStringLiteral("Voice")), 2);
        QCOMPARE(TrackLane::linesOf(*told.table, QStringLiteral("Groups")), 1);

        TrackLane voice(QStringLiteral("Voice"), 2);
        voice.setData(told.data());
        QVERIFY(voice.used());
        const QImage picture = painted(voice);
        const int upper = voice.height() / 2 - 3;
        const int lower = voice.height() / 2 + 3;
        // The first player's line is the upper one, whoever spoke first.
        QVERIFY(strengthAt(picture, 225, upper) > 60);
        QCOMPARE(strengthAt(picture, 225, lower), 0);
        QVERIFY(strengthAt(picture, 125, lower) > 60);
        QCOMPARE(strengthAt(picture, 125, upper), 0);
        const TimeView view = wholeView();
        const auto hit = voice.hit({125.0, static_cast<double>(lower)},
                                   {view, render::Theme::dark(), QFont(), voice.height()});
        QVERIFY(hit);
        QCOMPARE(hit->event, 0);
        QVERIFY(hit->text.contains(QStringLiteral("actor 1")));
        QVERIFY(!voice.hit({500.0, 5.0}, {view, render::Theme::dark(), QFont(), voice.height()}));
    }

    void barsAreInTheGamesOwnColour()
    {
        Told told;
        auto info = std::make_shared<model::ReplayInfo>(*told.info);
        info->teams[0].colour = model::Rgb{22, 128, 0};
        told.info = info;
        told.add(Talk, 10.0, 5.0, {0});
        TrackLane voice(QStringLiteral("Voice"), 1);
        voice.setData(told.data());
        const auto& dark = render::Theme::dark();
        const QColor own = render::teamColor(dark, info->teams, 0);
        QVERIFY(distance(painted(voice).pixelColor(125, voice.height() / 2),
                         render::blend(dark.raised, own, 0.85)) < 9);
    }

    void whatWasSaidToOthersIsNotShown()
    {
        Told told;
        told.add(Talk, 10.0, 5.0, {1}).audience = {1};
        TrackLane voice(QStringLiteral("Voice"), 1);
        for (const auto& [team, shown] : {std::pair{-1, true}, {0, false}, {1, true}}) {
            model::EventFilter filter;
            filter.perspective = team;
            const LaneData data = told.data(filter);
            voice.setData(data);
            QCOMPARE(voice.used(), shown);
            QCOMPARE(data.events->count(), shown ? 1 : 0);
        }
    }

    void rowsDrawWhatTheFilterLeaves()
    {
        Told told;
        told.table->kinds[Group].shownByDefault = false;
        told.add(Talk, 10.0, 5.0, {0}).text = QStringLiteral("hello");
        told.add(Talk, 20.0, 5.0, {0}).text = QStringLiteral("good game");
        told.add(Group, 50.0, 5.0, {0});
        model::EventFilter filter;
        filter.text = QStringLiteral("hello");
        TrackLane voice(QStringLiteral("Voice"), 1);
        voice.setData(told.data(filter));
        const int y = voice.height() / 2;
        QVERIFY(strengthAt(painted(voice), 125, y) > 60);
        QCOMPARE(strengthAt(painted(voice), 225, y), 0);
        filter.text = QStringLiteral("nobody said that");
        voice.setData(told.data(filter));
        QVERIFY(voice.used()); // still a row, with nothing in it
        QCOMPARE(strengthAt(painted(voice), 125, y), 0);
        filter = {};
        filter.hiddenKinds = {Talk, Group};
        voice.setData(told.data(filter));
        QVERIFY(!voice.used());
        TrackLane groups(QStringLiteral("Groups"), 1);
        groups.setData(told.data(filter)); // not listed from the start, which is why it has a row
        QVERIFY(strengthAt(painted(groups), 525, y) > 60);
    }

    void whoIsLockedStandsOutInRows()
    {
        Told told;
        told.add(Talk, 20.0, 5.0, {0});
        told.add(Talk, 60.0, 5.0, {1});
        TrackLane voice(QStringLiteral("Voice"), 2);
        LaneData data = told.data();
        voice.setData(data);
        const QImage plain = painted(voice);
        data.locked = ActorId{1};
        voice.setData(data);
        const QImage picture = painted(voice);
        const int upper = voice.height() / 2 - 3;
        const int lower = voice.height() / 2 + 3;
        QVERIFY(strengthAt(picture, 225, lower) > 10);
        QVERIFY(strengthAt(picture, 225, lower) < strengthAt(plain, 225, upper) / 2 + 5);
        QCOMPARE(strengthAt(picture, 625, upper), strengthAt(plain, 625, lower));
    }

    void whoIsLockedLiesOverTheOthersOfALine()
    {
        Told told;
        told.add(Talk, 20.0, 20.0, {0});
        told.add(Talk, 25.0, 5.0, {1});
        TrackLane voice(QStringLiteral("Voice"), 1); // both have it
        LaneData data = told.data();
        const int y = voice.height() / 2;
        const auto apart = [&] { // how much the second is seen within the first
            const QImage picture = painted(voice);
            return distance(picture.pixelColor(275, y), picture.pixelColor(225, y));
        };
        const TimeView view = wholeView();
        const auto hit = [&] {
            const LaneFrame frame{view, render::Theme::dark(), QFont(), voice.height()};
            const auto found = voice.hit({275.0, static_cast<double>(y)}, frame);
            return found ? found->event : -1;
        };
        data.locked = ActorId{1};
        voice.setData(data);
        const int over = apart();
        QCOMPARE(hit(), 1);
        data.locked = ActorId{0};
        voice.setData(data);
        QVERIFY2(apart() < over / 5, qPrintable(QStringLiteral("%1 of %2").arg(apart()).arg(over)));
        QCOMPARE(hit(), 0);
    }

    void theSelectedHaveTheFirstLineOfALowRow_data()
    {
        QTest::addColumn<int>("selected");
        QTest::addColumn<int>("locked");
        QTest::addColumn<int>("first");
        const int nobody = static_cast<int>(ActorId::None);
        QTest::newRow("selected") << 2 << nobody << 2;
        QTest::newRow("followed") << nobody << 3 << 3;
        QTest::newRow("selected while another is followed") << 2 << 3 << 2;
        QTest::newRow("nobody") << nobody << nobody << 0;
    }
    void theSelectedHaveTheFirstLineOfALowRow()
    {
        QFETCH(int, selected);
        QFETCH(int, locked);
        QFETCH(int, first);
        Told told;
        for (int i = 0; i < 4; ++i)
            told.add(Talk, 20.0 * i + 10.0, 10.0, {i});
        TrackLane voice(QStringLiteral("Voice"), 4);
        LaneData data = told.data();
        data.selected = ActorId(selected);
        data.locked = ActorId(locked);
        voice.setData(data);
        constexpr int Low = 16;
        const QImage picture = painted(voice, Low);
        for (int i = 0; i < 4; ++i) {
            const int x = 200 * i + 150;
            QCOMPARE(strengthAt(picture, x, 6) > 60, i == first);
            QCOMPARE(strengthAt(picture, x, 10) > 20, i != first);
        }
        const TimeView view = wholeView();
        const LaneFrame low{view, render::Theme::dark(), QFont(), Low};
        const LaneFrame whole{view, render::Theme::dark(), QFont(), voice.height()};
        QVERIFY2(voice.note(low).startsWith(QStringLiteral("+2 ")), qPrintable(voice.note(low)));
        QCOMPARE(voice.note(whole), QString());
        const auto detail = [&](int actor, double y) {
            const auto hit = voice.hit({200.0 * actor + 150.0, y}, low);
            return hit ? hit->detail : QStringLiteral("nothing");
        };
        QCOMPARE(detail(first, 6.0), QString());
        QCOMPARE(detail(first == 1 ? 2 : 1, 10.0), voice.note(low));
    }

    void whoSharesALineIsToldApart()
    {
        Told told;
        told.add(Talk, 10.0, 20.0, {0});
        told.add(Talk, 20.0, 20.0, {1}); // covers a half of it
        told.add(Talk, 40.0, 10.0, {3}); // follows at once, in the same colour
        TrackLane voice(QStringLiteral("Voice"), 1);
        voice.setData(told.data());
        const QImage picture = painted(voice);
        const int y = voice.height() / 2;
        const QColor both = picture.pixelColor(250, y);
        QVERIFY(distance(both, picture.pixelColor(150, y)) > 30);
        QVERIFY(distance(both, picture.pixelColor(350, y)) > 30);
        QCOMPARE(strengthAt(picture, 399, y), 0);
        QVERIFY(strengthAt(picture, 400, y) > 30);
    }

    void whatSharesAPixelIsPaintedOnce_data()
    {
        QTest::addColumn<double>("length");
        QTest::newRow("strokes") << 0.0;
        QTest::newRow("bars") << 0.05;
    }
    void whatSharesAPixelIsPaintedOnce()
    {
        QFETCH(double, length);
        const auto bytes = [length](int count) {
            Told told;
            for (int i = 0; i < count; ++i)
                told.add(Talk, 100.0 * i / count, length, {i % 2});
            TrackLane voice(QStringLiteral("Voice"), 2);
            voice.setData(told.data());
            QPicture picture; // keeps each command
            QPainter painter(&picture);
            const TimeView view = wholeView();
            voice.paint(painter, {view, render::Theme::dark(), QFont(), voice.height()});
            painter.end();
            return picture.size();
        };
        const auto one = bytes(1);
        // Two lines of 1000 pixels, strokes of two.
        QVERIFY2(bytes(60'000) <= 2 * Width * one, qPrintable(QString::number(bytes(60'000))));
        QVERIFY(bytes(60'000) < bytes(4'000) * 5 / 4);
    }
};

} // namespace tst_track_lane

GHOSTLINE_TEST(tst_track_lane, TestTrackLane, QApplication)
#include "tst_track_lane.moc"
