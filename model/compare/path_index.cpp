// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/path_index.h"

#include <algorithm>

namespace ghostline::model {

namespace {

/// Segments of a leaf: few enough to look at each, many enough that boxes do not cost more than they spare.
constexpr std::size_t LeafSize = 8;

} // namespace

struct PathIndex::Search
{
    glm::dvec3 position{0.0};
    std::size_t first = 0;
    std::size_t end = 0;
    double limit = 0.0; ///< squared
    std::optional<PathProjection> best{};

    /// Whether something that near would be an improvement.
    bool wants(double squared) const { return best ? squared < best->squared : squared <= limit; }
};

PathProjection projectOnSegment(const std::vector<PathPoint>& points, std::size_t segment,
                                const glm::dvec3& p)
{
    const glm::dvec3& from = points[segment].position;
    const glm::dvec3 along = points[segment + 1].position - from;
    const glm::dvec3 off = p - from;
    const double length = glm::dot(along, along);
    const double fraction = length > 0.0 ? std::clamp(glm::dot(off, along) / length, 0.0, 1.0) : 0.0;
    const glm::dvec3 left = off - fraction * along;
    return {segment, fraction, glm::dot(left, left)};
}

void PathIndex::Box::add(const glm::dvec3& p)
{
    low = glm::min(low, p);
    high = glm::max(high, p);
}

double PathIndex::Box::squaredTo(const glm::dvec3& p) const
{
    const glm::dvec3 outside = glm::max(glm::max(low - p, p - high), glm::dvec3{0.0});
    return glm::dot(outside, outside);
}

PathIndex::PathIndex(const std::vector<PathPoint>& points) : m_points(&points)
{
    const std::size_t segments = points.empty() ? 0 : points.size() - 1;
    m_leaves = (segments + LeafSize - 1) / LeafSize;
    m_boxes.resize(2 * m_leaves);
    for (std::size_t s = 0; s < segments; ++s) {
        if (points[s + 1].begins)
            continue;
        Box& box = m_boxes[m_leaves + s / LeafSize];
        box.add(points[s].position);
        box.add(points[s + 1].position);
    }
    for (std::size_t node = m_leaves; node-- > 1;) {
        m_boxes[node] = m_boxes[2 * node];
        m_boxes[node].low = glm::min(m_boxes[node].low, m_boxes[2 * node + 1].low);
        m_boxes[node].high = glm::max(m_boxes[node].high, m_boxes[2 * node + 1].high);
    }
}

std::optional<PathProjection> PathIndex::nearest(const glm::dvec3& p, std::size_t first, std::size_t end,
                                                 double limit) const
{
    Search search{p, first, end, limit * limit};
    if (first >= end)
        return std::nullopt;
    // The fewest nodes that cover the leaves of the stretch.
    std::size_t low = m_leaves + first / LeafSize;
    std::size_t high = m_leaves + (end - 1) / LeafSize + 1;
    for (; low < high; low /= 2, high /= 2) {
        if (low % 2 == 1)
            descend(low++, search);
        if (high % 2 == 1)
            descend(--high, search);
    }
    return search.best;
}

void PathIndex::descend(std::size_t node, Search& search) const
{
    if (!search.wants(m_boxes[node].squaredTo(search.position)))
        return;
    if (node >= m_leaves)
        return look(node - m_leaves, search);
    const std::size_t left = 2 * node;
    const bool leftFirst =
        m_boxes[left].squaredTo(search.position) <= m_boxes[left + 1].squaredTo(search.position);
    descend(leftFirst ? left : left + 1, search);
    descend(leftFirst ? left + 1 : left, search);
}

void PathIndex::look(std::size_t leaf, Search& search) const
{
    const std::size_t first = std::max(leaf * LeafSize, search.first);
    const std::size_t end = std::min((leaf + 1) * LeafSize, search.end);
    for (std::size_t s = first; s < end; ++s) {
        if ((*m_points)[s + 1].begins)
            continue;
        const PathProjection projected = projectOnSegment(*m_points, s, search.position);
        if (search.wants(projected.squared))
            search.best = projected;
    }
}

} // namespace ghostline::model
