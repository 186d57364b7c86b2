// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tools one by one: how each goes from a press to a drawing.
#include "app/gui/board/board_tool.h"

#include <memory>

namespace ghostline::app {

/// For every tool but Select. `pattern`: what the drawing has before it is drawn.
std::unique_ptr<BoardStroke> beginStroke(BoardToolKind kind, const model::Drawing& pattern);
/// Moves a drawing that is there already, or one of its points: that of number `grip`, -1 = all.
std::unique_ptr<BoardStroke> beginMove(const model::Drawing& drawing, int grip = -1);

} // namespace ghostline::app
