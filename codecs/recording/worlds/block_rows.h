// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is known of blocks by name: compiled from codecs/recording/data/blocks.txt at build time.
#include "model/world/grid_layer.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace ghostline::recording {

/// What the properties of a state do with the block's boxes.
enum class BlockShape : std::uint8_t {
    Cube,
    Nothing,
    Liquid,   ///< lower with `level`
    Cross,    ///< plants
    Box,      ///< as in the table
    Plate,    ///< the same; what starts, checkpoints and finishes are made of
    Turned,   ///< toward `facing`, `rotation` or along `axis`
    Upright,  ///< toward `facing`, up and down, too
    Axis,     ///< along `axis`
    Attached, ///< to floor, wall or ceiling: `face`
    Piston,   ///< a cube until it is `extended`
    Slab,
    Stairs,
    Snow,
    Fence,
    Wall,
    Pane,
    FenceGate,
    Trapdoor,
    Door,
    Bed,
    Chest, ///< double ones reach into each other's cell
    Candles,
    Pickles,
    Eggs,
    Lantern,
    Spike, ///< dripstone
    Arms,  ///< toward all six sides
    Rail,
    Wire,
    Faces, ///< on the faces named: vines
    Moss   ///< a carpet that climbs walls
};

struct BlockRow
{
    std::string_view name;
    std::uint32_t colour = 0; ///< 0xRRGGBB, from above
    std::int32_t side = -1;   ///< the same, of the sides; -1 = as above
    BlockShape shape = BlockShape::Cube;
    bool translucent = false;
    bool hides = false;                      ///< an opaque whole cube
    std::uint8_t light = 0;                  ///< 0 to 15
    std::span<const model::GridBox> boxes{}; ///< facing north; standing on the ground
};

/// Ascending name.
std::span<const BlockRow> blockRows();
/// By the block's name without its namespace, also under the name that it had before it was renamed; null
/// when the table does not have it.
const BlockRow* findBlockRow(std::string_view name);

} // namespace ghostline::recording
