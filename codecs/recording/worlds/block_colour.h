// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Colours of blocks: our own where a word of the name has one, else the table's, else one made from the name.
#include "codecs/recording/worlds/block_rows.h"
#include "codecs/recording/worlds/block_state.h"

#include <glm/glm.hpp>
#include <optional>

namespace ghostline::recording {

struct BlockColour
{
    glm::vec3 top{0.6F}; ///< sRGB, 0 to 1
    std::optional<glm::vec3> side;
    bool translucent = false;
};

/// `row`: what the table has of it, or null.
BlockColour blockColour(const BlockState& state, const BlockRow* row);

} // namespace ghostline::recording
