// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::model {

namespace {

/// Metres of the way on both sides of the last foot that are searched: as far as the foot may move at once
/// when a run cuts a right-angled corner within the limit. Whatever else of the way crosses here is further.
constexpr double Window = 2.0 * OffPathLimit;

constexpr double Nothing = std::numeric_limits<double>::quiet_NaN();

} // namespace

Projected Projection::follow(const RunTrack& run, FrameNumber frame, std::optional<std::size_t> section)
{
    const auto i = static_cast<std::size_t>(frame);
    const bool moved = run.isAt(frame) && frame > run.start && run.jumped[i];
    if (!run.isAt(frame) || moved || std::binary_search(run.resets.begin(), run.resets.end(), frame))
        m_foot.reset();
    if (!run.isAt(frame))
        return {Nothing, Nothing};
    const glm::dvec3& place = run.places[i];
    if (m_foot && run.isAt(frame - 1))
        m_gone += glm::distance(place, run.places[i - 1]);
    if (!section)
        return {Nothing, Nothing};

    const std::size_t first = m_course.way.cuts[*section];
    const std::size_t end = m_course.way.cuts[*section + 1];
    const std::optional<WayFoot> foot = first < end ? footIn(place, first, end) : footAt(place, end);
    if (!foot)
        return {Nothing, Nothing};
    const double metres = m_course.metresOf(*foot);
    m_foot = metres;
    m_gone = 0.0;
    const double distance = std::sqrt(foot->squared);
    const bool inside = foot->fraction > 0.0 && foot->fraction < 1.0;
    if (distance > SectionEndLimit && !inside && m_course.endsAt(metres, *section))
        return {Nothing, Nothing};
    return {metres, distance, foot->segment};
}

std::optional<WayFoot> Projection::footIn(const glm::dvec3& place, std::size_t first, std::size_t end)
{
    if (m_foot) {
        if (const auto near = nearFoot(place, first, end))
            return near;
    }
    const auto anywhere = m_course.tree.nearest(place, first, end, OffPathLimit);
    if (anywhere)
        m_low = m_high = anywhere->segment;
    return anywhere;
}

/// A section without length, such as the one behind a checkpoint that is the finish, is one point.
std::optional<WayFoot> Projection::footAt(const glm::dvec3& place, std::size_t point) const
{
    if (point == 0)
        return std::nullopt;
    const glm::dvec3 off = place - m_course.way.points[point].place;
    const double squared = glm::dot(off, off);
    return squared <= SectionEndLimit * SectionEndLimit ? std::optional(WayFoot{point - 1, 1.0, squared})
                                                        : std::nullopt;
}

/// Within a window around the last foot that grows with the way gone off the path: neither a crossing nor
/// another lap, be it nearer, is taken for the place of coming back.
std::optional<WayFoot> Projection::nearFoot(const glm::dvec3& place, std::size_t first, std::size_t end)
{
    m_low = slide(m_low, *m_foot - Window - m_gone);
    m_high = slide(m_high, *m_foot + Window + m_gone);
    return m_course.tree.nearest(place, std::max(first, m_low), std::min(end, m_high + 1), OffPathLimit);
}

/// The segment that a place of the way lies on, from one nearby.
std::size_t Projection::slide(std::size_t segment, double metres) const
{
    const std::vector<WayPoint>& points = m_course.way.points;
    while (segment > 0 && points[segment].metres > metres)
        --segment;
    while (segment + 2 < points.size() && points[segment + 1].metres < metres)
        ++segment;
    return segment;
}

} // namespace ghostline::model
