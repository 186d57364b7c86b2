// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What tells one runner from another on the same course: the pace, the line, the hand on the mouse. Only
// sums and products, so that a seed gives the same run with every mathematics library.
#include "codecs/io/sample_random.h"

#include <array>

namespace ghostline::recording::sample {

/// Wanders between -1 and 1, smoothly, and never the same way again.
class Wander
{
public:
    Wander(std::uint64_t seed, double stride) : m_random(seed), m_stride(stride) {}
    /// Goes on by so much.
    double after(double step);

private:
    io::Random m_random;
    double m_stride; ///< from one turn to the next
    double m_done = 0.0;
    double m_from = 0.0;
    double m_to = 0.0;
};

/// How one runner runs; goes on from tick to tick and from lap to lap.
class Manner
{
public:
    /// Seed 1 is the model pupil: an even pace, in the middle of the way, with a calm hand.
    explicit Manner(std::uint64_t seed);

    /// Times the usual speed, until the next section.
    double pace() const { return m_pace; }
    /// Who is ahead of the usual time takes it easier for a section: nobody is better at everything.
    void beginSection();
    /// Metres beside the middle of the way after so many further ones along it; standing, one stays.
    /// `narrow`: where the way is one block wide.
    glm::dvec3 aside(double metres, bool narrow);
    /// Put back, one stands in the middle again.
    void putBack() { m_width = 0.0; }
    /// A tick later: where the eyes are beside what they look at, in degrees to the side and downward.
    glm::dvec2 tick();
    /// Which colours of the rainbow this one misses, in the order of the attempts. Each two cost as much
    /// time.
    std::array<std::size_t, 2> misses() const;

private:
    io::Random m_random;
    std::uint64_t m_seed;
    double m_strength;
    double m_gain = 0.0;
    double m_lead = 0.0; ///< ticks gained so far, about
    double m_pace = 1.0;
    double m_width = 0.0;
    Wander m_x;
    Wander m_z;
    Wander m_yaw;
    Wander m_pitch;
};

} // namespace ghostline::recording::sample
