// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Rounds won, which no frame holds.
#include "codecs/echo/frame/frame.h"

namespace ghostline::echo {

/// The header has those at the beginning; counted from there.
class RoundCount
{
public:
    RoundCount() = default;
    RoundCount(int blue, int orange) : m_won{blue, orange} {}
    /// Takes the next frame; true when a round was won with it.
    bool take(const Frame& frame)
    {
        const bool over = frame.status == GameStatus::RoundOver && m_before != GameStatus::RoundOver &&
                          m_before != GameStatus::None;
        m_before = frame.status;
        if (!over || frame.points[0] == frame.points[1])
            return false;
        ++m_won[frame.points[0] > frame.points[1] ? 0 : 1];
        return true;
    }
    const std::array<int, 2>& won() const { return m_won; }

private:
    std::array<int, 2> m_won{};
    GameStatus m_before = GameStatus::None;
};

} // namespace ghostline::echo
