// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a block looks like as a whole cube, from its name: worlds/block_kinds.h for those that draw cubes
// only.
#include <glm/glm.hpp>
#include <string_view>

namespace ghostline::recording {

struct BlockLook
{
    glm::vec3 colour{0.6F}; ///< sRGB, 0 to 1
    bool translucent = false;
    bool empty = false; ///< air, or not seen: nothing is drawn
};

/// As blockKind().
BlockLook blockLook(std::string_view state);

} // namespace ghostline::recording
