// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/projection.h"

#include "model/base/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::model {

namespace {

/// Metres of the path on both sides of the last foot that are searched: as far as the foot may move at once
/// when a run cuts a right-angled corner within the limit. Whatever else of the path crosses here is further.
constexpr double Window = 2.0 * OffPathLimit;

} // namespace

Projected Projection::follow(const RunTrack& run, FrameNumber frame, std::optional<std::size_t> section)
{
    const auto i = static_cast<std::size_t>(frame);
    const bool moved = run.isAt(frame) && frame > run.start && run.jumped[i];
    if (!run.isAt(frame) || moved || std::binary_search(run.resets.begin(), run.resets.end(), frame))
        m_last.reset();
    if (!run.isAt(frame))
        return {NoValue, NoValue};
    const glm::dvec3& place = run.positions[i];
    if (m_last && run.isAt(frame - 1))
        m_travelled += glm::distance(place, run.positions[i - 1]);
    if (!section)
        return {NoValue, NoValue};

    const std::size_t first = m_course.path.cuts[*section];
    const std::size_t end = m_course.path.cuts[*section + 1];
    const std::optional<PathProjection> projected =
        first < end ? projectOnSection(place, first, end) : projectOnPoint(place, end);
    if (!projected)
        return {NoValue, NoValue};
    const double metres = m_course.metresOf(*projected);
    m_last = metres;
    m_travelled = 0.0;
    const double distance = std::sqrt(projected->squared);
    const bool inside = projected->fraction > 0.0 && projected->fraction < 1.0;
    if (distance > SectionEndLimit && !inside && m_course.endsAt(metres, *section))
        return {NoValue, NoValue};
    return {metres, distance, projected->segment};
}

std::optional<PathProjection> Projection::projectOnSection(const glm::dvec3& place, std::size_t first,
                                                           std::size_t end)
{
    if (m_last) {
        if (const auto near = projectNearLast(place, first, end))
            return near;
    }
    const auto anywhere = m_course.index.nearest(place, first, end, OffPathLimit);
    if (anywhere)
        m_low = m_high = anywhere->segment;
    return anywhere;
}

/// A section without length, such as the one behind a checkpoint that is the finish, is one point.
std::optional<PathProjection> Projection::projectOnPoint(const glm::dvec3& place, std::size_t point) const
{
    if (point == 0)
        return std::nullopt;
    const glm::dvec3 off = place - m_course.path.points[point].position;
    const double squared = glm::dot(off, off);
    return squared <= SectionEndLimit * SectionEndLimit
               ? std::optional(PathProjection{point - 1, 1.0, squared})
               : std::nullopt;
}

/// Within a window around the last foot that grows with the way gone off the path: neither a crossing nor
/// another lap, be it nearer, is taken for the place of coming back.
std::optional<PathProjection> Projection::projectNearLast(const glm::dvec3& place, std::size_t first,
                                                          std::size_t end)
{
    m_low = slide(m_low, *m_last - Window - m_travelled);
    m_high = slide(m_high, *m_last + Window + m_travelled);
    return m_course.index.nearest(place, std::max(first, m_low), std::min(end, m_high + 1), OffPathLimit);
}

/// The segment that a place of the path lies on, from one nearby.
std::size_t Projection::slide(std::size_t segment, double metres) const
{
    const std::vector<PathPoint>& points = m_course.path.points;
    while (segment > 0 && points[segment].metres > metres)
        --segment;
    while (segment + 2 < points.size() && points[segment + 1].metres < metres)
        ++segment;
    return segment;
}

} // namespace ghostline::model
