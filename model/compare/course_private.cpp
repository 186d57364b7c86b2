// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/course_private.h"

#include "model/compare/projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::model {

namespace {

/// Nearer to an end of the path than what rounding makes of it.
constexpr double EndTolerance = 1e-6;
/// Standing still: no further than this from where the stop began, for so long.
constexpr double StillRadius = 0.1;   // metres
constexpr double StillSeconds = 0.25; // a turn on the spot takes less

/// Where the points stay in place for a while: stretches with a limit round them, those that meet joined.
std::vector<ProgressStretch> stopsOf(const std::vector<PathPoint>& points)
{
    std::vector<ProgressStretch> stops;
    for (std::size_t i = 0; i < points.size();) {
        std::size_t end = i + 1;
        while (end < points.size() && !points[end].begins &&
               glm::distance(points[end].position, points[i].position) <= StillRadius)
            ++end;
        if (points[end - 1].seconds - points[i].seconds < StillSeconds) {
            ++i;
            continue;
        }
        const auto [least, most] = std::minmax(points[i].metres, points[end - 1].metres);
        stops.push_back({least - SectionEndLimit, most + SectionEndLimit});
        i = end;
    }
    return stops;
}

/// Ascending, those that meet joined.
std::vector<ProgressStretch> joined(std::vector<ProgressStretch> stops)
{
    std::sort(stops.begin(), stops.end(),
              [](const ProgressStretch& a, const ProgressStretch& b) { return a.low < b.low; });
    std::vector<ProgressStretch> out;
    for (const ProgressStretch& stop : stops) {
        if (out.empty() || out.back().high < stop.low)
            out.push_back(stop);
        else
            out.back().high = std::max(out.back().high, stop.high);
    }
    return out;
}

bool isIn(const std::vector<ProgressStretch>& stops, double metres)
{
    const auto after = std::partition_point(
        stops.begin(), stops.end(), [metres](const ProgressStretch& stop) { return stop.high < metres; });
    return after != stops.end() && after->low <= metres;
}

} // namespace

std::optional<FrameTime> FailedWay::passOf(double metres) const
{
    for (std::size_t i = points.size(); i-- > 1;) {
        const PathPoint& from = points[i - 1];
        const PathPoint& to = points[i];
        if (to.begins || !(from.metres < metres && metres <= to.metres))
            continue;
        const double fraction = (metres - from.metres) / (to.metres - from.metres);
        return fraction < 1.0 ? FrameTime{from.frame, fraction} : FrameTime{to.frame, 0.0};
    }
    if (!points.empty() && beginsAt(points.front().metres, metres))
        return FrameTime{points.front().frame, 0.0};
    return std::nullopt;
}

Course::Private::Private(std::shared_ptr<const RunTrack> track)
    : reference(std::move(track)), path(pathOf(*reference)), index(path.points),
      stoodStill(joined(stopsOf(path.points))), attempts(attemptsOf(*reference))
{
    findPieces();
    projectAbandoned();
    failedWays.reserve(attempts.size());
    for (const Attempt& attempt : attempts)
        failedWays.push_back(attempt.failed ? failedWayOf(attempt) : FailedWay());
}

void Course::Private::findPieces()
{
    for (const PathPoint& point : path.points) {
        if (point.begins)
            pieceEnds.push_back(point.metres);
    }
    if (!path.points.empty())
        pieceEnds.push_back(path.points.back().metres);
}

/// What was gone in vain is no way; it leads along the one that was gone later, or nowhere.
void Course::Private::projectAbandoned()
{
    for (const FrameRange& attempt : path.abandoned) {
        Projection projection(*this);
        for (FrameNumber f = attempt.first; f < attempt.end; ++f) {
            const auto taken = std::partition_point(
                reference->checkpoints.begin(), reference->checkpoints.end(),
                [f](const CheckpointTaken& checkpoint) { return checkpoint.frame <= f; });
            const auto section = static_cast<std::size_t>(taken - reference->checkpoints.begin());
            path.metresByFrame[static_cast<std::size_t>(f - reference->start)] =
                projection.follow(*reference, f, section).metres;
        }
    }
}

/// After what was gone in vain has been projected.
FailedWay Course::Private::failedWayOf(const Attempt& attempt) const
{
    FailedWay way;
    way.points.reserve(static_cast<std::size_t>(attempt.frames.count()));
    bool broken = true;
    for (FrameNumber f = attempt.frames.first; f < attempt.frames.end; ++f) {
        const double metres = path.metresByFrame[static_cast<std::size_t>(f - reference->start)];
        if (!reference->isAt(f) || std::isnan(metres)) {
            broken = true;
            continue;
        }
        const auto i = static_cast<std::size_t>(f);
        way.points.push_back({reference->positions[i], metres, seconds(reference->runTime(f)), f,
                              broken || reference->jumped[i]});
        broken = false;
    }
    way.stoodStill = joined(stopsOf(way.points));
    return way;
}

double Course::Private::metresOf(const PathProjection& projected) const
{
    const double from = path.points[projected.segment].metres;
    return from + projected.fraction * (path.points[projected.segment + 1].metres - from);
}

double Course::Private::secondsAt(std::size_t segment, double metres) const
{
    const std::vector<PathPoint>& points = path.points;
    const auto goesOn = [&] { return segment + 1 < points.size() && !points[segment + 1].begins; };
    while (goesOn() && points[segment + 1].metres <= metres)
        ++segment;
    const PathPoint& from = points[segment];
    if (!goesOn() || metres <= from.metres)
        return from.seconds;
    const PathPoint& to = points[segment + 1];
    return from.seconds + (metres - from.metres) / (to.metres - from.metres) * (to.seconds - from.seconds);
}

bool Course::Private::stoodStillAt(double metres) const { return isIn(stoodStill, metres); }

bool Course::Private::endsAt(double metres, std::size_t section) const
{
    const auto isAt = [metres](double end) { return std::abs(metres - end) <= EndTolerance; };
    if (isAt(path.points[path.cuts[section]].metres) || isAt(path.points[path.cuts[section + 1]].metres))
        return true;
    const auto end = std::lower_bound(pieceEnds.begin(), pieceEnds.end(), metres - EndTolerance);
    return end != pieceEnds.end() && isAt(*end);
}

std::pair<std::size_t, double> Course::Private::find(double metres) const
{
    const std::vector<PathPoint>& points = path.points;
    const auto after = std::partition_point(
        points.begin(), points.end(), [metres](const PathPoint& point) { return point.metres <= metres; });
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

double Course::length() const { return d->path.points.empty() ? 0.0 : d->path.points.back().metres; }

double Course::metresAt(FrameTime at) const
{
    const std::vector<double>& metres = d->path.metresByFrame;
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
    if (d->path.points.empty())
        return {d->reference->start, 0.0};
    const auto [point, fraction] = d->find(metres);
    return {d->path.points[point].frame, fraction};
}

glm::dvec3 Course::positionAt(double metres) const
{
    const std::vector<PathPoint>& points = d->path.points;
    if (points.empty())
        return glm::dvec3{std::numeric_limits<double>::quiet_NaN()};
    const auto [point, fraction] = d->find(metres);
    return fraction > 0.0 ? glm::mix(points[point].position, points[point + 1].position, fraction)
                          : points[point].position;
}

bool Course::stoodStillAt(double metres) const { return d->stoodStillAt(metres); }

const Attempt* Course::failedAttemptAt(FrameNumber frame) const
{
    const Attempt* attempt = attemptAt(d->attempts, frame);
    return attempt != nullptr && attempt->failed ? attempt : nullptr;
}

std::optional<FailedPass> Course::failedPassLike(const Attempt& other, double metres) const
{
    const std::span<const Attempt> like = failedLike(d->attempts, other);
    for (const Attempt& attempt : like) {
        const FailedWay& way = d->failedWays[static_cast<std::size_t>(&attempt - d->attempts.data())];
        if (const auto at = way.passOf(metres))
            return FailedPass{*at, isIn(way.stoodStill, metres)};
    }
    return std::nullopt;
}

bool Course::stoodStillAt(double metres, const Attempt& failed) const
{
    return isIn(d->failedWays[static_cast<std::size_t>(&failed - d->attempts.data())].stoodStill, metres);
}

// A run's frames put together to a way: broken by jumps, cut back by resets.

namespace {

class PathBuilder
{
public:
    explicit PathBuilder(const RunTrack& track) : m_track(track), m_landings(landingsOf(track))
    {
        const auto frames =
            static_cast<std::size_t>(std::max<FrameNumber>(track.last() - track.start + 1, 0));
        m_path.points.reserve(frames);
        m_path.metresByFrame.reserve(frames);
        m_path.cuts.push_back(0);
    }

    Path build()
    {
        for (FrameNumber f = m_track.start; f <= m_track.last(); ++f)
            take(f);
        const std::size_t last = m_path.points.empty() ? 0 : m_path.points.size() - 1;
        m_path.cuts.resize(m_track.checkpoints.size() + 1, last);
        m_path.cuts.push_back(last);
        for (std::size_t& cut : m_path.cuts)
            cut = std::min(cut, last);
        return std::move(m_path);
    }

private:
    void take(FrameNumber frame)
    {
        while (m_path.cuts.size() <= m_track.checkpoints.size() &&
               m_track.checkpoints[m_path.cuts.size() - 1].frame <= frame)
            m_path.cuts.push_back(m_path.points.size());
        const bool landed = m_landing < m_landings.size() && m_landings[m_landing] <= frame;
        while (m_landing < m_landings.size() && m_landings[m_landing] <= frame)
            ++m_landing;
        if (!m_track.isAt(frame)) {
            m_broken = true;
        } else {
            const auto i = static_cast<std::size_t>(frame);
            if (landed)
                goBack(frame);
            add(frame, m_broken || landed || m_track.jumped[i]);
        }
        m_path.metresByFrame.push_back(m_metres);
    }

    void add(FrameNumber frame, bool begins)
    {
        const glm::dvec3& place = m_track.positions[static_cast<std::size_t>(frame)];
        begins = begins || m_path.points.empty();
        if (!begins)
            m_metres += glm::distance(m_path.points.back().position, place);
        m_path.points.push_back({place, m_metres, seconds(m_track.runTime(frame)), frame, begins});
        m_broken = false;
    }

    /// Takes back the way from where a reset put the runner. A place that the section never came by takes
    /// nothing back: it was a jump.
    void goBack(FrameNumber landing)
    {
        const std::size_t first = m_path.cuts.back();
        const auto projected = nearest(m_track.positions[static_cast<std::size_t>(landing)], first);
        if (!projected || projected->squared > OffPathLimit * OffPathLimit)
            return;
        const std::size_t kept = projected->segment + (projected->fraction > 0.5 ? 1 : 0);
        m_path.abandoned.push_back({m_path.points[kept].frame + 1, landing});
        m_path.points.resize(kept + 1);
        m_metres = m_path.points.back().metres;
    }

    std::optional<PathProjection> nearest(const glm::dvec3& place, std::size_t first) const
    {
        std::optional<PathProjection> best;
        for (std::size_t s = first; s + 1 < m_path.points.size(); ++s) {
            const PathProjection projected = projectOnSegment(m_path.points, s, place);
            if (!m_path.points[s + 1].begins && (!best || projected.squared < best->squared))
                best = projected;
        }
        return best;
    }

    const RunTrack& m_track;
    std::vector<FrameNumber> m_landings;
    std::size_t m_landing = 0; ///< the next one
    Path m_path;
    double m_metres = 0.0;
    bool m_broken = false;
};

} // namespace

Path pathOf(const RunTrack& track) { return PathBuilder(track).build(); }

} // namespace ghostline::model
