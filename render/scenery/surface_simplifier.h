// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Simplifies surfaces for the coarse level of detail: a street that was cut every two metres becomes one
// piece again.
#include "render/scenery/scenery.h"

#include <vector>

namespace ghostline::render {

/// How far, about, a simplified surface may lie from the original.
inline constexpr double CoarseMetres = 0.3;

/// Keeps `vertices`, which must outlive it.
class SurfaceSimplifier
{
public:
    SurfaceSimplifier(std::span<const SceneryVertex> vertices, std::span<const std::uint32_t> indices);

    /// Indices of fewer triangles that cover the same surface with the same vertices. Triangles with a corner
    /// that is not finite are left out.
    std::vector<std::uint32_t> simplified(std::span<const std::uint32_t> triangles) const;

private:
    std::span<const SceneryVertex> m_vertices;
    std::vector<std::uint32_t> m_same; ///< of each vertex, the first one that is equal to it
};

} // namespace ghostline::render
