// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the timeline that only some replays have: they keep the place a saved layout gave them, come and go
// with their kinds, and tell a player no more than the player could perceive. And going from engagement to
// engagement among such events.
#include "app/gui/panels/events_panel.h"
#include "app/gui/session/replay_session.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/verbs/actions.h"
#include "tests/app/gui/told_replay.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace tst_timeline_rows {

using namespace ghostline;
using namespace ghostline::test;
using model::ActorId;

namespace {

enum Kind { Talk, Group, Battle, Shortage, Note, Kinds };
const QString Voice = QStringLiteral("track:Voice");
const QString Groups = QStringLiteral("track:Groups");
const QString Events = QStringLiteral("events");
const QString Flags = QStringLiteral("flags");
const QString Activity = QStringLiteral("activity");
const QString Data = QStringLiteral("data");

std::shared_ptr<model::EventTable> kindsOnly()
{
    auto table = std::make_shared<model::EventTable>();
    table->kinds.resize(Kinds);
    for (int kind = 0; kind < Kinds; ++kind)
        table->kinds[static_cast<std::size_t>(kind)].name = QStringLiteral("kind %1").arg(kind);
    table->kinds[Talk].lane = QStringLiteral("Voice");
    table->kinds[Group].lane = QStringLiteral("Groups");
    table->kinds[Group].shownByDefault = false;
    table->kinds[Battle].band = table->kinds[Battle].major = true;
    table->kinds[Shortage].band = true;
    return table;
}

std::shared_ptr<model::EventTable> everything()
{
    auto table = kindsOnly();
    addEvent(*table, Battle, 5.0, 4.0, 0).text = QStringLiteral("first battle");
    addEvent(*table, Talk, 10.0, 2.0, 0).audience = {0};
    addEvent(*table, Group, 15.0, 0.0, 0).text = QStringLiteral("group 1");
    addEvent(*table, Shortage, 18.0, 3.0, 0);
    addEvent(*table, Battle, 20.0, 4.0, 1).text = QStringLiteral("second battle");
    addEvent(*table, Note, 30.0, 0.0, 0).audience = {0};
    table->events.back().text = QStringLiteral("secret");
    return table;
}

/// Counts how often it gets data, and keeps the last.
class Listener final : public app::Lane
{
public:
    Listener() : Lane(QStringLiteral("listener"), QStringLiteral("Listener"), 16) {}
    void setData(const app::LaneData& data) override
    {
        Lane::setData(data);
        ++times;
        events = data.events;
    }
    void paint(QPainter&, const app::LaneFrame&) override {}
    int times = 0;
    std::shared_ptr<const model::EventList> events;
};

} // namespace

class TestTimelineRows : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void savedPlaceAwaitsTheRow();
    void placeOutlivesReplaysWithoutTheRow();
    void firstPlaceIsBehindWhatHappened();
    void rowsComeWithTheirEvents();
    void rowsObeyTheKinds();
    void eyesSeeNoMoreThanTheirOwn();
    void namesTellWhatHasNoRoom();
    void highlightsAreMarked();
    void marksDoNotListAnew();
    void engagementsAreFoundWhateverIsFiltered();

private:
    void open(std::shared_ptr<const model::EventTable> events);
    int top(const QString& lane) const { return m_panel->view()->laneRect(lane).top(); }
    bool has(const QString& lane) const { return m_panel->view()->laneRect(lane).isValid(); }

    QTemporaryDir m_folder;
    app::Actions m_actions;
    std::shared_ptr<ToldReplay> m_replay;
    std::unique_ptr<app::ReplaySession> m_session;
    std::unique_ptr<QWidget> m_window;
    app::TimelinePanel* m_panel = nullptr;
};

void TestTimelineRows::init()
{
    // A window without a layout: the offscreen platform warns of windows with a smallest size.
    m_window = std::make_unique<QWidget>();
    m_panel = new app::TimelinePanel(&m_actions, m_window.get());
    m_window->resize(1200, 300);
    m_panel->resize(1200, 300);
    m_window->show();
}

void TestTimelineRows::cleanup()
{
    m_window.reset();
    m_session.reset();
    m_replay.reset();
}

void TestTimelineRows::open(std::shared_ptr<const model::EventTable> events)
{
    m_panel->setSession(nullptr);
    m_replay = std::make_shared<ToldReplay>(std::move(events));
    m_session = std::make_unique<app::ReplaySession>(
        m_replay, m_folder.filePath(QStringLiteral("told.replay")), std::size_t{64} << 20);
    m_panel->setSession(m_session.get());
}

void TestTimelineRows::savedPlaceAwaitsTheRow()
{
    QVERIFY(m_panel->restoreState(
        R"({"version":1,"lanes":{"order":["events","activity","data","track:Voice","bookmarks"],)"
        R"("hidden":["track:Groups"]}})"));
    open(everything());
    QVERIFY(has(Voice));
    QVERIFY(top(Voice) > top(Data));
    QVERIFY(top(Voice) < top(QStringLiteral("bookmarks")));
    QVERIFY(!has(Groups));
    m_panel->view()->setLaneHidden(Groups, false);
    QVERIFY(has(Groups));
}

void TestTimelineRows::placeOutlivesReplaysWithoutTheRow()
{
    open(everything());
    m_panel->view()->moveLane(Voice, 10);
    m_panel->view()->setLaneHidden(Groups, true);
    QVERIFY(top(Voice) > top(Data));
    open(kindsOnly());
    QVERIFY(!has(Voice));
    const QByteArray state = m_panel->saveState();
    // The same window goes on to another replay, or another day comes.
    open(everything());
    QVERIFY(top(Voice) > top(Data));
    QVERIFY(!has(Groups));
    QVERIFY(m_panel->restoreState({}));
    QVERIFY(top(Voice) < top(Data) && has(Groups));
    m_panel->setSession(nullptr);
    QVERIFY(m_panel->restoreState(state));
    open(everything());
    QVERIFY(top(Voice) > top(Data));
    QVERIFY(!has(Groups));
}

void TestTimelineRows::firstPlaceIsBehindWhatHappened()
{
    open(everything());
    QVERIFY(top(Events) < top(Voice));
    QVERIFY(top(Voice) < top(Groups));
    QVERIFY(top(Groups) < top(Activity));
}

void TestTimelineRows::rowsComeWithTheirEvents()
{
    open(kindsOnly());
    QVERIFY(!has(Voice));
    m_replay->tell(everything());
    QTRY_VERIFY(has(Voice) && has(Groups));
    m_replay->tell(kindsOnly());
    QTRY_VERIFY(!has(Voice) && !has(Groups));
}

void TestTimelineRows::rowsObeyTheKinds()
{
    open(everything());
    model::EventFilter filter;
    filter.hiddenKinds = {Group}; // as the list begins
    m_panel->setEventFilter(filter);
    QVERIFY(has(Voice));
    QVERIFY(has(Groups)); // left out of the list, because it has a row
    filter.hiddenKinds.insert(Talk);
    m_panel->setEventFilter(filter);
    QVERIFY(!has(Voice));
    filter.hiddenKinds.remove(Talk);
    filter.text = QStringLiteral("said by nobody");
    m_panel->setEventFilter(filter);
    QVERIFY(has(Voice)); // empty, but rows do not jump while one types
}

void TestTimelineRows::eyesSeeNoMoreThanTheirOwn()
{
    open(everything());
    const auto hover = [this](const QString& lane, double seconds) {
        const app::TimelineView& view = *m_panel->view();
        const double x = view.lanesLeft() + view.timeView().x(model::fromSeconds(seconds));
        return view.hoverText({static_cast<int>(std::lround(x)), view.laneRect(lane).center().y()});
    };
    const QString secret = QStringLiteral("secret");
    for (const auto& [eyes, told] :
         {std::pair{ActorId::None, true}, {ActorId{0}, true}, {ActorId{1}, false}}) {
        m_session->actors()->setPerspective(eyes);
        QCOMPARE(hover(Events, 30.0).contains(secret), told);
        QCOMPARE(hover(Data, 30.0).contains(secret), told); // the nearest
        QCOMPARE(has(Voice), told);
    }
}

void TestTimelineRows::namesTellWhatHasNoRoom()
{
    auto events = everything();
    for (int actor = 0; actor < 4; ++actor)
        addEvent(*events, Talk, 32.0 + actor, 0.5, actor);
    open(std::move(events));
    app::TimelineView& view = *m_panel->view();
    const auto lane = [&] { return view.laneRect(Voice); };
    const auto ofName = [&] { return view.hoverText({20, lane().center().y()}); };
    const auto ofFirstLine = [&](double seconds) {
        const double x = view.lanesLeft() + view.timeView().x(model::fromSeconds(seconds));
        return view.hoverText({static_cast<int>(std::lround(x)), lane().top() + 5});
    };
    m_panel->resize(1200, m_panel->minimumSizeHint().height());
    QTRY_COMPARE(lane().height(), 16);
    QVERIFY2(ofName().contains(QStringLiteral("+2 ")), qPrintable(ofName()));
    const QString third = m_session->info().cast[2].name;
    const auto told = [&](double seconds) { return ofFirstLine(seconds).contains(third + u':'); };
    QVERIFY(!told(34.25));
    m_session->actors()->select(ActorId{2});
    QVERIFY(told(34.25));
    QVERIFY(!ofFirstLine(34.25).contains(QStringLiteral("+2 ")));
    m_panel->resize(1200, 500);
    QTRY_VERIFY(lane().height() > 30);
    QCOMPARE(ofName(), QString());
}

/// A row that is there once somebody has found some, tells of each, and is clicked to go there.
void TestTimelineRows::highlightsAreMarked()
{
    open(everything());
    const QString row = QStringLiteral("highlights");
    QVERIFY(!has(row));
    app::TimelineView& view = *m_panel->view();
    const auto at = [&view, &row](double seconds) {
        const double x = view.lanesLeft() + view.timeView().x(model::fromSeconds(seconds));
        return QPoint(static_cast<int>(std::lround(x)), view.laneRect(row).center().y());
    };
    const QImage without = view.grab().toImage();
    const model::TimeAxis& axis = m_session->index()->timeAxis;
    const auto mark = [&axis](double from, double peak, double to, const char* text) {
        return app::MomentMark{model::fromSeconds(from), model::fromSeconds(to),
                               axis.frameAt(model::fromSeconds(peak)), QLatin1String(text),
                               QStringLiteral("score of ") + QLatin1String(text)};
    };
    m_session->setMoments({mark(20.0, 25.0, 28.0, "the best"), mark(4.0, 7.0, 10.0, "another")});
    QVERIFY(has(row));
    QVERIFY(view.grab().toImage() != without);
    const QString best = view.hoverText(at(22.0));
    QVERIFY2(best.contains(QStringLiteral("the best")), qPrintable(best));
    QVERIFY(best.contains(QStringLiteral("score of the best")));
    QVERIFY(view.hoverText(at(9.0)).contains(QStringLiteral("another")));
    QVERIFY(!view.hoverText(at(15.0)).contains(QStringLiteral("score of")));
    QTest::mouseClick(&view, Qt::LeftButton, {}, at(21.0));
    QCOMPARE(m_session->playhead().at().frame, axis.frameAt(model::fromSeconds(25.0)));
    m_session->setMoments({});
    QVERIFY(!has(row));
}

void TestTimelineRows::marksDoNotListAnew()
{
    open(everything());
    auto owned = std::make_unique<Listener>();
    Listener* listener = owned.get();
    m_panel->view()->addLane(std::move(owned));
    const int times = listener->times;
    const auto events = listener->events;
    m_session->notes()->addBookmark(QStringLiteral("here"), QString());
    QCOMPARE(listener->times, times);
    m_session->actors()->follow(ActorId{1});
    QCOMPARE(listener->times, times + 1);
    QCOMPARE(listener->events, events);
    m_panel->setEventFilter({});
    QVERIFY(listener->events != events);
}

void TestTimelineRows::engagementsAreFoundWhateverIsFiltered()
{
    open(everything());
    app::EventsPanel panel;
    panel.setSession(m_session.get());
    panel.setKindShown(Battle, false);
    auto* text = panel.findChild<QLineEdit*>();
    text->setText(QStringLiteral("second"));
    QTRY_COMPARE(panel.filter().text, QStringLiteral("second"));
    const auto seconds = [this] { return model::seconds(m_session->playhead().time()); };
    panel.goNextBand();
    QCOMPARE(seconds(), 5.0);
    panel.goNextBand();
    QCOMPARE(seconds(), 20.0); // past what lasts without mattering
    panel.goNextBand();
    QCOMPARE(seconds(), 20.0);
    panel.goPreviousBand();
    QCOMPARE(seconds(), 5.0);
}

} // namespace tst_timeline_rows

GHOSTLINE_TEST(tst_timeline_rows, TestTimelineRows, QApplication)
#include "tst_timeline_rows.moc"
