// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Spatial index of a path: finds the nearest point among a range of its segments, by a hierarchy of bounding
// boxes.
#include "model/base/time_types.h"

#include <glm/glm.hpp>
#include <limits>
#include <optional>
#include <vector>

namespace ghostline::model {

/// The reference at one of its frames.
struct PathPoint
{
    glm::dvec3 position{0.0};
    double metres = 0.0;  ///< from the start of the path
    double seconds = 0.0; ///< of the run
    FrameNumber frame = 0;
    bool begins = false; ///< a piece begins here: no segment leads here from the point before
};

/// A point projected onto segment n, which leads from point n to point n + 1.
struct PathProjection
{
    std::size_t segment = 0;
    double fraction = 0.0; ///< 0 to 1
    double squared = 0.0;  ///< distance from the path, square metres
};

/// The point of a segment that is nearest to `p`.
PathProjection projectOnSegment(const std::vector<PathPoint>& points, std::size_t segment,
                                const glm::dvec3& p);

/// Refers to the points, which must outlive it unmoved.
class PathIndex
{
public:
    explicit PathIndex(const std::vector<PathPoint>& points);

    /// Among segments [first, end), no further away than `limit` metres. O(log n), unless the whole path is
    /// equally near.
    std::optional<PathProjection> nearest(const glm::dvec3& p, std::size_t first, std::size_t end,
                                          double limit) const;

private:
    struct Box
    {
        glm::dvec3 low{std::numeric_limits<double>::infinity()};
        glm::dvec3 high{-std::numeric_limits<double>::infinity()};
        void add(const glm::dvec3& p);
        double squaredTo(const glm::dvec3& p) const;
    };
    struct Search;
    void descend(std::size_t node, Search& search) const;
    void look(std::size_t leaf, Search& search) const;

    const std::vector<PathPoint>* m_points;
    std::size_t m_leaves = 0;
    std::vector<Box> m_boxes; ///< a binary heap: 1 is the root, from m_leaves on the leaves
};

} // namespace ghostline::model
