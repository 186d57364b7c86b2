// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every unit from its birth to its death, with what it was and whose, and the places where it was reported.
#include "codecs/sc2/tracker/tracker_events.h"
#include "codecs/sc2/tracker/unit_table.h"

#include <limits>

namespace ghostline::sc2 {

inline constexpr std::uint32_t NoLife = 0xFFFF'FFFF;
inline constexpr std::uint32_t OpenEnd = std::numeric_limits<std::uint32_t>::max();

/// From `loop` on the unit is of this type.
struct TypePeriod
{
    std::uint32_t loop = 0;
    NameId type = 0;
};
struct OwnerPeriod
{
    std::uint32_t loop = 0;
    std::int8_t control = 0; ///< player id, 0 = nobody
};
/// A place that the recording itself gives.
struct Report
{
    std::uint32_t loop = 0;
    float x = 0.0F; ///< cells
    float y = 0.0F;
};

struct UnitLife
{
    std::uint32_t tag = 0;
    std::uint32_t first = 0;     ///< loop of birth or start of construction
    std::uint32_t end = OpenEnd; ///< loop of death: gone from this loop on; OpenEnd = outlives the recording
    /// First loop at which it is finished: `first` for what is born, OpenEnd when its construction never
    /// ended.
    std::uint32_t finished = 0;
    bool died = false;     ///< false although `end` is set: merged or removed without a death report
    bool revealed = false; ///< not reported but concluded from commands and selections
    std::int8_t killerPlayer = -1;
    std::uint32_t killer = NoLife;  ///< life
    std::uint32_t creator = NoLife; ///< life
    std::uint32_t firstType = 0;    ///< into UnitLives::types; the first is at `first`
    std::uint32_t typeCount = 0;
    std::uint32_t firstOwner = 0; ///< into UnitLives::owners; the first is at `first`
    std::uint32_t ownerCount = 0;
    std::uint32_t firstReport = 0; ///< into UnitLives::reports: birth, positions, death; ascending loop
    std::uint32_t reportCount = 0;
};

struct UnitLives
{
    std::vector<UnitLife> lives; ///< ascending first loop, then as recorded
    std::vector<TypePeriod> types;
    std::vector<OwnerPeriod> owners;
    std::vector<Report> reports;
    /// Life of a tag at a loop, NoLife when nobody has it then.
    std::uint32_t find(std::uint32_t tag, std::uint32_t loop) const;
    NameId typeAt(const UnitLife& life, std::uint32_t loop) const;
    std::int8_t ownerAt(const UnitLife& life, std::uint32_t loop) const;
    std::span<const TypePeriod> typesOf(const UnitLife& l) const
    {
        return {types.data() + l.firstType, l.typeCount};
    }
    std::span<const OwnerPeriod> ownersOf(const UnitLife& l) const
    {
        return {owners.data() + l.firstOwner, l.ownerCount};
    }
    std::span<const Report> reportsOf(const UnitLife& l) const
    {
        return {reports.data() + l.firstReport, l.reportCount};
    }

    /// Lives by unit index, ascending first loop: what find() and the position reports go by.
    std::vector<std::uint32_t> byIndex;      ///< life numbers, grouped by index
    std::vector<std::uint32_t> indexStart{}; ///< by unit index: where its group begins; one more than indices
};

/// Position reports go to whoever is alive under their index at their loop.
UnitLives buildLives(const TrackerEvents& tracker);

} // namespace ghostline::sc2
