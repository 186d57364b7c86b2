// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two of the ways in which a recording becomes another one; the third is rewrite_salvage.h. The source is
// never touched; the output appears whole or not at all.
#include "model/codec/codec.h"

namespace ghostline::recording {

class RecordingFile;

/// The frames of the request as one file (option profile, level, keyframe_interval, window). Ticks are
/// rebased to 0, the header's time is that of the first tick kept.
model::Result<model::WriteReport> writeRecording(const RecordingFile& file,
                                                 const model::WriteRequest& request);
/// Merged chunks, zstd 19, `request.metadata` added; every tick is compared with the source's before the
/// file takes its name.
model::Result<model::WriteReport> compactRecording(const RecordingFile& file,
                                                   const model::WriteRequest& request);

} // namespace ghostline::recording
