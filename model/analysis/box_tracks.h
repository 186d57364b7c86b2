// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The boxes of all actors in the frame that is looked at, and where each was in the seconds before.
#include "model/analysis/boxes.h"

#include <vector>

namespace ghostline::model {

class BoxTracks
{
public:
    /// How far back anybody is remembered: who takes the place of another later than that does not meet it.
    static constexpr Micros Remembered{5'000'000};

    struct Track
    {
        ActorBox now;
        Micros time{-1};            ///< of `now`; below 0 = none yet
        std::deque<PastBox> past{}; ///< before `now`, ascending
    };

    explicit BoxTracks(const ReplayInfo& info);

    /// The box of one row of a frame; each at most once a frame. `before` is null where nothing leads here.
    void take(const WorldState* before, const WorldState& now, std::size_t row);
    /// Of the frame at `time`; null where it was not taken then.
    const Track* at(ActorId actor, Micros time) const;

private:
    const ReplayInfo& m_info;
    std::vector<Track> m_tracks; ///< by ActorId
    bool m_remember =
        false; ///< only where there are vehicles: the past of thousands of units is nobody's question
};

} // namespace ghostline::model
