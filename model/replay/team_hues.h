// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Maps the colours that a recording has for players to hues, by which marks are chosen, and colours where
// none is recorded. What they look like on a light or a dark ground is up to the theme.
#include "model/base/export.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ghostline::model {

using Rgb = std::array<std::uint8_t, 3>;

/// Number of hues; Team::hue is below it.
inline constexpr int TeamHues = 7;

/// For each player the nearest hue, no two alike while there are enough, the best fit first: a player with a
/// plain colour keeps it. A colour that was not recorded fits every hue.
GHOSTLINE_MODEL_EXPORT std::vector<int> chooseHues(std::span<const std::optional<Rgb>> recorded);

} // namespace ghostline::model
