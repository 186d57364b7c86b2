// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of the replay the timeline shows: zooming, panning, turning the page, the overview.
#include "app/gui/timeline/overview_strip.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/timeline/timeline_view.h"
#include "tests/app/gui/timeline_driver.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

namespace tst_timeline_range {

using namespace ghostline;
using model::Micros;

class TestTimelineRange : public QObject, protected test::TimelineDriver
{
    Q_OBJECT
private Q_SLOTS:
    void init() { showPanel(); }
    void cleanup() { close(); }
    void showsTheWholeReplay();
    void wheelZoomsAtThePointer();
    void dragInLanesPans();
    void doubleClickFits();
    void playheadTurnsThePage();
    void leavesAPannedViewAloneWhilePlaying();
    void overviewMovesAndResizesTheWindow();
    void keysZoomAtThePlayhead();
    void growingReplayKeepsFitted();
    void playingRepaintsOnlyTheLine();
};

void TestTimelineRange::showsTheWholeReplay()
{
    QVERIFY(m_view->timeView().fitted());
    QCOMPARE(m_view->timeView().extent().count(), m_session->index()->timeAxis.duration().count());
    QVERIFY(m_view->timeView().width() > 900.0);
    QCOMPARE(m_panel->lanesLeft(), m_view->lanesLeft() + m_view->x());
}

void TestTimelineRange::wheelZoomsAtThePointer()
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

void TestTimelineRange::dragInLanesPans()
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

void TestTimelineRange::doubleClickFits()
{
    zoomTo(Micros{20'000'000}, Micros{25'000'000});
    QTest::mouseDClick(m_view, Qt::LeftButton, {}, at(Micros{22'000'000}));
    QVERIFY(m_view->timeView().fitted());
}

void TestTimelineRange::playheadTurnsThePage()
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
    QTRY_VERIFY(!m_session->playback()->buffering());
    m_session->playhead().play();
    QTRY_VERIFY(m_view->timeView().x(now()) < m_view->timeView().width() * 0.2);
    QVERIFY(now() > Micros{11'950'000});
    QVERIFY(m_view->timeView().contains(now()));
}

void TestTimelineRange::leavesAPannedViewAloneWhilePlaying()
{
    m_session->playhead().play();
    zoomTo(Micros{30'000'000}, Micros{32'000'000});
    m_session->playhead().advance(std::chrono::milliseconds(100));
    QCOMPARE(m_view->timeView().begin().count(), 30'000'000);
}

void TestTimelineRange::overviewMovesAndResizesTheWindow()
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

void TestTimelineRange::keysZoomAtThePlayhead()
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

void TestTimelineRange::growingReplayKeepsFitted()
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

void TestTimelineRange::playingRepaintsOnlyTheLine()
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

} // namespace tst_timeline_range

GHOSTLINE_TEST(tst_timeline_range, TestTimelineRange, QApplication)
#include "tst_timeline_range.moc"
