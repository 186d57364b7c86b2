// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/sample/manner.h"

#include <algorithm>

namespace ghostline::recording::sample {

namespace {

constexpr std::uint64_t Model = 1; ///< the seed without peculiarities
constexpr double MostGain = 0.05;
constexpr double BroadWidth = 0.4; // metres to either side
constexpr double NarrowWidth = 0.2;
constexpr double Widening = 0.05; // metres a metre
constexpr double MostYaw = 6.0;   // degrees
constexpr double MostPitch = 3.5;

} // namespace

double Wander::after(double step)
{
    m_done += step;
    while (m_done >= m_stride) {
        m_done -= m_stride;
        m_from = m_to;
        m_to = m_random.between(-1.0, 1.0);
    }
    const double u = m_done / m_stride;
    return m_from + (m_to - m_from) * (u * u * (3.0 - 2.0 * u));
}

Manner::Manner(std::uint64_t seed)
    : m_random(seed ^ 0x5EEDULL), m_seed(seed), m_strength(seed == Model ? 0.0 : 1.0),
      m_x(seed ^ 0x11ULL, 7.0), m_z(seed ^ 0x22ULL, 8.5), m_yaw(seed ^ 0x33ULL, 26.0),
      m_pitch(seed ^ 0x44ULL, 33.0)
{
    beginSection();
}

void Manner::beginSection()
{
    m_gain = m_random.between(-MostGain, MostGain);
    if (m_gain * m_lead > 0.0)
        m_gain = -m_gain;
    m_pace = 1.0 + m_strength * m_gain;
}

glm::dvec3 Manner::aside(double metres, bool narrow)
{
    const double most = Widening * metres;
    m_width += std::clamp((narrow ? NarrowWidth : BroadWidth) - m_width, -most, most);
    const double width = m_strength * m_width;
    const double x = m_x.after(metres);
    const double z = m_z.after(metres);
    return {x * width, 0.0, z * width};
}

glm::dvec2 Manner::tick()
{
    m_lead += m_gain;
    const double yaw = m_yaw.after(1.0);
    const double pitch = m_pitch.after(1.0);
    return {yaw * MostYaw * m_strength, pitch * MostPitch * m_strength};
}

std::array<std::size_t, 2> Manner::misses() const
{
    constexpr std::array<std::array<std::size_t, 2>, 4> Pairs{{{3, 7}, {4, 6}, {7, 3}, {6, 4}}};
    return Pairs[m_seed % Pairs.size()];
}

} // namespace ghostline::recording::sample
