// SPDX-License-Identifier: GPL-3.0-or-later
// What the map and others do to a player.
#include "tests/rates/pieces.h"

#include <algorithm>

namespace ghostline::rates {

namespace {

Keys restingKeys(const Player& who, double push)
{
    Keys keys;
    keys.heading = who.gaze.yaw();
    keys.push = push;
    return keys;
}

Piece slime(Player& player)
{
    const double deep = std::round(player.random.between(3.0, 12.0));
    const int bounces = drawn(player.random, 1, 5);
    const double push = player.random.chance(0.5) ? 1.0 : 0.0;
    return {"slime", [=, left = bounces, down = false](Player& who, int age) mutable {
                Body& body = who.body;
                if (age == 0)
                    body.floor -= deep;
                if (age > 400 || (age > 0 && body.grounded))
                    return false;
                body.stance(Standing, 0);
                Keys keys = restingKeys(who, push);
                keys.bouncy = left > 0;
                body.walk(keys);
                if (down && body.speed.y > 0.0)
                    --left;
                down = body.speed.y < 0.0;
                return true;
            }};
}

/// Pushed a block in two or three ticks, several times over.
Piece piston(Player& player)
{
    const int ticks = player.random.chance(0.5) ? 2 : 3;
    const bool up = player.random.chance(0.5);
    const int times = drawn(player.random, 1, 6);
    const double way = player.random.between(-180.0, 180.0);
    const int wait = drawn(player.random, 4, 30);
    return {up ? "piston_up" : "piston", [=](Player& who, int age) {
                Body& body = who.body;
                if (age >= times * (ticks + wait))
                    return false;
                body.stance(Standing, 0);
                if (age % (ticks + wait) < ticks) {
                    const glm::dvec3 push = (up ? glm::dvec3(0.0, 1.0, 0.0) : ahead(way)) / double(ticks);
                    body.place += push;
                    body.floor += push.y;
                } else {
                    body.walk(restingKeys(who, 0.0));
                }
                return true;
            }};
}

/// A blow, or a blast: speed at once, friction afterwards.
Piece blow(Player& player)
{
    const bool blast = player.random.chance(0.5);
    const double far = blast ? player.random.between(0.6, 2.0) : player.random.between(0.35, 0.6);
    const double up = blast ? player.random.between(0.4, 1.5) : player.random.between(0.3, 0.4);
    const double way = player.random.between(-180.0, 180.0);
    return {blast ? "explosion" : "knockback", [=](Player& who, int age) {
                Body& body = who.body;
                if (age > 0 && body.grounded)
                    return false;
                if (age == 0) {
                    body.speed = body.speed * 0.5 + ahead(way) * far;
                    body.speed.y = up;
                    body.grounded = false;
                }
                body.stance(Standing, 0);
                body.walk(restingKeys(who, 0.4));
                return true;
            }};
}

/// Thrown up by slime blocks on a piston, or a pad that the map has for it.
Piece pad(Player& player)
{
    const double up = player.random.between(0.8, 2.2);
    const double far = player.random.between(0.0, 1.5);
    return {"jump_pad", [=](Player& who, int age) {
                Body& body = who.body;
                if (age > 0 && body.grounded)
                    return false;
                if (age == 0) {
                    body.speed = ahead(who.gaze.yaw()) * far;
                    body.speed.y = up;
                    body.grounded = false;
                }
                body.stance(Standing, SprintFlag);
                body.walk(restingKeys(who, 1.0));
                return true;
            }};
}

Piece resetting(Player& player)
{
    const int reason = player.random.below(10);
    return {"reset", [reason](Player& who, int age) {
                if (age >= 3)
                    return false;
                if (age == 0)
                    who.teleport(who.respawn, reason);
                who.body.walk(restingKeys(who, 0.0));
                return true;
            }};
}

Piece portal(Player& player)
{
    const double far = player.random.between(8.0, 200.0);
    const double way = player.random.between(-180.0, 180.0);
    const bool turns = player.random.chance(0.5);
    return {"portal", [=](Player& who, int age) {
                if (age >= 2)
                    return false;
                if (age == 0) {
                    glm::dvec3 there = who.body.place + ahead(way) * far;
                    there.y = who.body.floor + std::floor(who.random.between(-20.0, 20.0));
                    who.teleport(there);
                    if (turns)
                        who.gaze.set({way, 0.0});
                }
                who.body.walk(restingKeys(who, 0.0));
                return true;
            }};
}

Piece pearl(Player& player)
{
    const int flight = drawn(player.random, 10, 40);
    return {"pearl", [flight](Player& who, int age) {
                if (age > flight + 2)
                    return false;
                if (age == 0) {
                    who.now.uses = true;
                    ++who.now.swings;
                }
                if (age == flight) {
                    const double far = 1.3 * flight;
                    glm::dvec3 there = who.body.place + ahead(who.gaze.yaw()) * far;
                    there.y = who.body.floor;
                    who.teleport(there);
                }
                who.body.walk(restingKeys(who, age < flight ? 1.0 : 0.0));
                return true;
            }};
}

} // namespace

Piece nextHap(Player& player)
{
    switch (player.random.below(7)) {
    case 0:
        return slime(player);
    case 1:
        return piston(player);
    case 2:
        return blow(player);
    case 3:
        return pad(player);
    case 4:
        return resetting(player);
    case 5:
        return portal(player);
    default:
        return pearl(player);
    }
}

} // namespace ghostline::rates
