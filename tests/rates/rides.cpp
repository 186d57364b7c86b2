// SPDX-License-Identifier: GPL-3.0-or-later
// Wings, boats and carts.
#include "tests/rates/pieces.h"

#include <algorithm>

namespace ghostline::rates {

namespace {

Piece gliding(Player& player)
{
    const int ticks = drawn(player.random, 100, 500);
    const bool rockets = player.random.chance(0.7);
    const double deep = std::round(player.random.between(30.0, 120.0));
    return {"elytra",
            [=, burn = 0](Player& who, int age) mutable {
                Body& body = who.body;
                if (age == 0)
                    body.floor -= deep;
                if (age > 0 && body.grounded)
                    return false;
                if (age < 8) { // off the edge, before the wings open
                    Keys keys;
                    keys.heading = who.gaze.yaw();
                    keys.sprint = true;
                    body.stance(Standing, SprintFlag);
                    body.walk(keys);
                    return true;
                }
                if (!who.gaze.reaching() && who.random.chance(0.05)) {
                    const double down =
                        age > ticks ? who.random.between(25.0, 50.0) : who.random.between(-25.0, 25.0);
                    const Angles there{who.gaze.yaw() + 35.0 * normal(who.random), down};
                    who.gaze.reach(there, drawn(who.random, 8, 30));
                }
                who.gaze.step(who.random, who.traits.tremor);
                if (rockets && burn <= 0 && age < ticks && who.random.chance(0.03)) {
                    burn = drawn(who.random, 16, 44);
                    who.now.uses = true;
                    ++who.now.swings;
                }
                body.stance(FallFlying, ElytraFlag);
                body.glide(who.gaze.yaw(), who.gaze.pitch(), burn-- > 0);
                if (age > ticks + 200) // nothing to land on: the map takes them home
                    who.teleport(who.respawn, 1);
                if (body.grounded)
                    body.stance(Standing, 0);
                return true;
            },
            true};
}

/// The boat turns with its paddles, and takes the view along.
Piece boat(Player& player)
{
    static constexpr double Slips[]{0.9, 0.98, 0.989};
    const int draw = player.random.below(3);
    const double slip = Slips[draw];
    static constexpr const char* Kinds[]{"boat", "boat_ice", "boat_blue_ice"};
    const int ticks = drawn(player.random, 100, 400);
    return {Kinds[draw],
            [=, speed = glm::dvec3(0.0), spin = 0.0, press = 0, side = 0.0](Player& who, int age) mutable {
                Body& body = who.body;
                if (age == 0) { // climbs in: from beside the boat onto its seat
                    speed = glm::dvec3(0.0);
                    body.place += ahead(who.gaze.yaw()) * who.random.between(0.5, 1.5);
                    body.place.y += 0.1;
                }
                if (age >= ticks) {
                    body.place += ahead(who.gaze.yaw() + 90.0) * 1.2;
                    body.settle();
                    return false;
                }
                if (press-- <= 0) {
                    side = who.random.chance(0.6) ? 0.0 : who.random.chance(0.5) ? 1.0 : -1.0;
                    press = side == 0.0 ? drawn(who.random, 5, 40) : drawn(who.random, 2, 7);
                }
                spin = spin * std::min(slip, 0.9) + side;
                who.gaze.turn(spin, 0.0);
                if (who.random.chance(0.2))
                    who.gaze.step(who.random, who.traits.tremor);
                speed *= slip;
                speed += ahead(who.gaze.yaw()) * (age < ticks - 60 ? 0.04 : 0.0);
                body.speed = speed;
                body.place += speed;
                body.stance(Sitting, 0);
                return true;
            },
            true};
}

/// Rails: straight stretches and bends, which turn the view evenly.
Piece cart(Player& player)
{
    const int ticks = drawn(player.random, 120, 500);
    const double pace = player.random.between(0.2, 0.4);
    return {"cart",
            [=, bend = 0, straight = 20, rate = 0.0, now = 0.0](Player& who, int age) mutable {
                Body& body = who.body;
                if (age >= ticks) {
                    body.place.y += 0.5;
                    body.settle();
                    return false;
                }
                if (bend == 0 && straight-- <= 0) {
                    const int turns = who.random.chance(0.2) ? drawn(who.random, 2, 6) : 1; // a spiral
                    const int each = drawn(who.random, 10, 24);
                    bend = turns * each;
                    rate = (who.random.chance(0.5) ? 90.0 : -90.0) / each;
                    straight = drawn(who.random, 10, 80);
                }
                if (bend > 0) {
                    --bend;
                    who.gaze.set({who.gaze.yaw() + rate, who.gaze.pitch()});
                }
                now = std::min(pace, now + 0.02);
                body.speed = ahead(who.gaze.yaw()) * now;
                body.place += body.speed;
                body.stance(Sitting, 0);
                return true;
            },
            true};
}

} // namespace

Piece nextRide(Player& player)
{
    const int draw = player.random.below(10);
    return draw < 5 ? gliding(player) : draw < 8 ? boat(player) : cart(player);
}

} // namespace ghostline::rates
