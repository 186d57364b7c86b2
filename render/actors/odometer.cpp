// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/odometer.h"

#include "model/base/numbers.h"

#include <cmath>

namespace ghostline::render {

void Odometer::advance(const model::WorldState& state)
{
    constexpr double LongestPause = 1.0; // seconds; whoever comes back after more has been elsewhere
    constexpr double Fastest = 120.0;    // m/s; faster is a jump
    constexpr double Shake = 0.5;        // metres that do not count as one
    for (std::size_t row = 0; row < state.size(); ++row) {
        const std::uint32_t actor = model::index(state.ids[row]);
        if (actor >= m_readings.size() || !model::finite(state.positions[row]))
            continue;
        Reading& reading = m_readings[actor];
        const double seconds = std::abs(model::seconds(state.time - reading.time));
        const glm::dvec3 way = state.positions[row] - reading.at;
        if (reading.known && seconds <= LongestPause &&
            glm::dot(way, way) <= std::pow(Fastest * seconds + Shake, 2.0)) {
            const glm::dvec3 ahead(state.orientations[row] * glm::vec3(0.0F, 0.0F, 1.0F));
            const double metres = glm::dot(way, ahead);
            reading.metres += std::isfinite(metres) ? metres : 0.0;
        }
        reading.at = state.positions[row];
        reading.time = state.time;
        reading.known = true;
    }
}

} // namespace ghostline::render
