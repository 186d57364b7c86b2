// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds the file of the map that a replay was played on.
#include "codecs/sc2/map/cache_roots.h"
#include "codecs/sc2/map/recorded_map.h"
#include "model/codec/scene_reader.h"

#include <optional>

namespace ghostline::sc2 {

/// SHA-256 of a file as 64 small hexadecimal digits, read in blocks. Nothing when it is none, has more than
/// `most` bytes, cannot be read, or `stop` was asked for.
std::optional<QString> fileHash(const QString& path, std::uint64_t most, const std::stop_token& stop);

/// What a map in a file is called; empty when that cannot be told.
using MapNameOf = std::function<QString(const QString& path, const std::stop_token& stop)>;

/// By the hash of its contents, in this order: the user's folders (with and without the game's own order of
/// folders in them), the path that the recording names, the stores of the game. Stores are never looked
/// through: one path is tried in each. Where none is found, maps of the same name in the user's folders are
/// offered with a doubt.
model::SceneSearch findMap(const RecordedMap& recorded, const QStringList& folders,
                           const MachinePaths& machine, const MapNameOf& nameOf, const std::stop_token& stop);

} // namespace ghostline::sc2
