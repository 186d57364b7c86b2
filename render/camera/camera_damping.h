// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Critically damped followers: they arrive without swinging past, at any length of step.
#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace ghostline::render {

/// A point that follows a moving goal. Solved in closed form, so that long steps are as stable as short ones.
class DampedPoint
{
public:
    void reset(const glm::dvec3& at)
    {
        m_at = m_goal = at;
        m_velocity = glm::dvec3(0.0);
    }
    const glm::dvec3& at() const { return m_at; }
    /// `stiffness` per second. `leads`: a goal in steady motion is followed without lag.
    void step(const glm::dvec3& goal, double seconds, double stiffness, bool leads)
    {
        if (seconds <= 0.0)
            return;
        const glm::dvec3 drift = leads ? (goal - m_goal) / seconds : glm::dvec3(0.0);
        const double fade = std::exp(-stiffness * seconds);
        // In the frame that moves with the goal, which began the step at the old one.
        const glm::dvec3 off = m_at - (leads ? m_goal : goal);
        const glm::dvec3 push = (m_velocity - drift) + off * stiffness;
        m_at = goal + (off + push * seconds) * fade;
        m_velocity = drift + (m_velocity - drift - push * (stiffness * seconds)) * fade;
        m_goal = goal;
    }

private:
    glm::dvec3 m_at{0.0};
    glm::dvec3 m_goal{0.0};
    glm::dvec3 m_velocity{0.0};
};

/// The same for a rotation.
class DampedTurn
{
public:
    void reset(const glm::dquat& at)
    {
        m_at = at;
        m_velocity = glm::dvec3(0.0);
    }
    const glm::dquat& at() const { return m_at; }
    void step(const glm::dquat& goal, double seconds, double stiffness)
    {
        if (seconds <= 0.0)
            return;
        glm::dquat off = m_at * glm::conjugate(goal);
        if (off.w < 0.0)
            off = -off;
        const double sine = std::sqrt(off.x * off.x + off.y * off.y + off.z * off.z);
        const double angle = 2.0 * std::atan2(sine, off.w);
        const glm::dvec3 error =
            sine > 1e-12 ? glm::dvec3(off.x, off.y, off.z) * (angle / sine) : glm::dvec3(0.0);
        const double fade = std::exp(-stiffness * seconds);
        const glm::dvec3 push = m_velocity + error * stiffness;
        const glm::dvec3 left = (error + push * seconds) * fade;
        m_velocity = (m_velocity - push * (stiffness * seconds)) * fade;
        const double turn = glm::length(left);
        m_at = glm::normalize(turn > 1e-12 ? glm::angleAxis(turn, left / turn) * goal : goal);
    }

private:
    glm::dquat m_at{1.0, 0.0, 0.0, 0.0};
    glm::dvec3 m_velocity{0.0};
};

} // namespace ghostline::render
