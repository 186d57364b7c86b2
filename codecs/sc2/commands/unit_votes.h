// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What type of unit a number stands for, by what units of that number were ordered to do: an SCV builds
// barracks, barracks train marines. Only for replays that name no units.
#include "codecs/sc2/commands/player_actions.h"

#include <string>
#include <unordered_map>

namespace ghostline::sc2 {

class UnitVotes
{
public:
    /// A unit of this number was given this command alone or among its like.
    void ordered(std::uint16_t unitLink, const Order& order);
    /// Someone was sent to a unit of this number.
    void targeted(std::uint16_t unitLink, const Order& order);
    /// A worker was sent there, and nobody owns it.
    void gathered(std::uint16_t unitLink);

    bool isWorker(std::uint16_t unitLink) const;
    /// "SCV"; "Unit 123" when no order tells.
    std::string name(std::uint16_t unitLink) const;

private:
    /// The type with most votes and how many it has; empty when none has.
    std::pair<std::string_view, std::uint32_t> winner(std::uint16_t unitLink) const;

    struct Tally
    {
        std::unordered_map<std::string_view, std::uint32_t> types;
    };
    std::unordered_map<std::uint16_t, Tally> m_tallies;
};

} // namespace ghostline::sc2
