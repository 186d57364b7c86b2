// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Of regions that are open, what a scene needs: the chunks near the recorded tracks, or those round the
// spawn. readAnvil() (world_file.h) opens them.
#include "codecs/recording/worlds/anvil_region.h"
#include "codecs/recording/worlds/block_world.h"

namespace ghostline::recording {

/// Whether anything of a region is wanted.
bool wantsRegion(const WorldScope& scope, const glm::ivec2& region);

/// Reads chunks into the world, the nearest to the course first. A chunk that cannot be read is left out,
/// and said in a note. Unsupported where all are of before 1.13; IoError; Cancelled.
model::Result<void> readRegions(std::span<const AnvilRegion> regions, BlockWorld& world,
                                const std::stop_token& stop);

} // namespace ghostline::recording
