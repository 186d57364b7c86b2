// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The text of a block state taken apart: "minecraft:oak_slab[type=top,waterlogged=false]".
#include <string_view>
#include <vector>

namespace ghostline::recording {

struct BlockProperty
{
    std::string_view key;
    std::string_view value;
};

/// Views into the text that it was read from.
struct BlockState
{
    std::string_view space; ///< "minecraft" when none is named
    std::string_view name;  ///< "oak_slab"
    std::vector<BlockProperty> properties;
    bool wellFormed = true; ///< what stands in brackets could be read

    /// Empty when there is no such property.
    std::string_view value(std::string_view key) const;
    bool is(std::string_view key) const { return value(key) == "true"; }
    /// `otherwise` when it is absent or no number from 0 to `most`.
    int number(std::string_view key, int most, int otherwise) const;
};

/// Properties that are too many or not "key=value" are left out altogether.
BlockState readBlockState(std::string_view text);
/// "block #3907": what a recording has that names no palette.
bool isBlockNumber(std::string_view text);

} // namespace ghostline::recording
