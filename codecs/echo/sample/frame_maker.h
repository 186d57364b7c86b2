// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A moment of a made-up match as the game would report it.
#include "codecs/echo/sample/match_state.h"

namespace ghostline::echo::sample {

class FrameMaker
{
public:
    FrameMaker(Map map, bool bones, double hz, std::uint32_t rulesText);
    /// Appends the match as it is now; velocities are what places did since the frame before.
    void append(const MatchState& match, FrameBlock& block);

private:
    void addPlayer(const MatchState& match, int index, FrameBlock& block);
    void addDisc(const MatchState& match, Frame& frame);
    void addTeams(const MatchState& match, Frame& frame) const;
    void addCombat(const MatchState& match, Frame& frame) const;

    Mode m_mode;
    bool m_bones;
    double m_hz;
    std::uint32_t m_rulesText;
    std::int64_t m_number = 0;
    std::vector<std::optional<Vec>> m_before; ///< by player
    std::optional<Vec> m_discBefore;
    int m_resets = 0;
};

} // namespace ghostline::echo::sample
