// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Replays of armies: names, trails and large marks are shown only of selected actors.
#include "model/replay/replay_info.h"

namespace ghostline::render {

/// True when a replay has many small actors: formats give those looks that change with their kind.
inline bool isCrowd(const model::ReplayInfo& info) { return !info.looks.empty(); }

} // namespace ghostline::render
