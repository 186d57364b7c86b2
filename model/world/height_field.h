// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Heights of the ground on a regular grid.
#include "model/base/export.h"

#include <glm/glm.hpp>
#include <vector>

namespace ghostline::model {

/// World axes, metres. Immutable once shared.
struct HeightField
{
    glm::dvec2 corner{0.0};     ///< x and z of the first height
    double cell = 1.0;          ///< metres from one height to the next, along x and along z
    int columns = 0;            ///< heights along x
    int rows = 0;               ///< heights along z
    std::vector<float> heights; ///< y, row by row; columns x rows of them

    bool valid() const
    {
        return columns > 1 && rows > 1 && cell > 0.0 &&
               heights.size() == static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    }
    /// Bilinear between the four heights around x and z; beyond the border that of the nearest place on it. 0
    /// when the field is not valid or the place not finite.
    GHOSTLINE_MODEL_EXPORT double at(const glm::dvec2& place) const;
};

} // namespace ghostline::model
