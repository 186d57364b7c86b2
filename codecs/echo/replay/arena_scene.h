// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The surroundings of a match, drawn from published coordinates: no recording holds them.
#include "codecs/echo/frame/frame.h"
#include "model/world/scene_description.h"

namespace ghostline::echo {

// Metres, in the game's own axes; team 0 (blue) defends -Z, team 1 (orange) +Z. docs/formats/echo.md says
// where each number was measured.
namespace arena {
inline constexpr float HalfWidth = 16.0F;
inline constexpr float Floor = -7.0F;
inline constexpr float Ceiling = 10.3F;
inline constexpr float HalfLength = 40.3F;
inline constexpr float GoalDistance = 36.0F;
inline constexpr float GoalRadius = 1.5F;
inline constexpr float LaunchDistance = 40.05F;
inline constexpr float LaunchRadius = 1.0F;   ///< of one tube's mouth
inline constexpr float LaunchCircle = 4.495F; ///< on which the five mouths lie
inline constexpr float LaunchCentreUp = 0.04F;
} // namespace arena

/// The arena; for other maps, whose shape nobody published, a labelled box with a grid.
model::SceneDescription arenaScene(const MatchHeader& header);

} // namespace ghostline::echo
