// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a block fills its cell. Axes as in the world: x east, y up, z south; sixteenths of the cell.
#include "codecs/recording/worlds/block_rows.h"
#include "codecs/recording/worlds/block_state.h"

namespace ghostline::recording {

struct BlockFilling
{
    model::GridForm form = model::GridForm::Cube;
    bool hides = false; ///< an opaque whole cube
    std::vector<model::GridBox>
        boxes{}; ///< of GridForm::Boxes and Liquid; at most six, overlapping only in edges
};

/// A property that is absent or makes no sense has the game's default.
BlockFilling blockFilling(const BlockRow& row, const BlockState& state);

} // namespace ghostline::recording
