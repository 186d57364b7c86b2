// SPDX-License-Identifier: GPL-3.0-or-later
// Cheats of the feet: pace, clock, height, turns without friction, places in between left out.
#include "tests/rates/cheats.h"
#include "tests/rates/pieces.h"

namespace ghostline::rates {

namespace {

constexpr double SprintPace = 0.2806; ///< blocks a tick

Keys plainKeys(const Player& who, double push)
{
    Keys keys;
    keys.heading = who.gaze.yaw();
    keys.push = push;
    keys.sprint = push > 0.0;
    return keys;
}

void rest(Player& who)
{
    who.body.stance(Standing, 0);
    who.body.walk(plainKeys(who, 0.0));
}

Piece speed(Player& player, const Cheat& cheat)
{
    const double boost = byStrength(cheat, 1.15, 1.4, 2.5);
    const int ticks = drawn(player.random, 160, 400);
    return {"speed", [=](Player& who, int age) {
                if (age >= ticks)
                    return false;
                who.body.stance(Standing, SprintFlag);
                Keys keys = plainKeys(who, 1.0);
                keys.boost = boost;
                who.body.walk(keys);
                return true;
            }};
}

/// Whatever the feet do, sooner than the server's clock allows.
Piece timer(Player& player, const Cheat& cheat)
{
    const double rate = byStrength(cheat, 1.03, 1.1, 1.5);
    const int ticks = drawn(player.random, 400, 800);
    return {"timer", [=, inner = Piece{}, age = 0, until = 0](Player& who, int all) mutable {
                if (all == 0)
                    until = who.tick + ticks;
                if (who.tick >= until && who.body.grounded) {
                    who.clock = 1.0;
                    return false;
                }
                who.clock = rate;
                if (!inner.step || !inner.step(who, age++)) {
                    inner = running(who);
                    age = 0;
                    inner.step(who, age++);
                }
                return true;
            }};
}

Piece hover(Player& player, const Cheat& cheat)
{
    const int ticks = byStrength(cheat, 30, 60, 200);
    const double sinking = player.random.chance(0.5) ? 0.0 : player.random.between(0.005, 0.04);
    const double push = player.random.chance(0.7) ? 1.0 : 0.0;
    const int apex = drawn(player.random, 3, 9);
    return {sinking > 0.0 ? "hover_sinking" : "hover_level", [=](Player& who, int age) {
                Body& body = who.body;
                if (age > apex && body.grounded)
                    return false;
                body.stance(Standing, push > 0.0 ? SprintFlag : 0);
                if (age == 0)
                    body.floor -= sinking > 0.0 ? 10.0 : 0.0;
                Keys keys = plainKeys(who, push);
                keys.tap = age == 0;
                if (age >= apex && age < apex + ticks) {
                    const double height = body.place.y;
                    body.speed.y = 0.0;
                    body.walk(keys);
                    body.place.y = height - sinking;
                    body.speed.y = 0.0;
                } else {
                    body.walk(keys);
                }
                return true;
            }};
}

/// The speed of a jump that gets so high.
double liftFor(double height)
{
    double low = 0.42;
    double high = 3.0;
    for (int i = 0; i < 40; ++i) {
        const double middle = (low + high) / 2.0;
        double top = 0.0;
        for (double up = middle; up > 0.0; up = (up - 0.08) * 0.98)
            top += up;
        (top < height ? low : high) = middle;
    }
    return high;
}

void climbOnce(Player& who, int age, int manner, double height, double pace)
{
    Body& body = who.body;
    Keys keys = plainKeys(who, 0.0);
    if (manner == 0) { // a step that high
        if (age == 0) {
            body.place.y += height;
            body.floor += height;
        }
        keys.push = 1.0;
        body.walk(keys);
    } else if (manner == 1) { // a jump that high, onto something
        keys.tap = age == 0;
        keys.lift = liftFor(height);
        body.walk(keys);
        if (body.speed.y < 0.0 && !body.grounded && body.place.y - body.floor > height - 0.05)
            body.floor += std::floor((height - 0.05) * 2.0) / 2.0; // onto blocks and slabs
    } else {                                                       // up a wall
        body.speed = {0.0, pace, 0.0};
        body.place += body.speed;
        body.floor = std::floor(body.place.y);
    }
}

Piece climb(Player& player, const Cheat& cheat)
{
    const double height = byStrength(cheat, 1.625, 2.5, 6.0);
    const double pace = byStrength(cheat, 4.2, 6.0, 10.0) / 20.0;
    const int manner = player.random.below(3);
    const int wall = byStrength(cheat, 16, 20, 24);
    static constexpr const char* Manners[]{"climb_step", "climb_jump", "climb_wall"};
    return {Manners[manner], [=, times = 4, pause = 12, age = 0](Player& who, int) mutable {
                if (pause > 0) {
                    --pause;
                    rest(who);
                    return true;
                }
                if (times == 0 && who.body.grounded)
                    return false;
                who.body.stance(Standing, 0);
                climbOnce(who, age, manner, height, pace);
                ++age;
                const bool up = manner == 2 ? age >= wall : age >= 6 && who.body.grounded;
                if (up) {
                    --times;
                    age = 0;
                    pause = drawn(who.random, 15, 40);
                    who.body.settle();
                }
                return true;
            }};
}

/// Full pace out of nothing, other ways at full pace, nothing out of full pace.
Piece acceleration(Player& player, const Cheat& cheat)
{
    const double pace = SprintPace * byStrength(cheat, 1.0, 1.3, 2.0);
    const double turn = byStrength(cheat, 90.0, 120.0, 180.0);
    const int dashes = byStrength(cheat, 5, 8, 12);
    const double first = player.random.between(-180.0, 180.0);
    return {"acceleration", [=, left = dashes, pause = 8, run = 0, way = first](Player& who, int) mutable {
                if (pause > 0) {
                    if (--pause == 0)
                        run = drawn(who.random, 8, 24);
                    rest(who);
                    return true;
                }
                if (left == 0)
                    return false;
                if (run % 4 == 0)
                    way += who.random.chance(0.5) ? turn : -turn;
                who.body.stance(Standing, SprintFlag);
                who.body.place += ahead(way) * pace;
                who.body.speed = glm::dvec3(0.0);
                if (--run <= 0) {
                    --left;
                    pause = drawn(who.random, 6, 20);
                }
                return true;
            }};
}

Piece teleport(Player& player, const Cheat& cheat)
{
    const double far = byStrength(cheat, 3.0, 8.0, 30.0);
    const int wait = drawn(player.random, 40, 90);
    constexpr int ChunkTicks = 200; ///< a chunk begins with absolute places, where a blink would not be one
    return {"teleport", [=, left = 3, next = 10](Player& who, int age) mutable {
                if (left == 0)
                    return false;
                who.body.stance(Standing, SprintFlag);
                who.body.walk(plainKeys(who, 1.0));
                if (age >= next && who.tick % ChunkTicks != 0) {
                    who.body.place += ahead(who.gaze.yaw()) * far;
                    next = age + wait;
                    --left;
                }
                return true;
            }};
}

} // namespace

Piece cheatingLegs(Player& player, const Cheat& cheat)
{
    if (cheat.kind == "speed")
        return speed(player, cheat);
    if (cheat.kind == "timer")
        return timer(player, cheat);
    if (cheat.kind == "hover")
        return hover(player, cheat);
    if (cheat.kind == "climb")
        return climb(player, cheat);
    return cheat.kind == "acceleration" ? acceleration(player, cheat) : teleport(player, cheat);
}

} // namespace ghostline::rates
