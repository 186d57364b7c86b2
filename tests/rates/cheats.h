// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an honest player cannot do, one kind at a time and in three strengths.
#include "tests/rates/player.h"

#include <memory>
#include <span>

namespace ghostline::rates {

enum class Strength { Weak, Middle, Strong };
constexpr int Strengths = 3;
const char* nameOf(Strength strength);

struct Cheat
{
    std::string kind; ///< as the detector that looks for it is called
    Strength strength = Strength::Weak;
};
std::span<const char* const> cheatKinds();

/// When it was on, in ticks of the recording; -1 = not yet.
struct CheatSpan
{
    int from = -1;
    int to = -1;
    bool over = false;
};

/// Has the player do it as soon as legs are free, and says when it was.
std::shared_ptr<const CheatSpan> inject(Player& player, const Cheat& cheat);

// The pieces themselves; each is over by itself.
Piece cheatingLegs(Player& player, const Cheat& cheat);
Piece cheatingEyes(Player& player, const Cheat& cheat);
Piece cheatingHands(Player& player, const Cheat& cheat);

/// The one of three that belongs to the strength.
template<typename T>
T byStrength(const Cheat& cheat, T weak, T middle, T strong)
{
    return cheat.strength == Strength::Weak ? weak : cheat.strength == Strength::Middle ? middle : strong;
}

} // namespace ghostline::rates
