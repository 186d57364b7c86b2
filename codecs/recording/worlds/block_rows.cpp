// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/block_rows.h"

#include <algorithm>
#include <array>

namespace ghostline::recording {

namespace {

struct Renamed
{
    std::string_view before;
    std::string_view after;
};

constexpr std::array RenamedBlocks{
    Renamed{"grass", "short_grass"},       // 1.20.3
    Renamed{"grass_path", "dirt_path"},    // 1.17
    Renamed{"sign", "oak_sign"},           // 1.14
    Renamed{"wall_sign", "oak_wall_sign"}, // 1.14
    Renamed{"chain", "iron_chain"},        // 1.21.9
};

const BlockRow* rowOf(std::string_view name)
{
    const std::span<const BlockRow> rows = blockRows();
    const auto at =
        std::lower_bound(rows.begin(), rows.end(), name,
                         [](const BlockRow& row, std::string_view wanted) { return row.name < wanted; });
    return at != rows.end() && at->name == name ? &*at : nullptr;
}

} // namespace

const BlockRow* findBlockRow(std::string_view name)
{
    if (const BlockRow* row = rowOf(name))
        return row;
    const auto renamed = std::find_if(RenamedBlocks.begin(), RenamedBlocks.end(),
                                      [name](const Renamed& r) { return r.before == name; });
    return renamed != RenamedBlocks.end() ? rowOf(renamed->after) : nullptr;
}

} // namespace ghostline::recording
