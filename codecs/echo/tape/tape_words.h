// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers and words of a tape as those of a Frame. Unknown ones are taken as such, never refused.
#include "codecs/echo/frame/api_words.h"
#include "codecs/echo/tape/proto_fields.h"
#include "codecs/echo/tape/proto_writer.h"
#include "codecs/echo/tape/tape_limits.h"

#include <algorithm>
#include <charconv>

namespace ghostline::echo::tape {

/// Numbers of EchoEvent beyond those of RecordedKind: what is only carried from frame to frame.
namespace event {
inline constexpr std::uint32_t Scoreboard = 15;
inline constexpr std::uint32_t LoadoutChanged = 24;
inline constexpr std::uint32_t GrabChanged = 25;
inline constexpr std::uint32_t InfoUpdated = 26;
inline constexpr std::uint32_t StatsUpdated = 58;
inline constexpr std::uint32_t Generic = 60;
} // namespace event

constexpr std::uint32_t numberOf(RecordedKind kind) { return static_cast<std::uint32_t>(kind); }

inline GameStatus statusOf(std::int32_t code)
{
    constexpr int First = static_cast<int>(GameStatus::None);
    return code >= 0 && code < GameStatuses - First ? static_cast<GameStatus>(code + First)
                                                    : GameStatus::Uncoded;
}

/// 0 for an unknown one.
inline std::int32_t codeOf(GameStatus status)
{
    return std::max(static_cast<std::int32_t>(status) - static_cast<std::int32_t>(GameStatus::None), 0);
}

inline PauseState pauseOf(std::int32_t code)
{
    constexpr std::array States{PauseState::None,      PauseState::Unpaused, PauseState::Paused,
                                PauseState::Unpausing, PauseState::Unknown,  PauseState::None};
    return code >= 0 && static_cast<std::size_t>(code) < States.size()
               ? States[static_cast<std::size_t>(code)]
               : PauseState::Unknown;
}

/// One that is neither is asked for: the only further word of the API.
inline std::int32_t codeOf(PauseState state)
{
    constexpr std::int32_t AskedFor = 6;
    constexpr std::array<std::int32_t, 6> Codes{1, 2, 3, AskedFor, 5, AskedFor};
    return Codes[std::min(static_cast<std::size_t>(state), Codes.size() - 1)];
}

/// Of a role: 1 blue, 2 orange.
inline TeamCode teamOfRole(std::int32_t role)
{
    return role == 1 ? TeamCode::Blue : role == 2 ? TeamCode::Orange : TeamCode::None;
}

/// By code; 0 is unknown, 6 is "[NO GOAL]".
inline constexpr std::array GoalTypesByCode{
    GoalType::Unknown,        GoalType::InsideShot,   GoalType::LongShot,   GoalType::BounceShot,
    GoalType::LongBounceShot, GoalType::SelfGoal,     GoalType::Unknown,    GoalType::SlamDunk,
    GoalType::Headbutt,       GoalType::LongHeadbutt, GoalType::BumperShot, GoalType::LongBumperShot};

inline GoalType goalTypeOf(std::int32_t code)
{
    return code >= 0 && static_cast<std::size_t>(code) < GoalTypesByCode.size()
               ? GoalTypesByCode[static_cast<std::size_t>(code)]
               : GoalType::Unknown;
}

inline std::int32_t codeOf(GoalType type)
{
    const auto* const found = std::find(GoalTypesByCode.begin(), GoalTypesByCode.end(), type);
    return static_cast<std::int32_t>(found - GoalTypesByCode.begin());
}

inline constexpr float PressedAbove = 0.5F; ///< shoulder buttons are 0.0 to 1.0

/// Fields 2 to 12 of a player's statistics, in both generations. The stuns have no Counter: their entry
/// stands for nothing.
inline constexpr std::uint32_t FirstCounter = 2;
inline constexpr std::uint32_t StunsField = 5;
inline constexpr std::array CounterOrder{Counter::Points,  Counter::Saves,     Counter::Goals,
                                         Counter::Points,  Counter::Passes,    Counter::Catches,
                                         Counter::Steals,  Counter::Blocks,    Counter::Interceptions,
                                         Counter::Assists, Counter::ShotsTaken};

inline void readCounter(const Field& field, Stats& out)
{
    if (field.key == varint(StunsField))
        out.stuns = field.asInt();
    else if (field.wire() == Wire::Varint && field.number() >= FirstCounter &&
             field.number() - FirstCounter < CounterOrder.size())
        out[CounterOrder[field.number() - FirstCounter]] = field.asInt();
}

inline void writeCounters(const Stats& stats, ProtoWriter& out)
{
    for (std::uint32_t i = 0; i < CounterOrder.size(); ++i) {
        const std::uint32_t field = i + FirstCounter;
        out.integer(field, field == StunsField ? stats.stuns : stats[CounterOrder[i]]);
    }
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
