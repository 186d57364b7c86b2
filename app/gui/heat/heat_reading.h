// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads a heat map beside the window: of the open recording, and of others of its map that are laid over it.
#include "model/codec/opening.h"
#include "model/heat/heat_map.h"

namespace ghostline::app {

struct HeatQuestion
{
    model::HeatOptions options; ///< of the open recording
    int round = 0;              ///< of every recording, from 1; 0 = options.frames, and all of the others
    QStringList files;          ///< of others
};

/// What is needed beside the question.
struct HeatSource
{
    std::shared_ptr<const model::ReplaySource> recording;
    model::Opener open; ///< for the others
};

/// In others, actors and teams are those of the same names.
model::Result<model::HeatGrid> readHeat(const HeatSource& source, const HeatQuestion& question,
                                        const model::Progress& progress, const std::stop_token& stop);

} // namespace ghostline::app
