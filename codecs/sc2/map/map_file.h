// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Maps as files: archives (.SC2Map, .s2ma) and folders of components.
#include "codecs/sc2/map/map_data.h"
#include "model/base/error.h"

#include <span>
#include <stop_token>

namespace ghostline::sc2 {

/// By its name: *.SC2Map, *.s2ma, or a folder that holds a MapInfo. Case does not matter.
bool isMapName(const QString& path);

/// Unsupported when it is no map at all, Damaged when it has no frame (MapInfo) or no heights. Every other
/// member that is broken is left out, with a diagnostic.
model::Result<MapData> readMap(const QString& path, const std::stop_token& stop);
/// The same of an archive in memory.
model::Result<MapData> readMap(std::span<const std::byte> archive, const std::stop_token& stop);

/// What a map is called, and nothing else of it; empty when nothing in it names it. Damaged when it has no
/// frame; other damage is none of its.
model::Result<QString> readMapName(const QString& path, const std::stop_token& stop);

} // namespace ghostline::sc2
