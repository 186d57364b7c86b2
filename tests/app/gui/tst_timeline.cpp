// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline as a user's hand meets it: scrub, zoom, pan, loop, click, hover, arrange.
#include "app/gui/shell/actions.h"
#include "app/gui/shell/replay_session.h"
#include "app/gui/timeline/lanes.h"
#include "app/gui/timeline/overview_strip.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/timeline/timeline_view.h"
#include "tests/support/fake_replay.h"

#include <QPixmap>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

using namespace ghostline;
using app::TimeView;
using model::Micros;

class TestTimeline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void showsTheWholeReplay();
    void dragOnTheRulerScrubs();
    void scrubbingHoldsPlaying();
    void ctrlStaysOnRecordedFrames();
    void scrubbingSeeksToTheNewestOnly();
    void wheelZoomsAtThePointer();
    void dragInLanesPans();
    void shiftDragLoops();
    void loopEdgeCanBeDragged();
    void doubleClickFits();
    void clickOnAMarkerSeeksAndSelects();
    void hoverTellsTimeFrameAndEvent();
    void guideIsSharedBothWays();
    void playheadTurnsThePage();
    void leavesAPannedViewAloneWhilePlaying();
    void filterHidesMarkers();
    void flagsHaveTheirOwnLane();
    void lanesHideMoveAndComeBack();
    void overviewMovesAndResizesTheWindow();
    void keysZoomAtThePlayhead();
    void growingReplayKeepsFitted();
    void bookmarksAndLostSpansSpeak();
    void playingRepaintsOnlyTheLine();
    void survivesTheEndOfTheSession();
    void refusesForeignState();

private:
    void open(const test::FakeReplayOptions& options);
    QPoint at(Micros t, const QString& lane = {}) const;
    QPoint atRuler(Micros t) const;
    void move(QPoint to, Qt::MouseButtons buttons = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {});
    void wheel(QPoint where, int steps);
    void zoomTo(Micros begin, Micros end);
    Micros now() const { return m_session->playhead().time(); }
    Micros pixel() const { return m_view->timeView().tolerance(1.0); }

    QTemporaryDir m_folder;
    app::Actions m_actions;
    std::unique_ptr<app::ReplaySession> m_session;
    std::shared_ptr<test::FakeReplay> m_replay;
    std::unique_ptr<QWidget> m_window;
    app::TimelinePanel* m_panel = nullptr;
    app::TimelineView* m_view = nullptr;
};

void TestTimeline::init()
{
    // A window without a layout: the offscreen platform warns of windows with a smallest size.
    m_window = std::make_unique<QWidget>();
    m_panel = new app::TimelinePanel(&m_actions, m_window.get());
    m_view = m_panel->view();
    m_window->resize(1200, 240);
    m_panel->resize(1200, 240);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    test::FakeReplayOptions options;
    options.events = 30;
    open(options);
}

void TestTimeline::cleanup()
{
    m_window.reset();
    m_session.reset();
    m_replay.reset();
}

void TestTimeline::open(const test::FakeReplayOptions& options)
{
    m_panel->setSession(nullptr);
    m_session.reset();
    m_replay = test::makeFakeReplay(options);
    m_session = std::make_unique<app::ReplaySession>(
        m_replay, m_folder.filePath(QStringLiteral("fake.replay")), std::size_t{64} << 20);
    m_panel->setSession(m_session.get());
    m_panel->grab();
}

QPoint TestTimeline::at(Micros t, const QString& lane) const
{
    const int x = static_cast<int>(std::lround(m_view->lanesLeft() + m_view->timeView().x(t)));
    const QRect rect = lane.isEmpty() ? m_view->laneRect(QStringLiteral("activity")) : m_view->laneRect(lane);
    return {x, rect.center().y()};
}

QPoint TestTimeline::atRuler(Micros t) const { return {at(t).x(), m_view->rulerRect().top() + 4}; }

void TestTimeline::move(QPoint to, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers)
{
    QMouseEvent event(QEvent::MouseMove, QPointF(to), m_view->mapToGlobal(QPointF(to)), Qt::NoButton, buttons,
                      modifiers);
    QCoreApplication::sendEvent(m_view, &event);
}

void TestTimeline::wheel(QPoint where, int steps)
{
    QWheelEvent event(QPointF(where), m_view->mapToGlobal(QPointF(where)), QPoint(), QPoint(0, steps * 120),
                      Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(m_view, &event);
}

void TestTimeline::zoomTo(Micros begin, Micros end)
{
    TimeView view = m_view->timeView();
    view.show(begin, end);
    m_view->setTimeView(view);
}

void TestTimeline::showsTheWholeReplay()
{
    QVERIFY(m_view->timeView().fitted());
    QCOMPARE(m_view->timeView().extent().count(), m_session->index()->timeAxis.duration().count());
    QVERIFY(m_view->timeView().width() > 900.0);
    QCOMPARE(m_panel->lanesLeft(), m_view->lanesLeft() + m_view->x());
}

void TestTimeline::dragOnTheRulerScrubs()
{
    QTest::mousePress(m_view, Qt::LeftButton, {}, atRuler(Micros{10'000'000}));
    QVERIFY(std::abs((now() - Micros{10'000'000}).count()) <= pixel().count());
    move(atRuler(Micros{30'000'000}));
    QTRY_VERIFY(std::abs((now() - Micros{30'000'000}).count()) <= pixel().count());
    QTest::mouseRelease(m_view, Qt::LeftButton, {}, atRuler(Micros{5'000'000}));
    QVERIFY(std::abs((now() - Micros{5'000'000}).count()) <= pixel().count());
    // Past the edge is the edge.
    QTest::mousePress(m_view, Qt::LeftButton, {}, atRuler(Micros{5'000'000}));
    QTest::mouseRelease(m_view, Qt::LeftButton, {},
                        QPoint(m_view->width() + 50, m_view->rulerRect().top() + 4));
    QCOMPARE(m_session->playhead().at().frame, m_session->index()->frames() - 1);
}

void TestTimeline::scrubbingHoldsPlaying()
{
    m_session->playhead().play();
    QTest::mousePress(m_view, Qt::LeftButton, {}, atRuler(Micros{10'000'000}));
    QVERIFY(!m_session->playhead().playing());
    QTest::mouseRelease(m_view, Qt::LeftButton, {}, atRuler(Micros{10'000'000}));
    QVERIFY(m_session->playhead().playing());
}

void TestTimeline::ctrlStaysOnRecordedFrames()
{
    zoomTo(Micros{10'000'000}, Micros{11'000'000});
    // 50 ms a frame: 10.31 s lies 0.2 of the way from frame 206 to 207.
    QTest::mousePress(m_view, Qt::LeftButton, {}, atRuler(Micros{10'310'000}));
    QVERIFY(m_session->playhead().at().fraction > 0.1);
    QTest::mouseRelease(m_view, Qt::LeftButton, {}, atRuler(Micros{10'310'000}));
    QTest::mousePress(m_view, Qt::LeftButton, Qt::ControlModifier, atRuler(Micros{10'310'000}));
    QCOMPARE(m_session->playhead().at(), (model::FrameTime{206, 0.0}));
    QTest::mouseRelease(m_view, Qt::LeftButton, Qt::ControlModifier, atRuler(Micros{10'340'000}));
    QCOMPARE(m_session->playhead().at(), (model::FrameTime{207, 0.0}));
}

void TestTimeline::scrubbingSeeksToTheNewestOnly()
{
    QSignalSpy moved(&m_session->playhead(), &model::Playhead::moved);
    QTest::mousePress(m_view, Qt::LeftButton, {}, atRuler(Micros{1'000'000}));
    for (int i = 0; i < 200; ++i)
        move(atRuler(Micros{1'000'000 + i * 200'000}));
    QTest::mouseRelease(m_view, Qt::LeftButton, {}, atRuler(Micros{40'000'000}));
    QVERIFY(std::abs((now() - Micros{40'000'000}).count()) <= pixel().count());
    QVERIFY2(moved.count() < 100, qPrintable(QString::number(moved.count())));
}

void TestTimeline::wheelZoomsAtThePointer()
{
    const QPoint where = at(Micros{20'000'000});
    const Micros before = m_view->timeView().timeAt(where.x() - m_view->lanesLeft());
    QSignalSpy changed(m_panel, &app::TimelinePanel::timeViewChanged);
    wheel(where, 5);
    QVERIFY(changed.count() > 0);
    QVERIFY(m_view->timeView().span() < m_view->timeView().extent() / 2);
    QVERIFY(std::abs((m_view->timeView().timeAt(where.x() - m_view->lanesLeft()) - before).count()) <=
            pixel().count());
    wheel(where, -30);
    QVERIFY(m_view->timeView().fitted());
}

void TestTimeline::dragInLanesPans()
{
    zoomTo(Micros{20'000'000}, Micros{25'000'000});
    const Micros was = now();
    const QPoint from = at(Micros{22'000'000}, QStringLiteral("data"));
    QTest::mousePress(m_view, Qt::LeftButton, {}, from);
    move(from + QPoint(100, 0));
    QTest::mouseRelease(m_view, Qt::LeftButton, {}, from + QPoint(100, 0));
    const double moved = model::seconds(Micros{20'000'000} - m_view->timeView().begin());
    QVERIFY(std::abs(moved - 100.0 * m_view->timeView().microsPerPixel() * 1e-6) < 0.01);
    QCOMPARE(m_view->timeView().span().count(), 5'000'000);
    QCOMPARE(now().count(), was.count());
}

void TestTimeline::shiftDragLoops()
{
    for (const bool backward : {false, true}) {
        const Micros a{backward ? 30'000'000 : 10'000'000};
        const Micros b{backward ? 10'000'000 : 30'000'000};
        m_session->playhead().setLoop(std::nullopt);
        QTest::mousePress(m_view, Qt::LeftButton, Qt::ShiftModifier, at(a));
        move(at(b), Qt::LeftButton, Qt::ShiftModifier);
        QTest::mouseRelease(m_view, Qt::LeftButton, Qt::ShiftModifier, at(b));
        const auto loop = m_session->playhead().loop();
        QVERIFY(loop.has_value());
        QVERIFY(std::abs(loop->first - 200) <= 2);
        QVERIFY(std::abs(loop->end - 601) <= 2);
    }
    // A mere click with Shift clears it.
    QTest::mouseClick(m_view, Qt::LeftButton, Qt::ShiftModifier, at(Micros{20'000'000}));
    QVERIFY(!m_session->playhead().loop().has_value());
}

void TestTimeline::loopEdgeCanBeDragged()
{
    m_session->playhead().setLoop(model::FrameRange{200, 600});
    const QPoint edge(at(Micros{30'000'000}).x(), m_view->rulerRect().bottom() - 2);
    const QPoint to(at(Micros{40'000'000}).x(), edge.y());
    QTest::mousePress(m_view, Qt::LeftButton, {}, edge);
    move(to);
    QTest::mouseRelease(m_view, Qt::LeftButton, {}, to);
    const auto loop = m_session->playhead().loop();
    QVERIFY(loop.has_value());
    QCOMPARE(loop->first, 200);
    QVERIFY(std::abs(loop->end - 801) <= 2);
    QCOMPARE(now().count(), 0);
}

void TestTimeline::doubleClickFits()
{
    zoomTo(Micros{20'000'000}, Micros{25'000'000});
    QTest::mouseDClick(m_view, Qt::LeftButton, {}, at(Micros{22'000'000}));
    QVERIFY(m_view->timeView().fitted());
}

void TestTimeline::clickOnAMarkerSeeksAndSelects()
{
    const auto& events = m_session->index()->events->events;
    const model::Event& event = events[4]; // a "note" of actor 0; 30 events in 50 s lie apart
    QSignalSpy activated(m_panel, &app::TimelinePanel::eventActivated);
    m_session->select(model::ActorId::None);
    QTest::mouseClick(m_view, Qt::LeftButton, {}, at(event.time, QStringLiteral("events")));
    QCOMPARE(m_session->playhead().at(), (model::FrameTime{event.frame, 0.0}));
    QCOMPARE(m_session->selection(), event.actors.front());
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.front().front().toInt(), 4);
    // Beside every marker nothing happens.
    QTest::mouseClick(m_view, Qt::LeftButton, {}, at(event.time + Micros{800'000}, QStringLiteral("events")));
    QCOMPARE(m_session->playhead().at().frame, event.frame);
}

void TestTimeline::hoverTellsTimeFrameAndEvent()
{
    const model::Event& event = m_session->index()->events->events[4];
    const QString text = m_view->hoverText(at(event.time, QStringLiteral("events")));
    QVERIFY2(text.contains(QStringLiteral("0:06.650")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("#133")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Note: event number 4")), qPrintable(text));
    const QString beside = m_view->hoverText(at(event.time + Micros{300'000}));
    QVERIFY2(beside.contains(QStringLiteral("Nearest: event number 4")), qPrintable(beside));
    // Zoomed out, one marker speaks for many.
    test::FakeReplayOptions many;
    many.events = 900;
    open(many);
    const QString merged = m_view->hoverText(at(Micros{25'000'000}, QStringLiteral("events")));
    QVERIFY2(merged.contains(QStringLiteral(" events, ")), qPrintable(merged));
}

void TestTimeline::guideIsSharedBothWays()
{
    std::optional<Micros> heard;
    connect(m_panel, &app::TimelinePanel::hoverTimeChanged, this, [&](auto t) { heard = t; });
    move(at(Micros{12'000'000}), Qt::NoButton);
    QVERIFY(heard.has_value());
    QVERIFY(std::abs((*heard - Micros{12'000'000}).count()) <= pixel().count());
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(m_view, &leave);
    QVERIFY(!heard.has_value());

    // A guide from elsewhere is drawn but not sent back.
    const QImage without = m_view->grab().toImage();
    m_panel->setGuide(Micros{33'000'000});
    QVERIFY(!heard.has_value());
    const QImage with = m_view->grab().toImage();
    const QPoint there = at(Micros{33'000'000}, QStringLiteral("bookmarks"));
    QVERIFY(with.pixel(there) != without.pixel(there));
}

void TestTimeline::playheadTurnsThePage()
{
    zoomTo(Micros{10'000'000}, Micros{12'000'000});
    m_session->playhead().seekTime(Micros{11'900'000});
    QCOMPARE(m_view->timeView().begin().count(), 10'000'000);
    // Sent out of sight: the view follows.
    m_session->playhead().seekTime(Micros{40'000'000});
    QVERIFY(m_view->timeView().contains(Micros{40'000'000}));
    // Walking out of sight: the page turns so that most of what comes is ahead.
    zoomTo(Micros{10'000'000}, Micros{12'000'000});
    m_session->playhead().seekTime(Micros{11'950'000});
    QTRY_VERIFY(!m_session->buffering());
    m_session->playhead().play();
    QTRY_VERIFY(m_view->timeView().x(now()) < m_view->timeView().width() * 0.2);
    QVERIFY(now() > Micros{11'950'000});
    QVERIFY(m_view->timeView().contains(now()));
}

void TestTimeline::leavesAPannedViewAloneWhilePlaying()
{
    m_session->playhead().play();
    zoomTo(Micros{30'000'000}, Micros{32'000'000});
    m_session->playhead().advance(std::chrono::milliseconds(100));
    QCOMPARE(m_view->timeView().begin().count(), 30'000'000);
}

void TestTimeline::filterHidesMarkers()
{
    const model::Event& note = m_session->index()->events->events[4];
    model::EventFilter filter;
    filter.hiddenKinds = {note.kind};
    m_panel->setEventFilter(filter);
    QTest::mouseClick(m_view, Qt::LeftButton, {}, at(note.time, QStringLiteral("events")));
    QCOMPARE(m_session->playhead().at().frame, 0);
}

void TestTimeline::flagsHaveTheirOwnLane()
{
    const model::Event& flag = m_session->index()->events->events[5];
    QTest::mouseClick(m_view, Qt::LeftButton, {}, at(flag.time, QStringLiteral("events")));
    QCOMPARE(m_session->playhead().at().frame, 0);
    QTest::mouseClick(m_view, Qt::LeftButton, {}, at(flag.time, QStringLiteral("flags")));
    QCOMPARE(m_session->playhead().at().frame, flag.frame);
    // A replay that cannot accuse has no such lane.
    test::FakeReplayOptions options;
    options.events = 0;
    open(options);
    QVERIFY(m_view->laneRect(QStringLiteral("flags")).isValid() ==
            std::any_of(m_session->index()->events->kinds.begin(), m_session->index()->events->kinds.end(),
                        [](const model::EventKind& k) { return k.flag; }));
}

void TestTimeline::lanesHideMoveAndComeBack()
{
    const QString events = QStringLiteral("events");
    const QString data = QStringLiteral("data");
    QVERIFY(m_view->laneRect(events).top() < m_view->laneRect(data).top());
    m_view->setLaneHidden(QStringLiteral("activity"), true);
    QVERIFY(!m_view->laneRect(QStringLiteral("activity")).isValid());
    m_view->moveLane(data, -10);
    QVERIFY(m_view->laneRect(data).top() < m_view->laneRect(events).top());
    const QByteArray state = m_panel->saveState();

    app::TimelinePanel other(&m_actions);
    other.resize(1200, 240);
    other.setSession(m_session.get());
    QVERIFY(other.restoreState(state));
    QVERIFY(other.view()->laneRect(data).top() < other.view()->laneRect(events).top());
    QVERIFY(other.view()->isLaneHidden(QStringLiteral("activity")));
    // Nothing at all is how it was on the first start.
    QVERIFY(other.restoreState({}));
    QVERIFY(other.view()->laneRect(data).top() > other.view()->laneRect(events).top());
    QVERIFY(!other.view()->isLaneHidden(QStringLiteral("activity")));
}

void TestTimeline::overviewMovesAndResizesTheWindow()
{
    zoomTo(Micros{10'000'000}, Micros{20'000'000});
    app::OverviewStrip* overview = m_view->overview();
    const auto drag = [&](QPoint from, QPoint to) {
        QTest::mousePress(overview, Qt::LeftButton, {}, from);
        QMouseEvent event(QEvent::MouseMove, QPointF(to), overview->mapToGlobal(QPointF(to)), Qt::NoButton,
                          Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(overview, &event);
        QTest::mouseRelease(overview, Qt::LeftButton, {}, to);
    };
    const QPoint middle = overview->handleRect().center().toPoint();
    drag(middle, middle + QPoint(100, 0));
    QVERIFY(m_view->timeView().begin() > Micros{12'000'000});
    QVERIFY(std::abs((m_view->timeView().span() - Micros{10'000'000}).count()) < 1000);

    const Micros begin = m_view->timeView().begin();
    const QPoint edge(static_cast<int>(overview->handleRect().right()), middle.y());
    drag(edge, edge + QPoint(100, 0));
    QCOMPARE(m_view->timeView().begin().count(), begin.count());
    QVERIFY(m_view->timeView().span() > Micros{12'000'000});

    // A click beside the window brings it there.
    QTest::mouseClick(overview, Qt::LeftButton, {}, QPoint(m_view->lanesLeft() + 20, middle.y()));
    QCOMPARE(m_view->timeView().begin().count(), 0);
    QTest::mouseDClick(overview, Qt::LeftButton, {}, middle);
    QVERIFY(m_view->timeView().fitted());
}

void TestTimeline::keysZoomAtThePlayhead()
{
    m_session->playhead().seekTime(Micros{25'000'000});
    const double x = m_view->timeView().x(now());
    QTest::keyClick(m_view, Qt::Key_Up);
    QTest::keyClick(m_view, Qt::Key_Plus);
    QVERIFY(m_view->timeView().span() < m_view->timeView().extent() / 2);
    QVERIFY(std::abs(m_view->timeView().x(now()) - x) < 1.0);
    QTest::keyClick(m_view, Qt::Key_Down);
    QTest::keyClick(m_view, Qt::Key_Minus);
    QVERIFY(m_view->timeView().fitted());
}

void TestTimeline::growingReplayKeepsFitted()
{
    test::FakeReplayOptions options;
    options.published = 400;
    open(options);
    QVERIFY(m_view->timeView().fitted());
    const Micros before = m_view->timeView().extent();
    m_replay->publish(1000, true);
    QTRY_COMPARE(m_view->timeView().extent().count(), m_replay->index()->timeAxis.duration().count());
    QVERIFY(m_view->timeView().extent() >= before || before > m_replay->index()->timeAxis.duration());
    QVERIFY(m_view->timeView().fitted());
}

void TestTimeline::bookmarksAndLostSpansSpeak()
{
    test::FakeReplayOptions options;
    options.lost = {{{300, 340}, QStringLiteral("a block is missing")}};
    open(options);
    m_session->playhead().seekTime(Micros{25'000'000});
    m_session->addBookmark(QStringLiteral("keeper out of goal"), QStringLiteral("look at the left hand"));
    m_session->playhead().seekTime(Micros{0});
    const QPoint mark = at(Micros{25'000'000}, QStringLiteral("bookmarks")) + QPoint(2, 0);
    const QString text = m_view->hoverText(mark);
    QVERIFY2(text.contains(QStringLiteral("keeper out of goal")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("look at the left hand")));
    QTest::mouseClick(m_view, Qt::LeftButton, {}, mark);
    QCOMPARE(now().count(), 25'000'000);

    const QString lost = m_view->hoverText(at(Micros{16'000'000}, QStringLiteral("data")));
    QVERIFY2(lost.contains(QStringLiteral("a block is missing")), qPrintable(lost));
    QVERIFY(lost.contains(QStringLiteral("frames 300 to 339")));
}

void TestTimeline::playingRepaintsOnlyTheLine()
{
    struct Painted : QObject
    {
        QRegion region;
        bool eventFilter(QObject*, QEvent* event) override
        {
            if (event->type() == QEvent::Paint)
                region += static_cast<QPaintEvent*>(event)->region();
            return false;
        }
    } painted;
    QCoreApplication::processEvents();
    m_view->installEventFilter(&painted);
    m_session->playhead().seekTime(Micros{10'000'000});
    QTRY_VERIFY(!painted.region.isEmpty());
    int area = 0;
    for (const QRect& rect : painted.region)
        area += rect.width() * rect.height();
    QVERIFY2(area < m_view->width() * m_view->height() / 10, qPrintable(QString::number(area)));
}

void TestTimeline::survivesTheEndOfTheSession()
{
    m_session.reset();
    m_panel->grab();
    move(QPoint(400, 100), Qt::NoButton);
    wheel(QPoint(400, 100), 2);
    QTest::mouseClick(m_view, Qt::LeftButton, {}, QPoint(400, 40));
    QVERIFY(m_view->hoverText(QPoint(400, 100)).isEmpty());
}

void TestTimeline::refusesForeignState()
{
    QVERIFY(!m_panel->restoreState(QByteArray("not json")));
    QVERIFY(!m_panel->restoreState(QByteArray("{\"version\":99}")));
    QVERIFY(m_panel->restoreState(QByteArray("{\"version\":1,\"lanes\":{\"order\":[1,null,\"data\"]}}")));
    QVERIFY(m_view->laneRect(QStringLiteral("data")).isValid());
}

QTEST_MAIN(TestTimeline)
#include "tst_timeline.moc"
