// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Worlds and pieces of worlds as files, whatever their format: which one it is, and reading it.
// Layouts: docs/formats/worlds.md.
#include "codecs/recording/worlds/block_world.h"
#include "model/bytes/byte_source.h"

#include <stop_token>

namespace ghostline::recording {

/// By its name: .polar, .slime, .litematic, .schem, .schematic, .mca, or a folder that holds regions.
bool isWorldName(const QString& path);

/// Reads a file or a folder. Unsupported names what the file is instead, or which version is not known.
model::Result<model::SceneDescription> readWorld(const QString& path, const WorldScope& scope,
                                                 const std::stop_token& stop);

// One reader a format; each fills `world`.
model::Result<void> readPolar(const model::ByteSource& file, BlockWorld& world, const std::stop_token& stop);
model::Result<void> readSlime(const model::ByteSource& file, BlockWorld& world, const std::stop_token& stop);
/// `folder`: the world's, a dimension's or the regions' own folder; or one .mca file.
model::Result<void> readAnvil(const QString& folder, BlockWorld& world, const std::stop_token& stop);

} // namespace ghostline::recording
