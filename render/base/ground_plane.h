// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Positions seen from above.
#include <glm/glm.hpp>

namespace ghostline::render {

/// East and south, metres.
inline glm::dvec2 fromAbove(const glm::dvec3& place) { return {place.x, place.z}; }

} // namespace ghostline::render
