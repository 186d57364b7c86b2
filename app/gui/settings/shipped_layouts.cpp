// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/settings/shipped_layouts.h"

namespace ghostline::app {

namespace {

// Who was where when: the score beside the picture, a tall timeline below it.
constexpr std::array<const char*, 2> CoachRaised{"match", "inspector"};
// Flag by flag: queue and verdict wide, what was measured tall below the picture, the map out of the way.
constexpr std::array<const char*, 2> StaffShown{"review", "evidence"};
constexpr std::array<const char*, 1> StaffHidden{"minimap"};
constexpr std::array<const char*, 3> StaffRaised{"review", "evidence", "inspector"};
// Where time is lost: splits beside the race, the gap as a curve below it.
constexpr std::array<const char*, 2> PlayerShown{"ghosts", "delta"};
constexpr std::array<const char*, 2> PlayerHidden{"cast", "minimap"};
constexpr std::array<const char*, 3> PlayerRaised{"ghosts", "delta", "events"};

constexpr std::array<ShippedLayout, 3> Shipped{{
    {"view.layoutCoach", {}, {}, CoachRaised, LayoutFocus::Match, "timeline", 32, 34},
    {"view.layoutStaff", StaffShown, StaffHidden, StaffRaised, LayoutFocus::Review, "evidence", 36, 34},
    {"view.layoutPlayer", PlayerShown, PlayerHidden, PlayerRaised, LayoutFocus::Race, "delta", 30, 24},
}};

} // namespace

std::span<const ShippedLayout> shippedLayouts() { return Shipped; }

} // namespace ghostline::app
