// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The shape of the table that tools/compile_abilities.cpp makes of data/abilities.txt.
#include <cstdint>
#include <span>
#include <string_view>

namespace ghostline::sc2::abilities {

struct Command
{
    std::uint32_t name; ///< into the pool
    std::uint8_t length;
    std::uint8_t index;
    bool unconfirmed;
};
struct Ability
{
    std::uint32_t name; ///< into the pool
    std::uint8_t length;
    std::uint8_t commands;
    std::uint16_t firstCommand;
};
/// In builds [first, last] of a set, this link is that ability. Ascending set, link, first.
struct Place
{
    std::uint32_t first;
    std::uint32_t last;
    std::uint16_t link;
    std::uint16_t ability;
    std::uint8_t set; ///< AbilitySet
};

std::string_view pool();
std::span<const Command> commands();
std::span<const Ability> all();
std::span<const Place> places();

} // namespace ghostline::sc2::abilities
