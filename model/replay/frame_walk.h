// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Visits every frame of a stretch in order, outside any cache: what whole-file analyses are built on.
#include "model/base/export.h"
#include "model/replay/replay_source.h"
#include "model/replay/segment.h"

#include <functional>

namespace ghostline::model {

/// Called for each frame as it is shown: between sparse reports where actors are estimated to be, and marked
/// so. Null for a frame whose segment could not be decoded.
using FrameVisitor = std::function<void(FrameNumber, const WorldState*)>;

/// One segment is held at a time. Damaged segments are visited as null frames; only when none at all could be
/// decoded is the first failure returned. Cancelled when stopped or when `progress` (may be empty) says so.
GHOSTLINE_MODEL_EXPORT Result<void> walkFrames(const ReplaySource& source, FrameRange frames,
                                               const FrameVisitor& visit, const Progress& progress,
                                               std::stop_token stop);

/// Called for each frame as it is shown; nothing where the actor is not there, is hidden, or its segment
/// could not be decoded.
using PositionVisitor = std::function<void(FrameNumber, const std::optional<ActorPosition>&)>;

/// The same with the places of one actor, for which nobody else is sampled where the format allows it.
GHOSTLINE_MODEL_EXPORT Result<void> walkPositions(const ReplaySource& source, FrameRange frames,
                                                  ActorId actor, const PositionVisitor& visit,
                                                  const Progress& progress, std::stop_token stop);

} // namespace ghostline::model
