// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where the ghosts have just been, from their tracks.
#include "app/gui/ghosts/ghost_set.h"
#include "render/base/trail.h"

namespace ghostline::app {

/// Paths of the last `seconds` of a track before `now`, its own time; what a reset made worthless is a path
/// of its own, as abandoned.
std::vector<render::Trail> trailsOf(const model::RunTrack& track, model::FrameTime now, double seconds,
                                    int hue);
/// Of all visible ghosts when the runner's replay is at `shown`.
std::vector<render::Trail> ghostTrails(const GhostSet& ghosts, model::FrameTime shown, double seconds);

} // namespace ghostline::app
