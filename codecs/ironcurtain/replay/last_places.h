// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where units were reported last before nobody told of them for a while. Whoever starts to show the replay in
// such a silence need not read events from far back, however long no keyframe tells anything.
#include "codecs/ironcurtain/events/analysis_event.h"
#include "codecs/ironcurtain/units/unit_finder.h"

#include <memory>
#include <optional>

namespace ghostline::ironcurtain {

/// Ticks. Two places of a unit that lie farther apart are never joined, so that whoever knows what was
/// reported within so many ticks, and the place before, knows enough.
inline constexpr SimTick LongestGap = 600;

struct LastPlace
{
    SimTick tick = 0;
    WorldPos at;
};

/// A unit's reports that no other followed within LongestGap. Immutable once made.
class LastPlaces
{
public:
    /// The last one before a tick; complete for all that LongestGap before it no longer covers.
    std::optional<LastPlace> before(UnitTag unit, SimTick tick) const;
    bool empty() const { return m_rows.empty(); }
    std::size_t bytes() const { return m_rows.capacity() * sizeof(Row); }

private:
    friend class LastPlacesBuilder;
    struct Row
    {
        UnitTag unit;
        std::uint32_t tick = 0; ///< MaxTicks fits
        WorldPos at;
    };
    std::vector<Row> m_rows; ///< by unit and tick
};

/// Fed with every position sample in the order of the file.
class LastPlacesBuilder
{
public:
    void add(SimTick tick, const UnitPositionSample& sample);
    /// Those that were not kept: more than MaxFigureRows, or of more than MaxLives units.
    std::uint64_t dropped() const { return m_dropped; }
    LastPlaces finish();

private:
    void keep(const LastPlaces::Row& row);

    std::unique_ptr<UnitFinder> m_units; ///< positions in m_latest; made with the first sample
    std::vector<LastPlaces::Row> m_latest;
    LastPlaces m_places;
    std::uint64_t m_dropped = 0;
};

} // namespace ghostline::ironcurtain
