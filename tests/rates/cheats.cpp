// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rates/cheats.h"

#include "tests/rates/pieces.h"

#include <algorithm>
#include <iterator>

namespace ghostline::rates {

namespace {

constexpr const char* Kinds[]{"speed", "timer", "hover",  "climb",      "acceleration", "teleport",
                              "spin",  "aim",   "clicks", "repetition", "reaction"};

Limb limbOf(const std::string& kind)
{
    const auto at = std::distance(std::begin(Kinds), std::ranges::find(Kinds, kind));
    return at < 6 ? Legs : kind == "clicks" || kind == "reaction" ? Hands : Eyes;
}

/// The piece, with a note of when it was on.
Piece noted(Piece piece, const std::shared_ptr<CheatSpan>& span)
{
    auto step = std::move(piece.step);
    piece.step = [step, span](Player& who, int age) mutable {
        if (!step(who, age)) {
            span->over = true;
            return false;
        }
        if (span->from < 0)
            span->from = who.tick;
        span->to = who.tick;
        return true;
    };
    return piece;
}

/// Strolls, or stands, or goes round its target, until the other limb is done.
Piece meanwhile(Player& player, const std::shared_ptr<CheatSpan>& span, bool nearTarget)
{
    const double side = player.random.chance(0.5) ? 90.0 : -90.0;
    const double push = nearTarget && player.random.chance(0.5) ? 0.0 : 1.0;
    return {"with_cheat", [=](Player& who, int) {
                if (span->over && who.body.grounded)
                    return false;
                who.body.stance(Standing, nearTarget ? 0 : SprintFlag);
                Keys keys;
                keys.heading = who.gaze.yaw() + (nearTarget ? side : 0.0);
                keys.push = push;
                keys.sprint = !nearTarget;
                keys.jump = !nearTarget && who.random.chance(0.02);
                who.body.walk(keys);
                return true;
            }};
}

} // namespace

const char* nameOf(Strength strength)
{
    return strength == Strength::Weak ? "weak" : strength == Strength::Middle ? "middle" : "strong";
}

std::span<const char* const> cheatKinds() { return Kinds; }

std::shared_ptr<const CheatSpan> inject(Player& player, const Cheat& cheat)
{
    const auto span = std::make_shared<CheatSpan>();
    const Limb limb = limbOf(cheat.kind);
    if (limb == Legs) {
        player.order(Legs, noted(cheatingLegs(player, cheat), span), false);
        return span;
    }
    Piece other = noted(limb == Eyes ? cheatingEyes(player, cheat) : cheatingHands(player, cheat), span);
    Piece legs = meanwhile(player, span, cheat.kind == "aim");
    auto step = std::move(legs.step);
    legs.step = [step, limb, other](Player& who, int age) {
        if (age == 0) {
            who.order(limb, other, true);
            if (limb == Eyes) // what the hand does would hide what the eyes do
                who.order(Hands, handsIdle(40), true);
        }
        return step(who, age);
    };
    player.order(Legs, std::move(legs), false);
    return span;
}

} // namespace ghostline::rates
