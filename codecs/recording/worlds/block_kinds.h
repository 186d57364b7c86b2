// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a block is like to look at, from its state's text: colour, shape, whether it hides what is behind it.
// Names and figures: data/SOURCES.md.
#include "model/world/grid_layer.h"

#include <string>
#include <string_view>

namespace ghostline::recording {

/// "minecraft:oak_stairs[facing=north,half=bottom]" or "block #3907". What is not known is a whole cube in a
/// muted colour of its own, always the same for the same name. GridForm::Nothing = there is nothing to draw.
model::GridKind blockKind(std::string_view state);

/// With its namespace and its properties sorted by name, as states are compared: "minecraft:air".
std::string normalState(std::string_view state);

} // namespace ghostline::recording
