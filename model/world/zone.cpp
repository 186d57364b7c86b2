// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/world/zone.h"

#include <cmath>

namespace ghostline::model {

namespace {

/// Twice the signed area of a polygon, in square metres.
double doubleArea(const std::vector<glm::dvec2>& corners)
{
    double area = 0.0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const glm::dvec2& a = corners[i];
        const glm::dvec2& b = corners[(i + 1) % corners.size()];
        area += a.x * b.y - b.x * a.y;
    }
    return area;
}

/// By the parity of the edges that a ray toward +X crosses; each edge owns its lower end.
bool insidePolygon(const std::vector<glm::dvec2>& corners, glm::dvec2 at)
{
    bool inside = false;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const glm::dvec2& a = corners[i];
        const glm::dvec2& b = corners[(i + 1) % corners.size()];
        if ((a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}

} // namespace

bool Zone::valid() const
{
    if (std::isnan(bottom) || std::isnan(top) || !(bottom < top))
        return false;
    if (circle())
        return std::isfinite(centre.x) && std::isfinite(centre.y) && std::isfinite(radius) && radius > 0.0;
    const double area = doubleArea(corners);
    return corners.size() >= 3 && std::isfinite(area) && area != 0.0;
}

bool Zone::contains(const glm::dvec3& place) const
{
    if (!(place.y >= bottom && place.y <= top))
        return false;
    const glm::dvec2 at(place.x, place.z);
    return circle() ? glm::distance(at, centre) <= radius : insidePolygon(corners, at);
}

glm::dvec2 Zone::middle() const
{
    if (circle())
        return centre;
    glm::dvec2 sum(0.0);
    for (const glm::dvec2& corner : corners)
        sum += corner;
    return sum / static_cast<double>(corners.size());
}

} // namespace ghostline::model
