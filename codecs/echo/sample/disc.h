// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The disc: flies straight, bounces, rests in a hand.
#include "codecs/echo/sample/players.h"

#include <vector>

namespace ghostline::echo::sample {

inline constexpr double DiscRadius = 0.15;
inline constexpr double FastestDisc = 20.0;

class Disc
{
public:
    void place(const Vec& position);
    /// One step of free flight; counts bounces.
    void fly(double step);
    /// One step in a hand; what lay between hand and disc at the catch shrinks away.
    void stayIn(const Vec& hand, const glm::dquat& turn, double step);
    void taken(const Vec& hand, const glm::dquat& turn);
    void released(const Vec& velocity);
    /// Something turned it aside.
    void deflect(const Vec& velocity) { m_velocity = velocity; }

    void slow(double share) { m_velocity *= share; }

    const Vec& position() const { return m_position; }
    const Vec& velocity() const { return m_velocity; }
    const glm::dquat& turn() const { return m_turn; }
    int bounces() const { return m_bounces; }
    /// Where it will be, every tenth of a second from now on, 5 s far, if nobody touches it.
    std::vector<Vec> course() const;

private:
    void bounce();

    Vec m_position{0.0};
    Vec m_velocity{0.0};
    Vec m_offset{0.0}; ///< from the palm, while held
    glm::dquat m_turn{1.0, 0.0, 0.0, 0.0};
    double m_spin = 0.0; ///< rad/s about its own up
    int m_bounces = 0;
};

} // namespace ghostline::echo::sample
