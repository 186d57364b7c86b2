// SPDX-License-Identifier: GPL-3.0-or-later
// How people click.
#include "tests/rates/pieces.h"

#include <algorithm>

namespace ghostline::rates {

namespace {

/// Clicks between which so many seconds go by, as `interval` draws them.
Piece clicking(const char* kind, int ticks, std::function<double(Player&)> interval)
{
    return {kind, [=, next = 0.0](Player& who, int age) mutable {
                if (age >= ticks)
                    return false;
                if (age == 0)
                    next = 0.05 * who.random.unit();
                for (; next < 0.05 * (age + 1); next += std::max(0.01, interval(who)))
                    ++who.now.swings;
                return true;
            }};
}

Piece byHand(Player& player)
{
    const double rate = player.traits.clickRate * player.random.between(0.85, 1.1);
    const double sigma = player.traits.clickSigma;
    return clicking("clicks_by_hand", drawn(player.random, 40, 260),
                    [=](Player& who) { return logNormal(who.random, 1.0 / rate, sigma); });
}

/// Two fingers in turn: fast, and anything but even.
Piece butterfly(Player& player)
{
    const double rate = player.random.between(9.0, 14.0);
    return clicking("butterfly", drawn(player.random, 40, 200), [rate, odd = false](Player& who) mutable {
        odd = !odd;
        return logNormal(who.random, (odd ? 0.6 : 1.4) / rate, 0.4);
    });
}

/// The button held down: the game itself swings, evenly to the tick.
Piece mining(Player& player)
{
    const int every = player.random.chance(0.9) ? 6 : 1;
    const int ticks = drawn(player.random, 40, 300);
    return {every == 6 ? "mining" : "mining_each_tick", [=](Player& who, int age) {
                who.now.swings += age < ticks && age % every == 0 ? 1 : 0;
                return age < ticks;
            }};
}

/// Blocks put down while walking, now and then.
Piece building(Player& player)
{
    const double middle = player.random.between(0.2, 0.45);
    return clicking("building", drawn(player.random, 60, 200), [middle](Player& who) {
        who.now.uses = true;
        return logNormal(who.random, middle, 0.3);
    });
}

/// Something eaten: begins, 32 ticks, ends.
Piece eating(Player&)
{
    return {"eating", [](Player& who, int age) {
                if (age == 0)
                    who.now.uses = true;
                if (age == 32)
                    who.now.uses = false;
                return age < 33;
            }};
}

/// Creatures come up close by; whoever sees one hits at it after as long as that takes, or does not care.
Piece duel(Player& player)
{
    const int ticks = drawn(player.random, 200, 500);
    const double cares = player.random.between(0.2, 0.95);
    return {"duel", [=, next = 5, hit = -1](Player& who, int age) mutable {
                if (age >= ticks)
                    return false;
                if (age == next) {
                    const int stays = drawn(who.random, 20, 60);
                    who.crowd.appear(who.body.place, who.body.floor, who.random.between(2.0, 6.0), stays);
                    next = age + stays + drawn(who.random, 5, 60);
                    const double seconds =
                        std::clamp(logNormal(who.random, who.traits.reaction + 0.04, 0.22), 0.2, 0.8);
                    hit = who.random.chance(cares) ? age + static_cast<int>(std::ceil(seconds * 20.0)) : -1;
                }
                if (age == hit)
                    ++who.now.swings;
                return true;
            }};
}

} // namespace

Piece handsIdle(int ticks)
{
    return {"idle", [ticks](Player&, int age) { return age < ticks; }};
}

Piece nextHands(Player& player)
{
    const int draw = player.random.below(100);
    if (draw < 40)
        return handsIdle(drawn(player.random, 40, 300));
    if (draw < 62)
        return byHand(player);
    if (draw < 70)
        return butterfly(player);
    if (draw < 80)
        return mining(player);
    if (draw < 88)
        return building(player);
    return draw < 94 ? eating(player) : duel(player);
}

} // namespace ghostline::rates
