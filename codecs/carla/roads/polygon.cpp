// SPDX-License-Identifier: GPL-3.0-or-later
// Ear clipping; outlines have a few corners, so the simple quadratic search is right.
#include "codecs/carla/roads/polygon.h"

#include <algorithm>
#include <numeric>

namespace ghostline::carla {

namespace {

double cross(const glm::dvec2& o, const glm::dvec2& a, const glm::dvec2& b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

bool inside(const glm::dvec2& p, const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c)
{
    return cross(a, b, p) >= 0.0 && cross(b, c, p) >= 0.0 && cross(c, a, p) >= 0.0;
}

double area(std::span<const glm::dvec2> outline)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i)
        sum += cross(outline[0], outline[i], outline[(i + 1) % outline.size()]);
    return sum;
}

} // namespace

std::vector<std::uint32_t> triangulate(std::span<const glm::dvec2> outline)
{
    std::vector<std::uint32_t> triangles;
    if (outline.size() < 3)
        return triangles;
    std::vector<std::uint32_t> ring(outline.size());
    std::iota(ring.begin(), ring.end(), 0U);
    if (area(outline) < 0.0)
        std::reverse(ring.begin(), ring.end());
    const auto isEar = [&](std::size_t i) {
        const std::uint32_t a = ring[(i + ring.size() - 1) % ring.size()];
        const std::uint32_t b = ring[i];
        const std::uint32_t c = ring[(i + 1) % ring.size()];
        if (cross(outline[a], outline[b], outline[c]) <= 0.0)
            return false;
        return std::none_of(ring.begin(), ring.end(), [&](std::uint32_t p) {
            return p != a && p != b && p != c && inside(outline[p], outline[a], outline[b], outline[c]);
        });
    };
    while (ring.size() >= 3) {
        std::size_t ear = 0;
        while (ear < ring.size() && !isEar(ear))
            ++ear;
        if (ear == ring.size())
            break;
        const std::size_t n = ring.size();
        triangles.insert(triangles.end(), {ring[(ear + n - 1) % n], ring[ear], ring[(ear + 1) % n]});
        ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(ear));
    }
    return triangles;
}

} // namespace ghostline::carla
