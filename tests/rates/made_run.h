// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One made-up run, and the truth about it.
#include "codecs/recording/recorder/recorder.h"
#include "tests/rates/cheats.h"

namespace ghostline::rates {

struct RunPlan
{
    std::uint64_t seed = 1;
    int ticks = 2400;           ///< longer where the cheat is not over by then
    std::optional<Cheat> cheat; ///< nothing = clean
};

/// Ticks are those of the recording, both included.
struct RunTruth
{
    int ticks = 0;
    int from = -1; ///< of the cheat
    int to = -1;
    std::vector<Ingredient> ingredients;
};

recording::RecorderHead headOf(const RunPlan& plan);
/// The same plan gives the same ticks everywhere.
model::Result<RunTruth> recordRun(recording::Recorder& recorder, const RunPlan& plan);

} // namespace ghostline::rates
