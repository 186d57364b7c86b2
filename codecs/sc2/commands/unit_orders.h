// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which orders were given to which unit: the selections of the players, unit by unit.
#include "codecs/sc2/commands/motion.h"

namespace ghostline::sc2 {

/// What an order means for where a unit is.
enum class Going : std::uint8_t {
    Nowhere, ///< says nothing of its place
    Go,      ///< to the target
    Near,    ///< to the target, not quite
    Stop,
    Leap,  ///< straight to the target without passing what lies between
    Rally, ///< where those it makes go
    BuildThere
};
Going goingOf(const Order& order);
/// Units may come up elsewhere because of it: recalls, unloading, tunnels.
bool movesOthers(const Order& order);

/// By life: positions in PlayerActions::orders, ascending.
struct UnitOrders
{
    std::vector<std::uint32_t> start; ///< one more than lives
    std::vector<std::uint32_t> orders;
    std::span<const std::uint32_t> of(std::size_t life) const
    {
        return {orders.data() + start[life], start[life + 1] - start[life]};
    }
};
UnitOrders ordersByUnit(const UnitLives& lives, const TrackerEvents& tracker, const PlayerActions& actions,
                        const ReplayHead& head);

} // namespace ghostline::sc2
