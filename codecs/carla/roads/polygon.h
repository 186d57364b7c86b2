// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Simple polygons cut into triangles.
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace ghostline::carla {

/// Indices of counter-clockwise triangles that fill a simple polygon of either direction, by ear clipping.
/// A polygon that crosses itself gives what could be cut before no ear was left.
std::vector<std::uint32_t> triangulate(std::span<const glm::dvec2> outline);

} // namespace ghostline::carla
