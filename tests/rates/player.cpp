// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rates/player.h"

namespace ghostline::rates {

Traits Traits::drawn(Random& random)
{
    Traits traits;
    // The game's own law: what the slider of the sensitivity makes of one count.
    const double slider = random.between(0.1, 0.9) * 0.6 + 0.2;
    traits.mouseStep = slider * slider * slider * 8.0 * 0.15;
    traits.tremor = random.between(0.03, 0.35);
    traits.reaction = random.between(0.2, 0.33);
    traits.clickRate = random.between(6.0, 9.0);
    traits.clickSigma = random.between(0.08, 0.35);
    traits.stick = random.chance(0.15);
    return traits;
}

Player::Player(std::uint64_t seed, Crowd& around, Chooser chooser)
    : random(seed), traits(Traits::drawn(random)), gaze(traits.mouseStep), crowd(around),
      m_choose(std::move(chooser))
{
    gaze.set({random.between(-180.0, 180.0), random.between(-10.0, 20.0)});
}

const Moment& Player::step(int serverTick)
{
    tick = serverTick;
    now = {};
    move(Legs);
    if (mayTurnHead())
        move(Eyes);
    move(Hands);
    now.place = body.place;
    now.speed = body.speed;
    now.yaw = gaze.yaw();
    now.pitch = gaze.pitch();
    now.pose = body.pose;
    now.flags = body.flags;
    return now;
}

void Player::move(Limb limb)
{
    Work& work = m_limbs[limb];
    // A piece may see at once that it cannot be done here; standing about always can.
    for (int tries = 0; tries < 20; ++tries) {
        if (!work.piece.step)
            begin(work, limb);
        if (work.piece.step(*this, work.age++))
            return;
        if (tick > work.since)
            m_story.push_back({work.piece.kind, work.since, tick - 1});
        work.piece = {};
    }
}

void Player::begin(Work& work, Limb limb)
{
    if (work.ordered) {
        work.piece = std::move(*work.ordered);
        work.ordered.reset();
    } else {
        work.piece = m_choose(*this, limb);
    }
    work.age = 0;
    work.since = tick;
}

void Player::order(Limb limb, Piece piece, bool atOnce)
{
    Work& work = m_limbs[limb];
    work.ordered = std::move(piece);
    if (atOnce && work.piece.step)
        work.piece.step = [](Player&, int) { return false; };
}

std::vector<Ingredient> Player::story() const
{
    std::vector<Ingredient> all = m_story;
    for (const Work& work : m_limbs) {
        if (work.piece.step)
            all.push_back({work.piece.kind, work.since, tick});
    }
    return all;
}

void Player::teleport(const glm::dvec3& where, int reset)
{
    body.put(where);
    now.absolute = true;
    if (reset >= 0)
        now.reset = reset;
}

} // namespace ghostline::rates
