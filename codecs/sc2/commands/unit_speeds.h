// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How fast a type of unit usually moves: only good enough to guess where one is between two reports.
#include <string_view>

namespace ghostline::sc2 {

/// Cells per loop, whatever the game's speed is; 0 = stays where it is (structures, eggs, burrowed units).
float usualSpeed(std::string_view unitType);
/// It stays put only in this shape: burrowed, sieged, in an egg.
bool restsInThisShape(std::string_view unitType);

} // namespace ghostline::sc2
