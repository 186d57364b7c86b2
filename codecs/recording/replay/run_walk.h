// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Going through all chunks of a recording, or to one tick of it, outside the background pass.
#include "codecs/recording/replay/run_index.h"

#include <functional>

namespace ghostline::recording {

/// Receives each keyframe in order with its raw bytes, or why they cannot be had; false ends the walk.
using WalkVisitor = std::function<bool(std::size_t, const model::Result<Bytes>&)>;

/// Reads ahead a little. Fails only when it is cancelled.
model::Result<void> walkChunks(const RunIndex& run, const WalkVisitor& visit, std::stop_token stop = {});

/// The state after the last event of a tick. InvalidArgument beyond the end; Damaged where it is lost.
model::Result<World> worldAt(const RunIndex& run, model::FrameNumber tick, std::stop_token stop = {});

/// Height at which the player begins; nothing where that cannot be told quickly.
std::optional<double> firstHeight(const RunIndex& run, std::stop_token stop = {});

} // namespace ghostline::recording
