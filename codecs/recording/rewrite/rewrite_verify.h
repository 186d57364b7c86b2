// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a rewritten recording holds what its source holds, to the byte of each event.
#include "codecs/recording/file/recording_file.h"

namespace ghostline::recording {

/// Every tick of `written`, event by event, against `source`; also where chunks begin, snapshots, versions,
/// and what the header says. Damaged, naming the first tick that differs.
model::Result<void> verifySame(const RecordingFile& source, const RecordingFile& written,
                               std::stop_token stop = {});

} // namespace ghostline::recording
