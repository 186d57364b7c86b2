// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which stretch of time the Plots dock shows, and between which pixels: what the timeline shows, aligned with
// its lanes to the pixel where the dock stands above them; or a stretch that the user keeps. No widgets.
#include "app/gui/widgets/time_view.h"

#include <optional>
#include <utility>

namespace ghostline::app {

class PlotTimeAxis
{
public:
    /// The timeline's view, or the dock's own while it is kept.
    const TimeView& view() const { return m_view; }
    /// The stretch of it that is drawn, in as many pixels as align() gave it.
    const TimeView& drawn() const { return m_drawn; }

    /// The timeline shows another stretch, or its lanes begin elsewhere on the screen. A kept stretch stays,
    /// though the replay may have grown.
    void follow(const TimeView& view, int lanesLeft);
    /// The user wants to see this, and the stretch is kept.
    void show(const TimeView& view) { m_view = view; }
    /// Without a timeline: all of a replay of this length.
    void setExtent(model::Micros extent) { m_view.setExtent(extent); }
    void fit() { m_view.fit(); }
    void setLanesLeft(int lanesLeft) { m_lanesLeft = lanesLeft; }
    void setKept(bool kept) { m_kept = kept; }
    bool kept() const { return m_kept; }

    /// Left and right end of the axis in a dock `width` pixels wide whose left edge is there on the screen,
    /// with or without an axis of values on its right.
    std::pair<int, int> align(int dockLeft, int width, bool rightAxis);

    /// The same in a column that stands beside others: all of the view, in its own width.
    std::pair<int, int> alignColumn(int width, bool rightAxis);

    /// The view after zooming in by a factor about a pixel of the dock.
    TimeView zoomed(double factor, model::Micros around) const;
    /// Dragging moves what was in view when it began.
    void beginDrag() { m_dragged = m_view; }
    TimeView dragged(double pixels) const;

private:
    TimeView m_view;
    TimeView m_drawn;
    TimeView m_dragged;
    std::optional<int> m_lanesLeft; ///< on the screen; nothing = there is no timeline
    bool m_kept = false;
};

} // namespace ghostline::app
