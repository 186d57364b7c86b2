// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A replay decoded: everything that the timeline, the events and the figures are made from. Immutable once
// built; parts that have not been read yet are empty.
#include "codecs/sc2/commands/motion.h"
#include "codecs/sc2/commands/player_actions.h"
#include "codecs/sc2/container/head.h"
#include "codecs/sc2/protocol/game_events.h"
#include "codecs/sc2/tracker/unit_lives.h"

namespace ghostline::sc2 {

struct ReplayData
{
    ReplayHead head;
    TrackerEvents tracker;
    bool hasTracker = false;
    UnitLives lives;
    GameEvents game;
    MessageEvents messages;
    PlayerActions actions;
    Motions motions;
    AbilityTable abilities;
    bool complete = false;   ///< false: game and message events are still to come
    std::uint32_t loops = 0; ///< the replay has loops 0 .. loops

    /// Seconds since loop 0 on the real clock.
    double seconds(std::uint32_t loop) const
    {
        const auto [n, d] = head.loopsPerSecond();
        return static_cast<double>(loop) * d / n;
    }
};

} // namespace ghostline::sc2
