// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The nearest place of a long way, within a stretch of it: boxes around ever longer stretches.
#include "model/time_types.h"

#include <glm/glm.hpp>
#include <limits>
#include <optional>
#include <vector>

namespace ghostline::model {

/// The reference at one of its frames.
struct WayPoint
{
    glm::dvec3 place{0.0};
    double metres = 0.0;  ///< from the start of the way
    double seconds = 0.0; ///< of the run
    FrameNumber frame = 0;
    bool begins = false; ///< a piece begins here: the way from the point before was not passed
};

/// A place on segment n, which leads from point n to point n + 1.
struct WayFoot
{
    std::size_t segment = 0;
    double fraction = 0.0; ///< 0 to 1
    double squared = 0.0;  ///< of its distance, square metres
};

/// The place of a segment that is nearest to `p`.
WayFoot footOn(const std::vector<WayPoint>& points, std::size_t segment, const glm::dvec3& p);

/// Refers to the points, which must outlive it unmoved.
class WayTree
{
public:
    explicit WayTree(const std::vector<WayPoint>& points);

    /// Among segments [first, end), no further away than `limit` metres. O(log n) for a way that is not
    /// everywhere equally near.
    std::optional<WayFoot> nearest(const glm::dvec3& p, std::size_t first, std::size_t end,
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

    const std::vector<WayPoint>* m_points;
    std::size_t m_leaves = 0;
    std::vector<Box> m_boxes; ///< a binary heap: 1 is the root, from m_leaves on the leaves
};

} // namespace ghostline::model
