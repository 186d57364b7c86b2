// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the timeline's rows draw from: a session's revision, and of its events those that pass the filter.
#include "app/gui/timeline/lane.h"

namespace ghostline::app {

class ReplaySession;

class TimelineContent
{
public:
    void setFilter(const model::EventFilter& filter);
    void setDensity(MarkerDensity density) { m_density = density; }
    MarkerDensity density() const { return m_density; }

    /// null = no replay open. Lists the events anew where filter or recording have changed.
    LaneData read(ReplaySession* session);
    /// Length to show of a replay, of which so much was shown so far: with room for what is still being read.
    static model::Micros extentOf(const model::ReplayIndex& index, model::Micros before);

    /// Row of the event nearest to a time in the list of those that pass, at most that far; -1 = none.
    int nearestEvent(model::Micros t, const model::TimeAxis& axis, model::Micros reach) const;
    const model::Event& event(int row) const { return m_events->at(row); }
    QString kindName(int row) const;

private:
    void listEvents(const ReplaySession* session);

    model::EventFilter m_filter;
    MarkerDensity m_density = MarkerDensity::All;
    std::shared_ptr<const model::EventList> m_events;     ///< that pass the filter
    std::shared_ptr<const model::ReplayIndex> m_eventsOf; ///< the revision they are of, null = to be listed
};

} // namespace ghostline::app
