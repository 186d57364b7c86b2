// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a block roughly looks like, from its name alone.
#include <glm/glm.hpp>
#include <string_view>

namespace ghostline::recording {

struct BlockLook
{
    glm::vec3 colour{0.6F}; ///< sRGB, 0 to 1
    bool translucent = false;
    bool empty = false; ///< air: nothing is drawn
};

/// `state`: "minecraft:oak_stairs[facing=north]" or "block #3907"; what is not known gets a muted colour of
/// its own, always the same for the same name.
BlockLook blockLook(std::string_view state);

} // namespace ghostline::recording
