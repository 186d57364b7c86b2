// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline as a user's hand meets it: scrub, zoom, pan, loop, click, hover, arrange.
#include "app/gui/timeline/lane.h"
#include "app/gui/timeline/timeline_panel.h"
#include "tests/app/gui/timeline_driver.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

namespace tst_timeline {

using namespace ghostline;
using model::Micros;

class TestTimeline : public QObject, protected test::TimelineDriver
{
    Q_OBJECT
private Q_SLOTS:
    void init() { showPanel(); }
    void cleanup() { close(); }
    void dragOnTheRulerScrubs();
    void scrubbingHoldsPlaying();
    void ctrlStaysOnRecordedFrames();
    void scrubbingSeeksToTheNewestOnly();
    void shiftDragLoops();
    void loopEdgeCanBeDragged();
    void clickOnAMarkerSeeksAndSelects();
    void hoverTellsTimeFrameAndEvent();
    void guideIsSharedBothWays();
    void filterHidesMarkers();
    void flagsHaveTheirOwnLane();
    void lanesHideMoveAndComeBack();
    void bookmarksAndLostSpansSpeak();
    void survivesTheEndOfTheSession();
    void refusesForeignState();

private:
    QPoint atRuler(Micros t) const;
};

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

void TestTimeline::clickOnAMarkerSeeksAndSelects()
{
    const auto& events = m_session->index()->events->events;
    const model::Event& event = events[4]; // a "note" of actor 0; 30 events in 50 s lie apart
    QSignalSpy activated(m_panel, &app::TimelinePanel::eventActivated);
    m_session->actors()->select(model::ActorId::None);
    QTest::mouseClick(m_view, Qt::LeftButton, {}, at(event.time, QStringLiteral("events")));
    QCOMPARE(m_session->playhead().at(), (model::FrameTime{event.frame, 0.0}));
    QCOMPARE(m_session->actors()->selected(), event.actors.front());
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
    QVERIFY(other.view()->lanes().isHidden(QStringLiteral("activity")));
    // Nothing at all is how it was on the first start.
    QVERIFY(other.restoreState({}));
    QVERIFY(other.view()->laneRect(data).top() > other.view()->laneRect(events).top());
    QVERIFY(!other.view()->lanes().isHidden(QStringLiteral("activity")));
}

void TestTimeline::bookmarksAndLostSpansSpeak()
{
    test::FakeReplayOptions options;
    options.lost = {{{300, 340}, QStringLiteral("a block is missing")}};
    open(options);
    m_session->playhead().seekTime(Micros{25'000'000});
    m_session->notes()->addBookmark(QStringLiteral("keeper out of goal"),
                                    QStringLiteral("look at the left hand"));
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

QPoint TestTimeline::atRuler(Micros t) const { return {at(t).x(), m_view->rulerRect().top() + 4}; }

} // namespace tst_timeline

GHOSTLINE_TEST(tst_timeline, TestTimeline, QApplication)
#include "tst_timeline.moc"
