// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Random numbers for made-up recordings, the same with every standard library (splitmix64).
#include <cstdint>
#include <glm/glm.hpp>

namespace ghostline::io {

class Random
{
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t next()
    {
        std::uint64_t z = (m_state += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    /// In [0, 1).
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    bool chance(double probability) { return unit() < probability; }
    /// In [0, count).
    int below(int count) { return static_cast<int>(next() % static_cast<std::uint64_t>(count)); }

private:
    std::uint64_t m_state;
};

/// A place in a box, its parts drawn one after the other (z, y, x): the order in which the arguments of a
/// call are evaluated is each compiler's own, and a seed must give the same match everywhere.
inline glm::dvec3 within(Random& random, const glm::dvec3& low, const glm::dvec3& high)
{
    glm::dvec3 place;
    for (int axis = 2; axis >= 0; --axis)
        place[axis] = random.between(low[axis], high[axis]);
    return place;
}

} // namespace ghostline::io
