// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/gui/timeline_driver.h"

namespace ghostline::test {

void TimelineDriver::close()
{
    m_window.reset();
    m_session.reset();
    m_replay.reset();
}

void TimelineDriver::showPanel()
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

void TimelineDriver::open(const test::FakeReplayOptions& options)
{
    m_panel->setSession(nullptr);
    m_session.reset();
    m_replay = test::makeFakeReplay(options);
    m_session = std::make_unique<app::ReplaySession>(
        m_replay, m_folder.filePath(QStringLiteral("fake.replay")), std::size_t{64} << 20);
    m_panel->setSession(m_session.get());
    m_panel->grab();
}

void TimelineDriver::wheel(QPoint where, int steps)
{
    QWheelEvent event(QPointF(where), m_view->mapToGlobal(QPointF(where)), QPoint(), QPoint(0, steps * 120),
                      Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(m_view, &event);
}

void TimelineDriver::zoomTo(Micros begin, Micros end)
{
    TimeView view = m_view->timeView();
    view.show(begin, end);
    m_view->setTimeView(view);
}

QPoint TimelineDriver::at(Micros t, const QString& lane) const
{
    const int x = static_cast<int>(std::lround(m_view->lanesLeft() + m_view->timeView().x(t)));
    const QRect rect = lane.isEmpty() ? m_view->laneRect(QStringLiteral("activity")) : m_view->laneRect(lane);
    return {x, rect.center().y()};
}

void TimelineDriver::move(QPoint to, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers)
{
    QMouseEvent event(QEvent::MouseMove, QPointF(to), m_view->mapToGlobal(QPointF(to)), Qt::NoButton, buttons,
                      modifiers);
    QCoreApplication::sendEvent(m_view, &event);
}

} // namespace ghostline::test
