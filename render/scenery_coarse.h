// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The same surfaces with far fewer triangles, for where they are too far away to tell the difference: a
// street that was cut every two metres is one piece again.
#include "render/scenery.h"

#include <vector>

namespace ghostline::render {

/// About as far a coarse surface may lie from where it was.
inline constexpr double CoarseMetres = 0.3;

/// Keeps `vertices`, which must outlive it.
class SceneryCoarsener
{
public:
    SceneryCoarsener(std::span<const SceneryVertex> vertices, std::span<const std::uint32_t> indices);

    /// Fewer triangles instead of these, of the same vertices; corners that are no number are left out.
    std::vector<std::uint32_t> coarse(std::span<const std::uint32_t> triangles) const;

private:
    std::span<const SceneryVertex> m_vertices;
    std::vector<std::uint32_t> m_same; ///< of each vertex, the first one that is equal to it
};

} // namespace ghostline::render
