// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The timeline's context menu: what is shown of the time, how many markers, and which rows.
#include <QMenu>

namespace ghostline::app {

class TimelineView;

class TimelineMenu : public QMenu
{
    Q_OBJECT
public:
    /// For a point of the timeline, which outlives it.
    TimelineMenu(TimelineView* timeline, QPoint at);

private:
    void addRange();
    void addMoves(QPoint at);
    void addDensities();
    void addLanes();

    TimelineView* m_timeline;
};

} // namespace ghostline::app
