// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Projects one run onto a course, frame by frame.
#include "model/compare/course_private.h"

#include <optional>

namespace ghostline::model {

/// A run's position projected onto the course. NaN = there is no valid projection.
struct Projected
{
    double metres;
    double distance;
    std::size_t segment = 0; ///< of the path; only with a valid projection
};

/// Refers to the course, which must outlive it.
class Projection
{
public:
    explicit Projection(const Course::Private& course) : m_course(course) {}

    /// Begins at the start of the course, which decides when several places of the path are near.
    void beginAtStart() { m_last = 0.0; }
    /// The next frame of a run, in which it is searched for in a section, or in none.
    Projected follow(const RunTrack& run, FrameNumber frame, std::optional<std::size_t> section);

private:
    std::optional<PathProjection> projectOnSection(const glm::dvec3& place, std::size_t first,
                                                   std::size_t end);
    std::optional<PathProjection> projectOnPoint(const glm::dvec3& place, std::size_t point) const;
    std::optional<PathProjection> projectNearLast(const glm::dvec3& place, std::size_t first,
                                                  std::size_t end);
    std::size_t slide(std::size_t segment, double metres) const;

    const Course::Private& m_course;
    std::optional<double> m_last; ///< metres of the last projection; nothing = search everywhere
    double m_travelled = 0.0;     ///< metres that the run went since
    std::size_t m_low = 0;        ///< first and last segment near the last projection
    std::size_t m_high = 0;
};

} // namespace ghostline::model
