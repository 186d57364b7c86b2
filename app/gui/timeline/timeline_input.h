// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Mouse and keys of the timeline: scrubbing, panning, zooming, looping, markers, and the context menu.
#include "app/gui/timeline/scrubber.h"
#include "app/gui/widgets/time_view.h"

#include <QObject>
#include <QPointF>

#include <optional>
#include <utility>

class QContextMenuEvent;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace ghostline::app {

class TimelineView;

class TimelineInput : public QObject
{
    Q_OBJECT
public:
    /// Takes the events of a timeline, which owns it.
    explicit TimelineInput(TimelineView* timeline);

    /// Forgets what is being dragged: there is another replay.
    void cancel();
    bool dragging() const { return m_drag != Drag::None; }
    bool panning() const { return m_drag == Drag::Pan; }
    /// The loop that is being drawn, in the order of time.
    std::optional<std::pair<model::Micros, model::Micros>> loopDrawn() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag { None, Press, Scrub, Pan, Loop, LoopIn, LoopOut };

    bool drawsLoop() const
    {
        return m_drag == Drag::Loop || m_drag == Drag::LoopIn || m_drag == Drag::LoopOut;
    }
    void press(const QMouseEvent& event);
    void pressLeft(Qt::KeyboardModifiers modifiers);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void wheel(QWheelEvent& event);
    bool key(const QKeyEvent& event);
    void showMenu(const QContextMenuEvent& event);
    void scrubTo(double x, Qt::KeyboardModifiers modifiers);
    void click(QPointF at);
    void finishLoop(double x);
    /// The end of the loop under a point of the ruler.
    std::optional<Drag> loopEdgeAt(QPointF at) const;
    void updateCursor(QPointF at, Qt::KeyboardModifiers modifiers);
    double laneX(double x) const;
    model::Micros timeInside(double x) const;

    TimelineView* m_timeline;
    Scrubber m_scrubber;
    Drag m_drag = Drag::None;
    QPointF m_press;
    TimeView m_pressView;
    model::Micros m_pressTime{0};
    model::Micros m_dragTime{0};
    bool m_playOnRelease = false;
};

} // namespace ghostline::app
