// SPDX-License-Identifier: GPL-3.0-or-later
// Cheats of eyes and hands: programs that look, aim and click.
#include "tests/rates/cheats.h"

#include <algorithm>

namespace ghostline::rates {

namespace {

Piece spin(Player& player, const Cheat& cheat)
{
    const double rate = byStrength(cheat, 3.0, 10.0, 30.0) * (player.random.chance(0.5) ? 1.0 : -1.0);
    const int ticks = drawn(player.random, 40, 120);
    return {"spin", [=](Player& who, int age) {
                if (age >= ticks)
                    return false;
                who.gaze.set({who.gaze.yaw() + rate, who.gaze.pitch()});
                return true;
            }};
}

/// Looks away by hand, then is on the middle of a creature within a tick and stays there.
class AimBot
{
public:
    explicit AimBot(const Cheat& cheat)
        : m_away(byStrength(cheat, 25.0, 60.0, 120.0)), m_error(byStrength(cheat, 1.5, 0.5, 0.05))
    {
    }
    bool step(Player& who)
    {
        const Creature* one = who.crowd.find(m_target);
        if (m_hold > 0 && one != nullptr) {
            --m_hold;
            lock(who, *one);
            return true;
        }
        if (m_hold > 0 || one == nullptr)
            seek(who);
        if (m_hold == 0 && m_left == 0)
            return false;
        if (--m_wait <= 0 && !who.gaze.reaching()) {
            --m_left;
            m_hold = drawn(who.random, 20, 60);
            m_wait = drawn(who.random, 20, 50);
            m_turned = false;
            lock(who, *who.crowd.find(m_target));
            return true;
        }
        if (!m_turned) {
            m_turned = true;
            const Angles there = anglesTo(who.eye(), who.crowd.find(m_target)->middle());
            const double side = who.random.chance(0.5) ? m_away : -m_away;
            who.gaze.reach({there.yaw + side, 5.0}, drawn(who.random, 6, 14));
        }
        who.gaze.step(who.random, who.gaze.reaching() ? who.traits.tremor : 0.0);
        return true;
    }

private:
    void seek(Player& who)
    {
        m_hold = 0;
        const Creature* found = who.crowd.target(who.body.place);
        m_target =
            found != nullptr ? found->entity : who.crowd.appear(who.body.place, who.body.floor, 8.0, 2000);
    }
    void lock(Player& who, const Creature& one)
    {
        const Angles there = anglesTo(who.eye(), one.middle());
        const double off = 0.95 * m_error * std::sqrt(who.random.unit());
        const double way = who.random.between(0.0, 6.28);
        who.gaze.set({there.yaw + off * std::cos(way), there.pitch + off * std::sin(way)});
    }

    double m_away;
    double m_error;
    int m_target = 0;
    int m_left = 6;
    int m_hold = 0;
    int m_wait = 20;
    bool m_turned = false;
};

Piece aim(const Cheat& cheat)
{
    return {"aim", [bot = AimBot(cheat)](Player& who, int) mutable { return bot.step(who); }};
}

/// The same movements of the mouse over and over, to the count and to the tick.
Piece repetition(Player& player, const Cheat& cheat)
{
    const int times = byStrength(cheat, 6, 12, 30);
    const int length = drawn(player.random, 40, byStrength(cheat, 100, 80, 50));
    Gaze hand(player.traits.mouseStep);
    std::vector<Angles> strokes;
    for (int i = 0; i < length; ++i) {
        const Angles before{hand.yaw(), hand.pitch()};
        if (!hand.reaching() && i < length - 12) {
            hand.reach({hand.yaw() + 30.0 * normal(player.random), player.random.between(-25.0, 25.0)},
                       drawn(player.random, 4, 10));
        } else if (i == length - 10) { // back to the height where it began
            hand.reach({hand.yaw() + 10.0, 0.0}, 8.0);
        }
        hand.step(player.random, i < length - 10 ? player.traits.tremor : 0.0);
        strokes.push_back({hand.yaw() - before.yaw, hand.pitch() - before.pitch});
    }
    return {"repetition", [=](Player& who, int age) {
                if (age >= times * length)
                    return false;
                if (age == 0)
                    who.gaze.set({who.gaze.yaw(), 0.0});
                const Angles& stroke = strokes[static_cast<std::size_t>(age % length)];
                who.gaze.turn(stroke.yaw, stroke.pitch);
                return true;
            }};
}

Piece clicks(Player& player, const Cheat& cheat)
{
    const double rate = byStrength(cheat, 10.0, 13.0, 18.0);
    const double spread = byStrength(cheat, 0.008, 0.003, 0.0);
    const int ticks = drawn(player.random, 200, 400);
    return {"clicks", [=, next = 0.02](Player& who, int age) mutable {
                if (age >= ticks)
                    return false;
                for (; next < 0.05 * (age + 1);
                     next += std::max(0.01, 1.0 / rate + spread * normal(who.random)))
                    ++who.now.swings;
                return true;
            }};
}

/// Hits at whoever comes up, sooner than anybody could have seen it.
Piece reaction(Player& player, const Cheat& cheat)
{
    const int slow = byStrength(cheat, 2, 1, 0);
    const int fast = byStrength(cheat, 1, 0, 0);
    const int times = drawn(player.random, 10, 16);
    return {"reaction", [=, left = times, next = 10, hit = -1](Player& who, int age) mutable {
                if (age == next) {
                    who.crowd.appear(who.body.place, who.body.floor, who.random.between(2.0, 5.0),
                                     drawn(who.random, 20, 35));
                    hit = age + drawn(who.random, fast, slow);
                    next = age + drawn(who.random, 40, 80);
                    --left;
                }
                if (age == hit)
                    ++who.now.swings;
                return left > 0 || age <= hit;
            }};
}

} // namespace

Piece cheatingEyes(Player& player, const Cheat& cheat)
{
    return cheat.kind == "spin"  ? spin(player, cheat)
           : cheat.kind == "aim" ? aim(cheat)
                                 : repetition(player, cheat);
}

Piece cheatingHands(Player& player, const Cheat& cheat)
{
    return cheat.kind == "clicks" ? clicks(player, cheat) : reaction(player, cheat);
}

} // namespace ghostline::rates
