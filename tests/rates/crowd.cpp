// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rates/crowd.h"

#include "tests/rates/gaze.h"

#include <algorithm>
#include <array>

namespace ghostline::rates {

namespace {

constexpr double LeftBehind = 48.0;
constexpr double Leash = 14.0;

struct Kind
{
    const char* type;
    double height;
    double push;
};
constexpr std::array Kinds{Kind{"minecraft:zombie", 1.95, 0.6}, Kind{"minecraft:skeleton", 1.99, 0.55},
                           Kind{"minecraft:cow", 1.4, 0.35}, Kind{"minecraft:player", 1.8, 0.83}};

} // namespace

Crowd::Crowd(std::uint64_t seed, int size) : m_random(seed), m_size(size) {}

void Crowd::step(const glm::dvec3& player, double floor)
{
    m_gone.clear();
    for (Creature& one : m_living) {
        wander(one, player);
        if (one.life > 0)
            --one.life;
        // Nobody is told of the end of what nobody was told of.
        if (!one.fresh && (one.life == 0 || glm::distance(one.body.place, player) > LeftBehind))
            m_gone.push_back(one.entity);
    }
    std::erase_if(m_living,
                  [this](const Creature& one) { return std::ranges::count(m_gone, one.entity) > 0; });
    if (static_cast<int>(m_living.size()) < m_size && player.y < floor + 10.0 && --m_wait <= 0) {
        appear(player, floor, m_random.between(5.0, 14.0), -1);
        m_wait = drawn(m_random, 20, 500);
    }
}

int Crowd::appear(const glm::dvec3& player, double floor, double far, int life)
{
    const Kind& kind = Kinds[static_cast<std::size_t>(m_random.below(static_cast<int>(Kinds.size())))];
    Creature& one = m_living.emplace_back();
    one.entity = m_next++;
    one.type = kind.type;
    one.height = kind.height;
    one.push = kind.push * m_random.between(0.8, 1.2);
    one.yaw = m_random.between(-180.0, 180.0);
    one.life = life;
    one.body.put(player + ahead(m_random.between(-180.0, 180.0)) * far);
    one.body.place.y = one.body.floor = floor;
    return one.entity;
}

void Crowd::wander(Creature& one, const glm::dvec3& player)
{
    const glm::dvec3 before = one.body.place;
    const glm::dvec3 away = player - before;
    const double far = std::hypot(away.x, away.z);
    if (far > Leash)
        one.yaw += 0.2 * wrapped(anglesTo(before, player).yaw - one.yaw);
    else if (m_random.chance(0.05))
        one.yaw += m_random.between(-70.0, 70.0);
    Keys keys;
    keys.heading = one.yaw;
    keys.push = far > Leash || m_random.chance(0.97) ? one.push : 0.0;
    keys.jump = m_random.chance(0.005);
    one.body.walk(keys);
    one.moved = one.body.place != before;
}

const Creature* Crowd::find(int entity) const
{
    const auto at = std::ranges::find(m_living, entity, &Creature::entity);
    return at == m_living.end() ? nullptr : &*at;
}

const Creature* Crowd::target(const glm::dvec3& player) const
{
    const Creature* best = nullptr;
    double nearest = 20.0;
    for (const Creature& one : m_living) {
        const double far = glm::distance(one.body.place, player);
        if (far >= 3.0 && far < nearest) {
            nearest = far;
            best = &one;
        }
    }
    return best;
}

void Crowd::told()
{
    for (Creature& one : m_living)
        one.fresh = false;
}

} // namespace ghostline::rates
