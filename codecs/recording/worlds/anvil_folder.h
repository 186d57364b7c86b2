// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which region files belong to an Anvil world: docs/formats/worlds.md.
#include "model/base/error.h"

#include <QString>

#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace ghostline::recording {

struct RegionFile
{
    QString path;
    glm::ivec2 at{0}; ///< in regions of 32 x 32 chunks, x and z
};

struct RegionFiles
{
    std::vector<RegionFile> files; ///< sorted by name
    std::size_t leftOut = 0;       ///< links that lead out of the world
};

/// Region numbers from "r.X.Z.mca"; `prefixed`: something may stand before it, as in a copy that was named.
std::optional<glm::ivec2> regionOfName(const QString& name, bool prefixed = false);

/// Whether a folder is a world, a dimension of one, or holds regions. Looks at names alone.
bool isAnvilFolder(const QString& path);

/// Of a world's folder (its overworld), a dimension's or the regions' own, or one region file. NotFound,
/// NotReadable; Unsupported where none lie there.
model::Result<RegionFiles> regionFilesOf(const QString& path);

} // namespace ghostline::recording
