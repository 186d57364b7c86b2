// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/course_private.h"
#include "model/compare/projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::model {

namespace {

/// Nearer to an end of the way than what rounding makes of it.
constexpr double EndTolerance = 1e-6;
/// Standing still: no further than this from where the stop began, for so long.
constexpr double StillRadius = 0.1;   // metres
constexpr double StillSeconds = 0.25; // a turn on the spot takes less

} // namespace

Course::Private::Private(std::shared_ptr<const RunTrack> track)
    : reference(std::move(track)), way(wayOf(*reference)), tree(way.points)
{
    findPieces();
    findStops();
    projectAbandoned();
}

void Course::Private::findPieces()
{
    for (const WayPoint& point : way.points) {
        if (point.begins)
            pieceEnds.push_back(point.metres);
    }
    if (!way.points.empty())
        pieceEnds.push_back(way.points.back().metres);
}

void Course::Private::findStops()
{
    const std::vector<WayPoint>& points = way.points;
    for (std::size_t i = 0; i < points.size();) {
        std::size_t end = i + 1;
        while (end < points.size() && !points[end].begins &&
               glm::distance(points[end].place, points[i].place) <= StillRadius)
            ++end;
        if (points[end - 1].seconds - points[i].seconds < StillSeconds) {
            ++i;
            continue;
        }
        const double low = points[i].metres - SectionEndLimit;
        const double high = points[end - 1].metres + SectionEndLimit;
        if (stoodStill.empty() || stoodStill.back().high < low)
            stoodStill.push_back({low, high});
        else
            stoodStill.back().high = high;
        i = end;
    }
}

/// What was gone in vain is no way; it leads along the one that was gone later, or nowhere.
void Course::Private::projectAbandoned()
{
    for (const FrameRange& attempt : way.abandoned) {
        Projection projection(*this);
        for (FrameNumber f = attempt.first; f < attempt.end; ++f) {
            const auto taken = std::partition_point(
                reference->checkpoints.begin(), reference->checkpoints.end(),
                [f](const CheckpointTaken& checkpoint) { return checkpoint.frame <= f; });
            const auto section = static_cast<std::size_t>(taken - reference->checkpoints.begin());
            way.metresByFrame[static_cast<std::size_t>(f - reference->start)] =
                projection.follow(*reference, f, section).metres;
        }
    }
}

double Course::Private::metresOf(const WayFoot& foot) const
{
    const double from = way.points[foot.segment].metres;
    return from + foot.fraction * (way.points[foot.segment + 1].metres - from);
}

double Course::Private::secondsAt(std::size_t segment, double metres) const
{
    const std::vector<WayPoint>& points = way.points;
    const auto goesOn = [&] { return segment + 1 < points.size() && !points[segment + 1].begins; };
    while (goesOn() && points[segment + 1].metres <= metres)
        ++segment;
    const WayPoint& from = points[segment];
    if (!goesOn() || metres <= from.metres)
        return from.seconds;
    const WayPoint& to = points[segment + 1];
    return from.seconds + (metres - from.metres) / (to.metres - from.metres) * (to.seconds - from.seconds);
}

bool Course::Private::stoodStillAt(double metres) const
{
    const auto after =
        std::partition_point(stoodStill.begin(), stoodStill.end(),
                             [metres](const ProgressStretch& stop) { return stop.high < metres; });
    return after != stoodStill.end() && after->low <= metres;
}

bool Course::Private::endsAt(double metres, std::size_t section) const
{
    const auto isAt = [metres](double end) { return std::abs(metres - end) <= EndTolerance; };
    if (isAt(way.points[way.cuts[section]].metres) || isAt(way.points[way.cuts[section + 1]].metres))
        return true;
    const auto end = std::lower_bound(pieceEnds.begin(), pieceEnds.end(), metres - EndTolerance);
    return end != pieceEnds.end() && isAt(*end);
}

std::pair<std::size_t, double> Course::Private::find(double metres) const
{
    const std::vector<WayPoint>& points = way.points;
    const auto after = std::partition_point(
        points.begin(), points.end(), [metres](const WayPoint& point) { return point.metres <= metres; });
    if (after == points.begin())
        return {0, 0.0};
    const auto i = static_cast<std::size_t>(after - points.begin()) - 1;
    if (after == points.end())
        return {i, 0.0};
    return {i, (metres - points[i].metres) / (points[i + 1].metres - points[i].metres)};
}

Course::Course(std::shared_ptr<const RunTrack> reference)
    : d(std::make_unique<const Private>(std::move(reference)))
{
}

Course::~Course() = default;
Course::Course(Course&&) noexcept = default;
Course& Course::operator=(Course&&) noexcept = default;

const RunTrack& Course::reference() const { return *d->reference; }

double Course::length() const { return d->way.points.empty() ? 0.0 : d->way.points.back().metres; }

double Course::metresAt(FrameTime at) const
{
    const std::vector<double>& metres = d->way.metresByFrame;
    if (metres.empty() || at.frame < d->reference->start)
        return 0.0;
    const auto i = static_cast<std::size_t>(at.frame - d->reference->start);
    if (i + 1 >= metres.size())
        return metres.back();
    // Where the next frame is further back a reset lies between: still before it.
    const bool onward = metres[i + 1] > metres[i];
    return onward ? metres[i] + at.fraction * (metres[i + 1] - metres[i]) : metres[i];
}

FrameTime Course::timeAt(double metres) const
{
    if (d->way.points.empty())
        return {d->reference->start, 0.0};
    const auto [point, fraction] = d->find(metres);
    return {d->way.points[point].frame, fraction};
}

glm::dvec3 Course::placeAt(double metres) const
{
    const std::vector<WayPoint>& points = d->way.points;
    if (points.empty())
        return glm::dvec3{std::numeric_limits<double>::quiet_NaN()};
    const auto [point, fraction] = d->find(metres);
    return fraction > 0.0 ? glm::mix(points[point].place, points[point + 1].place, fraction)
                          : points[point].place;
}

bool Course::stoodStillAt(double metres) const { return d->stoodStillAt(metres); }

} // namespace ghostline::model
