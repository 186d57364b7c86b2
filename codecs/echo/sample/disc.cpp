// SPDX-License-Identifier: GPL-3.0-or-later
// Straight flight and bounces with loss; a held disc moves with the palm.
#include "codecs/echo/sample/disc.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::sample {

namespace {

constexpr double KeptAcross = 0.6; ///< share of the speed into a wall that comes back
constexpr double KeptAlong = 0.92;
constexpr double Settling = 11.0; ///< 1/s, of the disc into the palm

Vec palm(const Vec& hand, const glm::dquat& turn) { return hand + turn * Vec(0.0, 0.0, 0.11); }

} // namespace

void Disc::place(const Vec& position)
{
    *this = Disc{};
    m_position = position;
}

void Disc::bounce()
{
    const double room = clearance(m_position);
    if (room >= DiscRadius)
        return;
    const Vec away = awayFromSurface(m_position);
    const double into = glm::dot(m_velocity, away);
    if (into < 0.0) {
        m_velocity = (m_velocity - away * into) * KeptAlong - away * (into * KeptAcross);
        m_spin *= 0.6;
        ++m_bounces;
    }
    m_position += away * std::min(DiscRadius - room, 0.25);
}

void Disc::fly(double step)
{
    m_position += m_velocity * step;
    bounce();
    m_turn = glm::normalize(m_turn * glm::angleAxis(m_spin * step, Vec(0.0, 1.0, 0.0)));
}

void Disc::stayIn(const Vec& hand, const glm::dquat& turn, double step)
{
    m_offset *= std::exp(-Settling * step);
    const Vec next = palm(hand, turn) + m_offset;
    m_velocity = (next - m_position) / step;
    m_position = next;
    m_turn = glm::normalize(glm::slerp(m_turn, turn, std::min(8.0 * step, 1.0)));
}

void Disc::taken(const Vec& hand, const glm::dquat& turn)
{
    m_offset = m_position - palm(hand, turn);
    m_spin = 0.0;
}

void Disc::released(const Vec& velocity)
{
    const double speed = glm::length(velocity);
    m_velocity = speed > FastestDisc ? velocity * (FastestDisc / speed) : velocity;
    m_spin = 2.0 + 0.5 * std::min(speed, FastestDisc);
    m_bounces = 0;
}

std::vector<Vec> Disc::course() const
{
    constexpr int Points = 50;
    constexpr double Step = 1.0 / 30.0;
    Disc ahead = *this;
    std::vector<Vec> places;
    places.reserve(Points);
    for (int i = 0; i < Points; ++i) {
        for (int j = 0; j < 3; ++j)
            ahead.fly(Step);
        places.push_back(ahead.position());
    }
    return places;
}

} // namespace ghostline::echo::sample
