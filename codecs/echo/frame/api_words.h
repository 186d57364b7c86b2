// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words of the session API for which frames hold numbers, by those numbers.
#include "codecs/echo/frame/frame.h"

#include <algorithm>
#include <string_view>

namespace ghostline::echo::words {

inline constexpr std::array<std::string_view, ThrowValues> Throw{"arm_speed",
                                                                 "total_speed",
                                                                 "off_axis_spin_deg",
                                                                 "wrist_throw_penalty",
                                                                 "rot_per_sec",
                                                                 "pot_speed_from_rot",
                                                                 "speed_from_arm",
                                                                 "speed_from_movement",
                                                                 "speed_from_wrist",
                                                                 "wrist_align_to_throw_deg",
                                                                 "throw_align_to_movement_deg",
                                                                 "off_axis_penalty",
                                                                 "throw_move_penalty"};

inline constexpr std::array<std::string_view, 4> Weapons{"rocket", "blaster", "scout", "assault"};
inline constexpr std::array<std::string_view, 4> Ordnances{"stun", "det", "burst", "arc"};
inline constexpr std::array<std::string_view, 4> TacMods{"sensor", "wraith", "heal", "shield"};
inline constexpr std::array<std::string_view, 2> Arms{"Left", "Right"};

/// The letters of two ASCII words without regard to case.
inline bool sameWord(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
               const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
               return lower(x) == lower(y);
           });
}

/// -1 where nobody listed it.
template<std::size_t N>
std::int8_t indexOf(std::string_view word, const std::array<std::string_view, N>& words)
{
    for (std::size_t i = 0; i < N; ++i) {
        if (sameWord(word, words[i]))
            return static_cast<std::int8_t>(i);
    }
    return -1;
}

/// What a hand holds; empty for another player and where nothing was recorded.
constexpr std::string_view holding(std::int16_t held)
{
    return held == echo::holding::None   ? "none"
           : held == echo::holding::Disc ? "disc"
           : held == echo::holding::Geo  ? "geo"
                                         : "";
}

/// Names of teams that have none of their own.
inline constexpr std::array<std::string_view, Teams> TeamNames{"BLUE TEAM", "ORANGE TEAM", "SPECTATORS"};

inline QString text(std::string_view word)
{
    return QString::fromLatin1(word.data(), static_cast<qsizetype>(word.size()));
}

} // namespace ghostline::echo::words
