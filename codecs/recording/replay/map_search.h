// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which files and folders may be the map of a run. Nothing of them is read but names.
#include "codecs/recording/file/recording_file.h"
#include "model/codec/scene_reader.h"

namespace ghostline::recording {

/// By the map's id, or with doubt by its name alone: in the user's `folders`, then beside the recording, each
/// time among what lies there itself. A recording on a web server has nothing beside it.
model::SceneSearch findMap(const RecordingFile& recording, const QStringList& folders,
                           const std::stop_token& stop);

} // namespace ghostline::recording
