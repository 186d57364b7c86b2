// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A made-up run: the bundled sample, and hours of laps for measuring.
#include "codecs/recording/recorder/recorder.h"

#include <functional>

namespace ghostline::recording {

struct SampleRunOptions
{
    int ticks = 0;          ///< 0 = one lap and no more; else laps until then
    std::uint64_t seed = 1; ///< another seed, another attempt: a pace, a line and a hand of its own
    std::size_t blocks = 0; ///< edited blocks in all; 0 = those of the course
    bool busy = false;      ///< more entities, edits and accusations than a sample needs
    bool ends = true;       ///< with a finish; else it just stops
    bool detour = false;    ///< leaves the way for part of the first lap
    /// Called after each tick; false ends the run.
    std::function<bool(std::int32_t)> after;
};

RecorderHead sampleRunHead(Profile profile);
/// Records it. The first error of the recorder, if any.
model::Result<void> recordSampleRun(Recorder& recorder, const SampleRunOptions& options);

} // namespace ghostline::recording
