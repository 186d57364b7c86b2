// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Repairing: what can be saved of a damaged recording as a new one of the same shape.
#include "model/codec/codec.h"

namespace ghostline::recording {

class RecordingFile;

/// A folder of segments into a new folder, a file into a new file: every chunk that can be read, then what
/// lies behind the last commit.
model::Result<model::WriteReport> salvageRecording(const RecordingFile& file,
                                                   const model::WriteRequest& request);

} // namespace ghostline::recording
