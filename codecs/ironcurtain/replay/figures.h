// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A player's figures at a tick: of the keyframe, of reports since, and what can be added up between them.
#include "codecs/ironcurtain/replay/replay_segment.h"

namespace ghostline::ironcurtain {

/// Fills a player's properties.
FigureOrigin fillFigures(const FigureQuery& query, std::span<model::PropertyValue> values);

} // namespace ghostline::ironcurtain
