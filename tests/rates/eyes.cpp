// SPDX-License-Identifier: GPL-3.0-or-later
// How people look about.
#include "tests/rates/pieces.h"

#include <algorithm>

namespace ghostline::rates {

namespace {

/// After somebody comes into view a hand moves some 200 to 350 ms later.
int reactionTicks(Player& player)
{
    const double seconds = std::clamp(logNormal(player.random, player.traits.reaction, 0.2), 0.18, 0.7);
    return static_cast<int>(std::ceil(seconds * 20.0));
}

/// Onto a creature after a while, a little beside it, once more to correct, and then along with it.
Piece aiming(Player& player)
{
    const int ticks = drawn(player.random, 30, 140);
    const int wait = reactionTicks(player);
    const double gain = player.random.between(0.25, 0.6);
    const double miss = player.random.between(0.02, 0.12);
    return {"aim_by_hand", [=, target = 0, aside = Angles{}](Player& who, int age) mutable {
                if (age == 0) {
                    const Creature* found = who.crowd.target(who.body.place);
                    target = found != nullptr ? found->entity : 0;
                }
                const Creature* one = who.crowd.find(target);
                if (one == nullptr || age > ticks)
                    return false;
                const Angles there = anglesTo(who.eye(), one->middle());
                if (age < wait) {
                    who.gaze.step(who.random, 0.0);
                } else if (age == wait || (!who.gaze.reaching() && who.gaze.offBy(there) > 12.0)) {
                    const double off = who.gaze.offBy(there) * miss;
                    const Angles shot{there.yaw + off * normal(who.random),
                                      there.pitch + 0.5 * off * normal(who.random)};
                    who.gaze.reach(shot, who.gaze.ticksFor(who.random, shot));
                    who.gaze.step(who.random, who.traits.tremor);
                } else if (who.gaze.reaching()) {
                    who.gaze.step(who.random, who.traits.tremor);
                } else { // follows what was there two ticks ago, around a point that strays over the body
                    aside.yaw = 0.9 * aside.yaw + 0.5 * normal(who.random);
                    aside.pitch = 0.9 * aside.pitch + 0.5 * normal(who.random);
                    const Angles seen = anglesTo(who.eye(), one->middle() - 2.0 * one->body.speed);
                    who.gaze.turn(gain * wrapped(seen.yaw + aside.yaw - who.gaze.yaw()),
                                  gain * (seen.pitch + aside.pitch - who.gaze.pitch()));
                    who.gaze.step(who.random, who.traits.tremor);
                }
                return true;
            }};
}

/// A controller's stick held over: even but for the frames, whose number in a tick changes.
Piece panning(Player& player)
{
    const double most = player.traits.stick ? 14.0 : 6.0;
    const double rate = player.random.between(1.0, most) * (player.random.chance(0.5) ? 1.0 : -1.0);
    const double uneven =
        player.traits.stick ? player.random.between(0.01, 0.04) : player.random.between(0.08, 0.3);
    const int ticks = drawn(player.random, 10, player.traits.stick ? 90 : 50);
    return {player.traits.stick ? "stick_pan" : "mouse_pan", [=](Player& who, int age) {
                if (age >= ticks)
                    return false;
                const double ramp = std::min(1.0, (age + 1) / 3.0);
                who.gaze.turn(rate * ramp * (1.0 + uneven * normal(who.random)), 0.0);
                return true;
            }};
}

/// Round and round for fun: strokes of the mouse, lifted in between.
Piece whirling(Player& player)
{
    const int ticks = drawn(player.random, 20, 100);
    const double side = player.random.chance(0.5) ? 1.0 : -1.0;
    return {"whirl_by_hand", [=](Player& who, int age) {
                if (age >= ticks)
                    return false;
                if (!who.gaze.reaching() && who.random.chance(0.35)) {
                    const double far = who.random.between(80.0, 175.0);
                    who.gaze.reach({who.gaze.yaw() + side * far, who.gaze.pitch() + 4.0 * normal(who.random)},
                                   std::max(far * 1.875 / 90.0, who.random.between(4.0, 10.0)));
                }
                who.gaze.step(who.random, who.traits.tremor);
                return true;
            }};
}

/// Against the stop, straight up or down.
Piece upOrDown(Player& player)
{
    const int ticks = drawn(player.random, 20, 80);
    const double pitch = player.random.chance(0.7) ? 110.0 : -110.0;
    return {
        "pitch_stop", [=](Player& who, int age) {
            if (age >= ticks + 12)
                return false;
            if (age == 0)
                who.gaze.reach({who.gaze.yaw() + 10.0 * normal(who.random), pitch}, drawn(who.random, 4, 12));
            who.gaze.step(who.random, who.traits.tremor);
            if (age == ticks)
                who.gaze.reach({who.gaze.yaw(), 5.0}, drawn(who.random, 4, 12));
            return true;
        }};
}

} // namespace

Piece eyesTravel(Player& player)
{
    const int ticks = drawn(player.random, 40, 200);
    const double often = player.random.between(0.02, 0.08);
    const double wide = player.random.between(8.0, 50.0);
    return {"look_about", [=](Player& who, int age) {
                if (age >= ticks && !who.gaze.reaching())
                    return false;
                if (!who.gaze.reaching() && age < ticks && who.random.chance(often)) {
                    const double turn = who.random.chance(0.06) ? 180.0 : wide * normal(who.random);
                    const Angles there{who.gaze.yaw() + turn,
                                       std::clamp(12.0 + 15.0 * normal(who.random), -60.0, 70.0)};
                    who.gaze.reach(there, who.gaze.ticksFor(who.random, there));
                }
                const bool held = who.gaze.reaching() || who.random.chance(0.5);
                who.gaze.step(who.random, held ? who.traits.tremor : 0.0);
                return true;
            }};
}

Piece eyesStill(int ticks)
{
    return {"look_still", [ticks](Player& who, int age) {
                who.gaze.step(who.random, 0.0);
                return age < ticks;
            }};
}

Piece nextEyes(Player& player)
{
    const int draw = player.random.below(100);
    if (draw < 50)
        return eyesTravel(player);
    if (draw < 70 && player.crowd.target(player.body.place) != nullptr)
        return aiming(player);
    if (draw < 80)
        return panning(player);
    if (draw < 83)
        return whirling(player);
    if (draw < 86)
        return upOrDown(player);
    return eyesStill(drawn(player.random, 10, 80));
}

} // namespace ghostline::rates
