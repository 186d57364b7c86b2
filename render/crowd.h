// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An army is shown otherwise than a team: names, trails and loud marks only for who is asked for.
#include "model/replay_info.h"

namespace ghostline::render {

/// Many small actors that are told apart by their kind: the format gives them looks that change.
inline bool isCrowd(const model::ReplayInfo& info) { return !info.looks.empty(); }

} // namespace ghostline::render
