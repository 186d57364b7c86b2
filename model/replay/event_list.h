// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A filtered view of an event table: what the list, the markers and next/previous go by.
#include "model/base/export.h"
#include "model/replay/event.h"

#include <QSet>
#include <QString>

#include <algorithm>
#include <functional>
#include <limits>
#include <span>

namespace ghostline::model {

struct EventFilter
{
    QSet<int> hiddenKinds; ///< indices into EventTable::kinds
    QString text;          ///< case-insensitive, in what is said of an event and in actor names
    /// What is said of it where that is shown in another language; empty = Event::text.
    std::function<QString(const Event&)> shown{};
    ActorId actor = ActorId::None; ///< only events of this actor, None = all
    int team = -1;                 ///< only events of actors of this team, -1 = all
    /// Only events that have `actor`, or one of `team`, at this place of Event::actors, -1 = anywhere.
    int place = -1;
    FrameNumber first = 0;                                     ///< only events from this frame on ...
    FrameNumber end = std::numeric_limits<FrameNumber>::max(); ///< ... and before this one
    /// Only events that the recording's own statistics count: those whose data says "counted": false are left
    /// out.
    bool counted = false;
    /// Only events that this team could perceive, -1 = all.
    int perspective = -1;
};

/// Whether a team could perceive an event; everyone (-1) perceives everything.
inline bool perceivedBy(const Event& event, int team)
{
    return team < 0 || event.audience.empty() ||
           std::find(event.audience.begin(), event.audience.end(), team) != event.audience.end();
}

/// Immutable after construction; indices are into the table's events.
class GHOSTLINE_MODEL_EXPORT EventList
{
public:
    EventList() = default;
    /// `cast` gives the names that the text filter also looks at, and the teams.
    EventList(std::shared_ptr<const EventTable> table, std::span<const ActorInfo> cast,
              const EventFilter& filter);

    int count() const { return static_cast<int>(m_rows.size()); }
    const Event& at(int row) const;
    int tableIndex(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    const EventTable& table() const { return *m_table; }
    /// Events of each kind in the whole table.
    std::vector<int> countsByKind() const;
    /// Row of the last event at or before frame, -1 before the first. Binary search.
    int lastAt(FrameNumber frame) const;
    /// Row of the first event after / the last one before frame, -1 when there is none.
    int next(FrameNumber frame) const;
    int previous(FrameNumber frame) const;

private:
    std::shared_ptr<const EventTable> m_table = std::make_shared<EventTable>();
    std::vector<int> m_rows;
};

} // namespace ghostline::model
