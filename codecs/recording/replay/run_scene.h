// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Surroundings of a run: a Sponge schematic when the user names one, else nothing but the ground.
#include "model/bytes/byte_source.h"
#include "model/world/scene_description.h"

namespace ghostline::recording {

/// Sponge schematic versions 1 to 3, gzip-compressed or plain NBT. Its offset is kept: block (0, 0, 0) lies
/// at the offset it was saved with. Damaged, Unsupported, LimitExceeded name the file.
model::Result<model::SceneDescription> readSchematic(const model::ByteSource& file,
                                                     std::stop_token stop = {});

/// `path`: named by the user, may be empty. A file of another kind is said in the scene's note, a world in
/// Polar's format by its name.
model::Result<model::SceneDescription> runScene(const QString& path, std::stop_token stop = {});

} // namespace ghostline::recording
