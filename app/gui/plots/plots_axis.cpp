// SPDX-License-Identifier: GPL-3.0-or-later
// How the plots' time axis follows the timeline, or stays where it was locked.
#include "app/gui/docks/chip_shelf.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/timeline/timeline_panel.h"

#include <QEvent>
#include <QToolButton>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int AxisRoom = 88; // for unit and numbers left of the curves, where the timeline leaves less
constexpr int RightAxisRoom = 80;
constexpr int RightMargin = 16;
constexpr int EdgeMargin = 4;     // where the timeline's lanes run to the panel's edge
constexpr int LegendPart = 4;     // of the height, at most, for the names; the rest of them scrolls
constexpr int LeastOverlap = 120; // pixels of common time axis that are worth aligning with

} // namespace

void PlotsPanel::attach(TimelinePanel* timeline)
{
    m_timeline = timeline;
    const auto follow = [this] { setTimeView(m_timeline->timeView(), m_timeline->lanesLeftGlobal()); };
    connect(timeline, &TimelinePanel::timeViewChanged, this, follow);
    connect(timeline, &TimelinePanel::hoverTimeChanged, this, &PlotsPanel::setGuide);
    connect(this, &PlotsPanel::hoverTimeChanged, timeline, &TimelinePanel::setGuide);
    connect(this, &PlotsPanel::timeViewRequested, timeline, &TimelinePanel::setTimeView);
    follow();
}

void PlotsPanel::setTimeView(const TimeView& view, int lanesLeftGlobal)
{
    if (!m_lock->isChecked()) {
        m_view = view;
    } else {
        // A recording that grows does not stretch what is kept, even where that was all there was.
        const model::Micros begin = m_view.begin();
        const model::Micros end = m_view.end();
        m_view.setExtent(view.extent());
        m_view.show(begin, end);
        m_view.setWidth(view.width());
    }
    m_lanesLeft = lanesLeftGlobal;
    align();
}

void PlotsPanel::showView(const TimeView& view)
{
    if (!m_lock->isChecked()) {
        Q_EMIT timeViewRequested(view);
        return;
    }
    m_view = view;
    align();
}

/// Unlocked, the plots show what the timeline shows again.
void PlotsPanel::setLocked(bool locked)
{
    if (!locked && m_timeline)
        setTimeView(m_timeline->timeView(), m_timeline->lanesLeftGlobal());
}

void PlotsPanel::setGuide(std::optional<model::Micros> t)
{
    m_canvas->setGuideTime(t ? std::optional(model::seconds(*t)) : std::nullopt);
}

void PlotsPanel::align()
{
    const int own = width();
    int left = AxisRoom;
    const int beside = m_canvas->hasRightAxis() ? RightAxisRoom : RightMargin;
    int right = std::max(left + 1, own - beside);
    m_drawn = m_view;
    if (m_timeline)
        m_lanesLeft = m_timeline->lanesLeftGlobal();
    if (m_lanesLeft) {
        // Only what lies above the timeline's lanes shares its axis; a panel elsewhere draws the same stretch
        // in its own width.
        const int lanes = *m_lanesLeft - mapToGlobal(QPoint(0, 0)).x();
        const int from = std::max(lanes, AxisRoom);
        const int to = std::min(lanes + static_cast<int>(m_view.width()),
                                own - (m_canvas->hasRightAxis() ? RightAxisRoom : EdgeMargin));
        if (to - from >= LeastOverlap) {
            left = from;
            right = to;
            m_drawn.show(m_view.timeAt(from - lanes), m_view.timeAt(to - lanes));
        }
    }
    m_drawn.setWidth(right - left);
    m_canvas->setTimeAxis(model::seconds(m_drawn.begin()), model::seconds(m_drawn.end()), left, right);
    updatePoints();
    m_detailTimer.start();
}

void PlotsPanel::resizeEvent(QResizeEvent*)
{
    m_legend->setRoom(height() / LegendPart);
    align();
}

void PlotsPanel::showEvent(QShowEvent*)
{
    // Docks move with their parents, which tell nobody else.
    for (QWidget* w = this; w && !w->isWindow(); w = w->parentWidget())
        w->installEventFilter(this);
    align();
}

bool PlotsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Move)
        align();
    return QWidget::eventFilter(watched, event);
}

} // namespace ghostline::app
