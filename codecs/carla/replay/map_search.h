// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where the OpenDRIVE file of the map that a log names may lie, besides beside the log.
#include "model/codec/scene_reader.h"

namespace ghostline::carla {

/// In `folders` and their subfolders "OpenDrive", then below `root`, the folder of an installation (empty =
/// none): its own maps and those that were added to it. Nothing is wanted of a log that names no map or has
/// it beside it.
model::SceneSearch findMaps(const model::ByteSource& log, const QString& storedMap,
                            const QStringList& folders, const QString& root, std::stop_token stop);

} // namespace ghostline::carla
