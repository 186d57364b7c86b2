// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the timeline looks: ruler and rows, drawn once into a pixmap, and what moves over them.
#include "app/gui/timeline/lane_list.h"

#include <QPixmap>
#include <QSize>

namespace ghostline::app {

/// The timeline as it is drawn now, with a replay.
struct TimelineFrame
{
    const TimeView& view;
    const render::Theme& theme;
    QFont font; ///< small, tabular figures
    QSize size; ///< of the widget
    QRect ruler;

    int left() const { return ruler.left(); } ///< of the lanes
};

class TimelinePicture
{
public:
    /// Everything is to be drawn again.
    void invalidate();
    void invalidate(const Lane* lane) { m_stale.push_back(lane); }
    /// Draws anew what is stale of ruler and rows.
    const QPixmap& draw(const TimelineFrame& frame, const std::vector<LaneList::Row>& rows, qreal pixelRatio);

private:
    QPixmap m_drawn;                  ///< null = to be drawn
    std::vector<const Lane*> m_stale; ///< rows of it to draw again
};

/// From pixel to pixel of the lanes; `pending`: still being drawn by the mouse.
void paintLoop(QPainter& painter, const TimelineFrame& frame, double from, double to, bool pending);
/// A line through everything, with a text beside it in the ruler.
void paintGuide(QPainter& painter, const TimelineFrame& frame, double x, const QString& text);
void paintPlayhead(QPainter& painter, const TimelineFrame& frame, double x);
void paintFocus(QPainter& painter, const TimelineFrame& frame);

} // namespace ghostline::app
