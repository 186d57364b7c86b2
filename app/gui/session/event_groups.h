// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which events of a list tell of one and the same thing: a shot is a throw, too, and whoever builds a first
// barracks builds a barracks. Together they are one row for whoever reads.
#include "model/replay/event_list.h"
#include "model/replay/replay_info.h"

#include <vector>

namespace ghostline::app {

/// Apart by no more than this they are at the same instant.
inline constexpr model::Micros SameInstant{100'000};

/// Rows of an EventList, each in one group; groups in the order of their first rows.
class EventGroups
{
public:
    EventGroups() = default;
    /// Together are events of different kinds, at the same instant, with the same subject: the people of one
    /// are among those of the other, and both tell of the same things.
    EventGroups(const model::EventList& list, const model::ReplayInfo& info);

    int count() const { return static_cast<int>(m_starts.size()) - 1; }
    /// List rows, the one that says most first.
    std::span<const int> parts(int group) const
    {
        const auto at = static_cast<std::size_t>(group);
        return std::span(m_parts).subspan(static_cast<std::size_t>(m_starts[at]),
                                          static_cast<std::size_t>(m_starts[at + 1] - m_starts[at]));
    }
    int head(int group) const { return parts(group).front(); }

private:
    std::vector<int> m_parts;
    std::vector<int> m_starts{0}; ///< into m_parts, and its end
};

} // namespace ghostline::app
