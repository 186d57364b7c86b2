// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a video's file says of where it comes from: recordings, ranges, cameras, hashes, this program.
// English, as every file.
#include "app/gui/clips/clip_recordings.h"
#include "app/gui/clips/video_format.h"

namespace ghostline::app {

/// Without chapters; the title names the recordings. `recordings` has all that the clips name.
VideoNotes videoNotes(const std::vector<model::Clip>& clips,
                      const std::map<QString, RecordingFacts>& recordings);

} // namespace ghostline::app
