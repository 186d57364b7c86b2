// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much is spent on light and edges of a 3D picture.
#include <cstdint>

namespace ghostline::render {

enum class Quality : std::uint8_t {
    Low,    ///< light as it was worked out beforehand, for renderers on the processor
    Medium, ///< smooth edges, shadows of the sun
    High,   ///< and ambient occlusion
};

} // namespace ghostline::render
