// SPDX-License-Identifier: GPL-3.0-or-later
// On foot, in water, on ladders.
#include "tests/rates/pieces.h"

#include <algorithm>

namespace ghostline::rates {

namespace {

constexpr double TerminalFall = 160.0; ///< blocks that a fall may be deep

/// Stairs, steps and ledges under somebody who runs.
void terrain(Player& player, double change)
{
    Body& body = player.body;
    Random& random = player.random;
    if (body.grounded && random.chance(change)) {
        // Carpets, plates, snow, trapdoors, beds, chests: grounds between the heights of blocks.
        static constexpr double Low[]{0.0625, 0.125, 0.1875, 0.375, 0.5, 0.5625};
        const bool onBlock = body.floor == std::floor(body.floor);
        if (!onBlock)
            body.floor = std::floor(body.floor);
        else if (random.chance(0.5))
            body.floor += Low[random.below(6)];
        else
            body.floor -= random.below(2) + 1;
    } else if (!body.grounded && body.place.y > body.floor + 1.02 && random.chance(change * 6.0)) {
        body.floor += 1.0;
    }
}

struct Gait
{
    const char* kind;
    double push;
    bool sprint;
    double jumps;  ///< chance a tick on the ground
    double change; ///< of the ground
    double slip = 0.6;
    double headroom = 1e9;
};

Piece gaited(Player& player, const Gait& gait, int ticks)
{
    const double strafe = player.random.chance(0.2) ? (player.random.chance(0.5) ? 45.0 : -45.0) : 0.0;
    // Whoever taps gets more jumps out of a low ceiling, and fewer elsewhere.
    const bool taps = gait.headroom < 1.0 && player.random.chance(0.4);
    return {gait.kind, [gait, ticks, strafe, taps, dash = 0](Player& who, int age) mutable {
                Body& body = who.body;
                if (age >= ticks && body.grounded)
                    return false;
                body.stance(Standing, gait.sprint ? SprintFlag : 0);
                if (who.random.chance(0.004)) { // into a wall
                    body.speed.x = 0.0;
                    body.speed.z = 0.0;
                    dash = drawn(who.random, 2, 6);
                }
                terrain(who, gait.change);
                Keys keys;
                keys.heading = who.gaze.yaw() + strafe;
                keys.push = dash-- > 0 ? 0.0 : gait.push;
                keys.sprint = gait.sprint;
                keys.slip = gait.slip;
                keys.headroom = gait.headroom;
                const bool press = who.random.chance(taps ? gait.jumps * 0.4 : gait.jumps);
                keys.jump = press && !taps;
                keys.tap = press && taps;
                body.walk(keys);
                return true;
            }};
}

Piece falling(Player& player)
{
    const double deep = player.random.chance(0.3) ? std::round(player.random.between(40.0, TerminalFall))
                                                  : std::round(player.random.between(4.0, 25.0));
    // The map may catch whoever falls, before or where the ground is.
    const double caught = player.random.chance(0.5) ? player.random.between(0.6, 1.0) * deep : 1e9;
    return {"fall", [deep, caught, top = 0.0](Player& who, int age) mutable {
                Body& body = who.body;
                if (age == 0) {
                    top = body.place.y;
                    body.floor -= deep;
                    body.stance(Standing, SprintFlag);
                }
                if (age > 0 && body.grounded)
                    return false;
                if (top - body.place.y > caught) {
                    who.teleport(who.respawn, 1);
                    return true;
                }
                Keys keys;
                keys.heading = who.gaze.yaw();
                keys.push = age < 20 ? 1.0 : 0.0;
                keys.sprint = true;
                body.walk(keys);
                return true;
            }};
}

Piece ladder(Player& player)
{
    const int ticks = drawn(player.random, 20, 120);
    const bool up = player.random.chance(0.7);
    return {"ladder", [ticks, way = up ? 1 : -1, rest = 0](Player& who, int age) mutable {
                if (age >= ticks) {
                    who.body.settle();
                    return false;
                }
                if (rest-- > 0) {
                    who.body.climb(0);
                } else {
                    who.body.climb(way);
                    if (who.random.chance(0.02))
                        rest = drawn(who.random, 3, 20);
                }
                who.body.stance(rest > 0 ? Sneaking : Standing, rest > 0 ? SneakFlag : 0);
                return true;
            }};
}

Piece water(Player& player)
{
    const bool sprint = player.random.chance(0.6);
    const bool circle = player.random.chance(0.4);
    const int ticks = drawn(player.random, 60, 300);
    const double side = player.random.chance(0.5) ? 1.0 : -1.0;
    const double rate = player.random.between(2.0, 8.0) * side;
    return {circle ? "water_circle" : "water",
            [=](Player& who, int age) {
                Body& body = who.body;
                if (age == 0)
                    body.floor -= 6.0;
                if (age >= ticks) {
                    body.settle();
                    return false;
                }
                if (circle) // a hand that goes on pushing the mouse
                    who.gaze.turn(rate * (1.0 + 0.18 * normal(who.random)), 0.1 * normal(who.random));
                body.stance(sprint ? Swimming : Standing, sprint ? SwimFlag | SprintFlag : 0);
                const int way = who.random.chance(0.3) ? 1 : 0;
                body.swim(who.gaze.yaw(), 1.0, sprint, way);
                return true;
            },
            circle};
}

Piece sneaking(Player& player)
{
    const int ticks = drawn(player.random, 40, 200);
    return {"sneak", [ticks, until = 0, down = false](Player& who, int age) mutable {
                if (age >= ticks) {
                    who.body.stance(Standing, 0);
                    return false;
                }
                if (age >= until) { // at each edge a key goes down, as well as a hand can
                    down = !down;
                    until = age + static_cast<int>(std::clamp(logNormal(who.random, 7.0, 0.35), 2.0, 40.0));
                }
                who.body.stance(down ? Sneaking : Standing, down ? SneakFlag : 0);
                Keys keys;
                keys.heading = who.gaze.yaw() + 180.0;
                keys.push = down ? 0.3 : 1.0;
                who.body.walk(keys);
                return true;
            }};
}

Piece away(Player& player)
{
    const int ticks = drawn(player.random, 200, 900);
    return {"away",
            [ticks](Player& who, int age) {
                if (age >= ticks)
                    return false;
                who.body.stance(Standing, 0);
                Keys keys;
                keys.push = 0.0;
                who.body.walk(keys);
                return true;
            },
            true};
}

} // namespace

Piece running(Player& player)
{
    static constexpr Gait Gaits[]{{"walk", 1.0, false, 0.0, 0.01},
                                  {"sprint", 1.0, true, 0.0, 0.01},
                                  {"sprint_jump", 1.0, true, 1.0, 0.01},
                                  {"parkour", 1.0, true, 0.25, 0.03},
                                  {"ice", 1.0, true, 0.0, 0.0, 0.98},
                                  {"ice_jump", 1.0, true, 1.0, 0.0, 0.98},
                                  {"blue_ice", 1.0, true, 0.5, 0.0, 0.989},
                                  {"tunnel_jump", 1.0, true, 1.0, 0.0, 0.6, 0.2},
                                  {"ice_tunnel_jump", 1.0, true, 1.0, 0.0, 0.98, 0.2}};
    static constexpr int Shares[]{3, 5, 5, 6, 1, 1, 1, 1, 1};
    int draw = player.random.below(24);
    std::size_t at = 0;
    while (draw >= Shares[at])
        draw -= Shares[at++];
    return gaited(player, Gaits[at], drawn(player.random, 40, 240));
}

Piece onFoot(Player& player, int ticks) { return gaited(player, {"sprint", 1.0, true, 0.02, 0.005}, ticks); }

Piece standing(int ticks)
{
    return {"stand", [ticks](Player& who, int age) {
                if (age >= ticks && who.body.grounded)
                    return false;
                who.body.stance(Standing, 0);
                Keys keys;
                keys.push = 0.0;
                who.body.walk(keys);
                return true;
            }};
}

Piece nextLegs(Player& player)
{
    const int draw = player.random.below(100);
    if (draw < 52)
        return running(player);
    if (draw < 58)
        return falling(player);
    if (draw < 62)
        return ladder(player);
    if (draw < 67)
        return water(player);
    if (draw < 71)
        return sneaking(player);
    if (draw < 72)
        return away(player);
    if (draw < 80)
        return standing(drawn(player.random, 10, 120));
    return draw < 90 ? nextRide(player) : nextHap(player);
}

Piece nextOf(Player& player, Limb limb)
{
    return limb == Legs ? nextLegs(player) : limb == Eyes ? nextEyes(player) : nextHands(player);
}

} // namespace ghostline::rates
