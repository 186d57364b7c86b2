// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a new ghost is called and which colour it gets, so that it can be told from the others.
#include "app/gui/ghosts/ghost_set.h"

namespace ghostline::app {

/// File name without ending, numbered where one of `others` has it.
QString ghostName(const QString& path, const std::vector<Ghost>& others);

/// Index of a series colour that neither the runner nor one of `others` has: there is one more than ghosts.
int ghostHue(const model::ReplayInfo& info, model::ActorId runner, const std::vector<Ghost>& others);

} // namespace ghostline::app
