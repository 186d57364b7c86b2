// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the timeline by themselves: which markers the density lets through, who stands out while the camera
// is locked to them, how strongly a fight is drawn, and the rows that kinds ask for themselves.
#include "app/gui/timeline/lanes.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/timeline/track_lane.h"
#include "model/replay_index.h"

#include <QImage>
#include <QPicture>
#include <QTest>

using namespace ghostline;
using namespace ghostline::app;
using model::ActorId;

namespace {

constexpr int Width = 1000;
enum Kind { Kill, Fight, Cheat, Built, Talk, Group, Kinds };

/// Two players and a unit of each; a hundred seconds, a pixel each tenth.
struct Told
{
    Told()
    {
        auto told = std::make_shared<model::ReplayInfo>();
        told->teams = {{QStringLiteral("Ann"), 0}, {QStringLiteral("Ben"), 3}};
        told->cast.resize(4);
        for (std::size_t i = 0; i < 4; ++i) {
            told->cast[i].id = static_cast<ActorId>(i);
            told->cast[i].name = QStringLiteral("actor %1").arg(i);
            told->cast[i].kind = i < 2 ? model::ActorKind::Player : model::ActorKind::Unit;
            told->cast[i].team = static_cast<int>(i % 2);
        }
        info = told;
        table->kinds.resize(Kinds);
        table->kinds[Kill].major = true;
        table->kinds[Fight].band = true;
        table->kinds[Cheat].flag = true;
        table->kinds[Talk].lane = QStringLiteral("Voice");
        table->kinds[Talk].band = true;
        table->kinds[Group].lane = QStringLiteral("Groups");
    }
    model::Event& add(Kind kind, double at, double length, std::vector<int> actors)
    {
        model::Event& event = table->events.emplace_back();
        event.kind = kind;
        event.time = model::fromSeconds(at);
        event.length = model::fromSeconds(length);
        event.frame = static_cast<model::FrameNumber>(at * 10.0);
        for (const int actor : actors)
            event.actors.push_back(static_cast<ActorId>(actor));
        return event;
    }
    LaneData data(const model::EventFilter& filter = {}) const
    {
        auto index = std::make_shared<model::ReplayIndex>();
        index->info = info;
        index->events = table;
        index->timeAxis = model::TimeAxis::uniform(1001, 1, 10);
        LaneData out;
        out.index = index;
        out.events = std::make_shared<model::EventList>(table, info->cast, filter);
        out.filter = filter;
        return out;
    }
    std::shared_ptr<const model::ReplayInfo> info;
    std::shared_ptr<model::EventTable> table = std::make_shared<model::EventTable>();
};

TimeView wholeView()
{
    TimeView view;
    view.setWidth(Width);
    view.setExtent(model::fromSeconds(100.0));
    view.fit();
    return view;
}

QImage painted(Lane& lane)
{
    QImage picture(Width, lane.height(), QImage::Format_RGB32);
    picture.fill(render::Theme::dark().raised);
    QPainter painter(&picture);
    const TimeView view = wholeView();
    lane.paint(painter, {view, render::Theme::dark(), QFont(), lane.height()});
    return picture;
}

int distance(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

/// Distance of the colour at a point from the ground's.
int strengthAt(const QImage& picture, int x, int y)
{
    return distance(picture.pixelColor(x, y), render::Theme::dark().raised);
}

} // namespace

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
        QVERIFY(strengthAt(picture, 225, upper) > 10);
        QVERIFY(strengthAt(picture, 225, upper) < strengthAt(plain, 225, upper) / 2 + 5);
        QCOMPARE(strengthAt(picture, 625, lower), strengthAt(plain, 625, lower));
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

QTEST_MAIN(TestLanes)
#include "tst_lanes.moc"
