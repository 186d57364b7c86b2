// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The drawings of all, as the host keeps them for whoever comes later. Bounded, in all and for each person.
#include "together/messages.h"

#include <deque>

namespace ghostline::together {

struct DrawingLimits
{
    std::size_t drawings = MostSharedDrawings;
    std::size_t drawingsPerPerson = 100;
    std::size_t points = 100'000; ///< some 5 MB of messages
    std::size_t pointsPerPerson = 20'000;
};

class SharedDrawings
{
public:
    struct Entry
    {
        std::uint64_t number = 0; ///< counted over all that was ever added, from 1
        DrawingAdded added{};
    };

    explicit SharedDrawings(DrawingLimits limits = {}) : m_limits(limits) {}

    /// A new one, or another version of one's own; refused where it is somebody else's, incomplete, or too
    /// much.
    bool add(PersonId who, model::Drawing drawing);
    /// One's own, or any one by the host.
    bool remove(PersonId who, const QString& id);

    /// Of the last that was added; 0 = none yet.
    std::uint64_t newest() const { return m_newest; }
    /// The first one with a higher number, null = none.
    const Entry* after(std::uint64_t number) const;
    std::size_t count() const { return m_entries.size(); }

private:
    DrawingLimits m_limits;
    std::deque<Entry> m_entries; ///< by number
    std::uint64_t m_newest = 0;
};

} // namespace ghostline::together
