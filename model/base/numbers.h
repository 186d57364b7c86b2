// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small arithmetic that every layer needs: no value, finite places, medians.
#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <limits>
#include <vector>

namespace ghostline::model {

/// In place of a number where none is known; it compares unequal to everything, itself included.
inline constexpr double NoValue = std::numeric_limits<double>::quiet_NaN();

inline bool finite(const glm::vec3& v)
{
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
inline bool finite(const glm::dvec3& v)
{
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The upper one of the two middle values where there is an even number. Reorders `values`, which must not be
/// empty.
inline double median(std::vector<double>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace ghostline::model
