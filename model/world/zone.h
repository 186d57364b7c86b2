// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A named piece of ground that somebody marked: a polygon or a circle, at any height or between two.
#include "model/base/export.h"

#include <QString>

#include <glm/glm.hpp>
#include <limits>
#include <vector>

namespace ghostline::model {

struct Zone
{
    QString id;   ///< stable, unique among the zones of a map
    QString name; ///< for people
    /// x and z of a polygon's corners, in order; empty = the circle.
    std::vector<glm::dvec2> corners{};
    glm::dvec2 centre{0.0};
    double radius = 0.0; ///< metres
    double bottom = -std::numeric_limits<double>::infinity();
    double top = std::numeric_limits<double>::infinity();

    bool circle() const { return corners.empty(); }
    /// Has an area and finite numbers.
    GHOSTLINE_MODEL_EXPORT bool valid() const;
    /// A point on the edge may be inside or outside; it is inside exactly one of two zones that share the
    /// edge.
    GHOSTLINE_MODEL_EXPORT bool contains(const glm::dvec3& place) const;
    /// Where a name is written: x and z in the middle of what the zone covers.
    GHOSTLINE_MODEL_EXPORT glm::dvec2 middle() const;
    friend bool operator==(const Zone&, const Zone&) = default;
};

} // namespace ghostline::model
