// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which entries of an index stand for something that a recording holds. Those without a size are places to go
// on from: where nothing was recorded for long, or where it cannot be read.
#include "model/keyframe_index.h"

namespace ghostline::model {

GHOSTLINE_MODEL_EXPORT int recordedCount(const KeyframeIndex& keyframes);
/// Index of the last one at or before a frame, -1 when there is none.
GHOSTLINE_MODEL_EXPORT int recordedAt(const KeyframeIndex& keyframes, FrameNumber frame);
/// Index of the first one behind a frame, -1 when there is none.
GHOSTLINE_MODEL_EXPORT int recordedAfter(const KeyframeIndex& keyframes, FrameNumber frame);

} // namespace ghostline::model
