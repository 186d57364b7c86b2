// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What of a world a run needs.
#include "codecs/recording/replay/run_segments.h"
#include "codecs/recording/worlds/block_world.h"

namespace ghostline::recording {

/// Boxes of the track with `radius` metres round them, and the sections that are edited. Where the background
/// pass has not been, the track is sampled at a few places, for a few seconds at most. May take that long;
/// Cancelled.
model::Result<WorldScope> scopeOf(const RunIndex& run, const RunSegments& segments, double radius,
                                  const std::stop_token& stop);

} // namespace ghostline::recording
