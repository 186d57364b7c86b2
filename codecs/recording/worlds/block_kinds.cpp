// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/block_kinds.h"

#include "codecs/recording/worlds/block_colour.h"
#include "codecs/recording/worlds/block_rows.h"
#include "codecs/recording/worlds/block_shape.h"
#include "codecs/recording/worlds/block_state.h"
#include "model/base/text.h"

#include <algorithm>
#include <utility>

namespace ghostline::recording {

namespace {

constexpr float MostLight = 15.0F;

/// The table has the light of a state that is lit, or of one that nobody has lit yet.
float lightOf(const BlockRow& row, const BlockState& state)
{
    constexpr float OfFurnace = 13.0F;
    const std::string_view lit = state.value("lit");
    if (lit == "false")
        return 0.0F;
    return (lit == "true" && row.light == 0 ? OfFurnace : static_cast<float>(row.light)) / MostLight;
}

} // namespace

model::GridKind blockKind(std::string_view state)
{
    model::GridKind kind;
    kind.name = model::textOf(state);
    // Numbers 0 and 1 are the only ones that every version of the game gives to the same blocks.
    const std::string_view known = state == "block #0" ? "air" : state == "block #1" ? "stone" : state;
    const BlockState read = readBlockState(known);
    const BlockRow* row = findBlockRow(read.name);
    if (read.name.empty()) {
        kind.form = model::GridForm::Nothing;
        kind.hides = false;
        return kind;
    }
    const BlockColour colour = blockColour(read, row);
    kind.colour = colour.top;
    kind.side = colour.side.value_or(kind.side);
    kind.translucent = colour.translucent;
    kind.hides = !kind.translucent;
    if (row == nullptr)
        return kind;
    if (row->name == "barrier") { // carries people: kept as the cube that it is
        kind.invisible = true;
        kind.hides = false;
        return kind;
    }
    BlockFilling filling = blockFilling(*row, read);
    kind.form = filling.form;
    kind.hides = filling.hides;
    kind.boxes = std::move(filling.boxes);
    // Plants have gaps that their planes do not.
    kind.translucent = kind.translucent || kind.form == model::GridForm::Cross;
    kind.mark = row->shape == BlockShape::Plate;
    kind.light = lightOf(*row, read);
    return kind;
}

std::string normalState(std::string_view state)
{
    if (state.empty() || isBlockNumber(state))
        return std::string(state);
    BlockState read = readBlockState(state);
    std::string text(read.space);
    text.append(":").append(read.name);
    if (!read.wellFormed)
        return text.append(state.substr(state.find('[')));
    std::stable_sort(read.properties.begin(), read.properties.end(),
                     [](const BlockProperty& a, const BlockProperty& b) { return a.key < b.key; });
    char before = '[';
    for (const BlockProperty& property : read.properties) {
        text.append(1, before).append(property.key).append("=").append(property.value);
        before = ',';
    }
    if (!read.properties.empty())
        text.append("]");
    return text;
}

} // namespace ghostline::recording
