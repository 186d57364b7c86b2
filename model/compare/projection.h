// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Follows one run along a course, frame by frame.
#include "model/compare/course_private.h"

#include <optional>

namespace ghostline::model {

/// The foot of a run's place on the course. NaN = none that counts.
struct Projected
{
    double metres;
    double distance;
    std::size_t segment = 0; ///< of the way; only where there is a foot
};

/// Refers to the course, which must outlive it.
class Projection
{
public:
    explicit Projection(const Course::Private& course) : m_course(course) {}

    /// The run is at the course's start: of several places nearby, this is the one it is followed from.
    void beginAtStart() { m_foot = 0.0; }
    /// The next frame of a run, in which it is searched for in a section, or in none.
    Projected follow(const RunTrack& run, FrameNumber frame, std::optional<std::size_t> section);

private:
    std::optional<WayFoot> footIn(const glm::dvec3& place, std::size_t first, std::size_t end);
    std::optional<WayFoot> footAt(const glm::dvec3& place, std::size_t point) const;
    std::optional<WayFoot> nearFoot(const glm::dvec3& place, std::size_t first, std::size_t end);
    std::size_t slide(std::size_t segment, double metres) const;

    const Course::Private& m_course;
    std::optional<double> m_foot; ///< metres of the last one; nothing = anywhere
    double m_gone = 0.0;          ///< metres that the run went since
    std::size_t m_low = 0;        ///< first and last segment near the foot
    std::size_t m_high = 0;
};

} // namespace ghostline::model
