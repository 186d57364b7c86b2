// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an honest player does, by limb. Each draws its length and manner from the player's random numbers.
#include "tests/rates/player.h"

namespace ghostline::rates {

/// On foot for so many ticks: a stroll that anything may be done with.
Piece onFoot(Player& player, int ticks);
Piece standing(int ticks);
Piece running(Player& player); ///< walks, runs, jumps: any of it
Piece eyesTravel(Player& player);
Piece eyesStill(int ticks);
Piece handsIdle(int ticks);

/// The next piece of an honest run.
Piece nextLegs(Player& player);
Piece nextEyes(Player& player);
Piece nextHands(Player& player);
Piece nextOf(Player& player, Limb limb);

/// The rarer ways of getting about; nextLegs() mixes them in.
Piece nextRide(Player& player);
/// What happens to a player: bounces, pistons, blows, teleports.
Piece nextHap(Player& player);

} // namespace ghostline::rates
