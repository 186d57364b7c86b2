// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_time_axis.h"

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int ValueAxisRoom = 88; // for unit and numbers left of the curves, where the timeline leaves less
constexpr int RightAxisRoom = 80;
constexpr int EdgeMargin = 4;     // where the timeline's lanes run to the dock's edge
constexpr int LeastOverlap = 120; // pixels of common time axis that are worth aligning with

} // namespace

void PlotTimeAxis::follow(const TimeView& view, int lanesLeft)
{
    m_lanesLeft = lanesLeft;
    if (!m_kept) {
        m_view = view;
        return;
    }
    // A recording that grows does not stretch what is kept, even where that was all there was.
    const model::Micros begin = m_view.begin();
    const model::Micros end = m_view.end();
    m_view.setExtent(view.extent());
    m_view.show(begin, end);
    m_view.setWidth(view.width());
}

std::pair<int, int> PlotTimeAxis::align(int dockLeft, int width, bool rightAxis)
{
    int left = ValueAxisRoom;
    int right = std::max(left + 1, width - (rightAxis ? RightAxisRoom : RightMargin));
    m_drawn = m_view;
    if (m_lanesLeft) {
        const int lanes = *m_lanesLeft - dockLeft;
        // Only what lies above the timeline's lanes shares its axis; a dock elsewhere draws the same stretch
        // in its own width.
        const int from = std::max(lanes, ValueAxisRoom);
        const int to = std::min(lanes + static_cast<int>(m_view.width()),
                                width - (rightAxis ? RightAxisRoom : EdgeMargin));
        if (to - from >= LeastOverlap) {
            left = from;
            right = to;
            m_drawn.show(m_view.timeAt(from - lanes), m_view.timeAt(to - lanes));
        }
    }
    m_drawn.setWidth(right - left);
    return {left, right};
}

std::pair<int, int> PlotTimeAxis::alignColumn(int width, bool rightAxis)
{
    const int right = std::max(ValueAxisRoom + 1, width - (rightAxis ? RightAxisRoom : RightMargin));
    m_drawn = m_view;
    m_drawn.setWidth(right - ValueAxisRoom);
    return {ValueAxisRoom, right};
}

TimeView PlotTimeAxis::zoomed(double factor, model::Micros around) const
{
    TimeView view = m_view;
    view.zoom(factor, view.x(around));
    return view;
}

TimeView PlotTimeAxis::dragged(double pixels) const
{
    TimeView view = m_dragged;
    view.pan(pixels * m_drawn.microsPerPixel() / view.microsPerPixel());
    return view;
}

} // namespace ghostline::app
