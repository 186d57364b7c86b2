// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where somebody looks, moved by a hand: smooth movements, tremor, and the mouse's whole counts.
#include "tests/rates/draw.h"

namespace ghostline::rates {

/// From -180 up to 180.
double wrapped(double degrees);

struct Angles
{
    double yaw = 0.0;
    double pitch = 0.0;
};
/// What one has to look along to see `target` in the middle.
Angles anglesTo(const glm::dvec3& eye, const glm::dvec3& target);

class Gaze
{
public:
    explicit Gaze(double mouseStep = 0.15) : m_step(mouseStep) {}

    double yaw() const { return m_shown.yaw; } ///< degrees, goes on beyond half a turn
    double pitch() const { return m_shown.pitch; }

    /// Begins to look there, the short way round, in so many ticks: slow, fast, slow.
    void reach(const Angles& there, double ticks);
    /// The time that a hand takes for such an angle; never faster than 1800 degrees a second.
    double ticksFor(Random& random, const Angles& there) const;
    bool reaching() const { return m_part < 1.0; }
    /// One tick of what was begun. `tremor` in degrees.
    void step(Random& random, double tremor);
    /// By the mouse, in its counts.
    void turn(double yaw, double pitch);
    /// To the last bit, past the mouse.
    void set(const Angles& there);
    double offBy(const Angles& there) const;

private:
    void show();

    double m_step;
    Angles m_origin; ///< where counting began
    Angles m_wanted;
    Angles m_shown;
    Angles m_from;
    Angles m_way;
    double m_part = 1.0; ///< of the movement that is done
    double m_rate = 0.0;
};

} // namespace ghostline::rates
