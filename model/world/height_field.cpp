// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/world/height_field.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

double HeightField::at(const glm::dvec2& place) const
{
    if (!valid() || !std::isfinite(place.x) || !std::isfinite(place.y))
        return 0.0;
    const double x = std::clamp((place.x - corner.x) / cell, 0.0, static_cast<double>(columns - 1));
    const double z = std::clamp((place.y - corner.y) / cell, 0.0, static_cast<double>(rows - 1));
    const int column = std::min(static_cast<int>(x), columns - 2);
    const int row = std::min(static_cast<int>(z), rows - 2);
    const auto height = [this](int c, int r) {
        return static_cast<double>(heights[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) +
                                           static_cast<std::size_t>(c)]);
    };
    const double u = x - column, v = z - row;
    return glm::mix(glm::mix(height(column, row), height(column + 1, row), u),
                    glm::mix(height(column, row + 1), height(column + 1, row + 1), u), v);
}

} // namespace ghostline::model
