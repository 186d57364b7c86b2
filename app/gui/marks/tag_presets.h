// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A set of tags for whoever has none yet, by what happens in a recording.
#include "app/gui/marks/tag_set.h"
#include "model/replay/replay_index.h"

namespace ghostline::app {

/// A moment for each kind of event that is looked for most, then what is said of any game. Keys are figures,
/// for code mode.
TagSet presetFor(const model::ReplayIndex& index);

} // namespace ghostline::app
