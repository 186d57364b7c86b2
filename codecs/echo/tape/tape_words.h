// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers and words of a tape as those of a Frame. Unknown ones are taken as such, never refused.
#include "codecs/echo/frame/api_words.h"
#include "codecs/echo/tape/proto_fields.h"
#include "codecs/echo/tape/tape_limits.h"

#include <algorithm>
#include <charconv>

namespace ghostline::echo::tape {

inline GameStatus statusOf(std::int32_t code)
{
    constexpr int First = static_cast<int>(GameStatus::None);
    return code >= 0 && code < GameStatuses - First ? static_cast<GameStatus>(code + First)
                                                    : GameStatus::Uncoded;
}

inline PauseState pauseOf(std::int32_t code)
{
    constexpr std::array States{PauseState::None,      PauseState::Unpaused, PauseState::Paused,
                                PauseState::Unpausing, PauseState::Unknown,  PauseState::None};
    return code >= 0 && static_cast<std::size_t>(code) < States.size()
               ? States[static_cast<std::size_t>(code)]
               : PauseState::Unknown;
}

/// Of a role: 1 blue, 2 orange.
inline TeamCode teamOfRole(std::int32_t role)
{
    return role == 1 ? TeamCode::Blue : role == 2 ? TeamCode::Orange : TeamCode::None;
}

inline GoalType goalTypeOf(std::int32_t code)
{
    constexpr std::array Types{GoalType::Unknown,    GoalType::InsideShot,     GoalType::LongShot,
                               GoalType::BounceShot, GoalType::LongBounceShot, GoalType::SelfGoal,
                               GoalType::Unknown,    GoalType::SlamDunk,       GoalType::Headbutt,
                               GoalType::Unknown,    GoalType::BumperShot,     GoalType::Unknown};
    return code >= 0 && static_cast<std::size_t>(code) < Types.size() ? Types[static_cast<std::size_t>(code)]
                                                                      : GoalType::Unknown;
}

inline constexpr float PressedAbove = 0.5F; ///< shoulder buttons are 0.0 to 1.0

/// Fields 2 to 12 of a player's statistics, in both generations.
inline void readCounter(const Field& field, Stats& out)
{
    constexpr std::uint32_t First = 2;
    constexpr std::uint32_t Stuns = 5; // have no Counter: its entry stands for nothing
    static constexpr std::array Order{Counter::Points,  Counter::Saves,     Counter::Goals,
                                      Counter::Points,  Counter::Passes,    Counter::Catches,
                                      Counter::Steals,  Counter::Blocks,    Counter::Interceptions,
                                      Counter::Assists, Counter::ShotsTaken};
    if (field.key == varint(Stuns))
        out.stuns = field.asInt();
    else if (field.wire() == Wire::Varint && field.number() >= First && field.number() - First < Order.size())
        out[Order[field.number() - First]] = field.asInt();
}

/// What a hand holds, by the API's word; empty = not recorded. Nothing for a word that nobody has listed.
inline std::optional<std::int16_t> heldOf(std::string_view word)
{
    if (word.empty())
        return holding::NotRecorded;
    if (word == "none")
        return holding::None;
    if (word == "disc")
        return holding::Disc;
    if (word == "geo")
        return holding::Geo;
    int slot = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), slot);
    if (error != std::errc() || end != word.data() + word.size() || slot < 0 || slot > MaxSlot)
        return std::nullopt;
    return static_cast<std::int16_t>(slot);
}

} // namespace ghostline::echo::tape
