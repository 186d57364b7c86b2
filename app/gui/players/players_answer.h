// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is asked about two people, and what comes of it: worked out beside the window, shown by it.
#include "model/heat/heat_grid.h"
#include "model/players/comparison_table.h"

#include <array>
#include <memory>

namespace ghostline::app {

/// One of the two.
struct PlayerChoice
{
    std::shared_ptr<model::ReplaySource> source; ///< null = none yet
    model::ActorId actor = model::ActorId::None;
    QString part; ///< as in model::partNamed()
};

struct PlayersQuestion
{
    std::array<PlayerChoice, 2> sides;
    std::vector<model::Zone> zones;

    bool complete() const
    {
        return sides[0].source && sides[1].source && sides[0].actor != model::ActorId::None &&
               sides[1].actor != model::ActorId::None;
    }
};

struct PlayersAnswer
{
    model::ProfileComparison comparison;
    std::array<model::HeatGrid, 2> places; ///< of one layout
    double mostSeconds = 0.0;              ///< in a cell of either: one scale for both
};

/// Any thread. Two of one recording are read in one walk.
model::Result<std::shared_ptr<const PlayersAnswer>>
comparePlayers(const PlayersQuestion& question, const model::Progress& progress, std::stop_token stop);

} // namespace ghostline::app
