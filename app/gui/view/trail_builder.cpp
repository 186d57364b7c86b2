// SPDX-License-Identifier: GPL-3.0-or-later
// A sliding window of samples and the lines through them.
#include "app/gui/view/trail_builder.h"

#include "model/replay/team_of.h"
#include "render/base/crowd.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::app {

namespace {

/// Faster than anything that leaves a trail: two samples further apart are a jump, not a path.
constexpr double FastestMetresPerSecond = 500.0;
/// A trail shorter than this is a dot under a standing actor.
constexpr double ShortestMetres = 0.5;

bool leavesTrail(const model::ActorInfo* actor)
{
    return actor != nullptr && !actor->background && actor->shape != model::ActorShape::None &&
           actor->kind != model::ActorKind::TrafficLight && actor->kind != model::ActorKind::Sign &&
           actor->kind != model::ActorKind::Sensor && actor->kind != model::ActorKind::Camera;
}

/// The team an actor belongs to for the moment, as a trail's points keep it; -1 = none.
std::int8_t teamAt(const model::ReplayInfo& info, const model::WorldState& state, std::size_t row)
{
    constexpr std::size_t Most = 127;
    return static_cast<std::int8_t>(
        model::momentaryTeam(info.teamProperty, std::min(info.teams.size(), Most), state, row));
}

/// Who belongs to no team for good changes hands: its trail says who had it.
bool changesHands(const model::ReplayInfo& info, const model::ActorInfo& actor)
{
    return info.teamProperty && actor.team < 0 && (actor.focus || actor.shape == model::ActorShape::Disc);
}

void append(std::vector<glm::dvec3>& points, const glm::dvec3& next, bool jumped, double longest,
            double& length)
{
    if (!points.empty() && !std::isnan(points.back().x)) {
        const double distance = glm::distance(points.back(), next);
        if (jumped || distance > longest)
            points.push_back(render::TrailBreak);
        else
            length += distance;
    }
    points.push_back(next);
}

} // namespace

void TrailBuilder::findJumps(model::StateReader& reader, model::FrameNumber from, model::FrameNumber to,
                             std::vector<model::ActorId>& jumped)
{
    jumped.clear();
    // A step of more frames than this is no path to follow tick by tick anyway.
    constexpr model::FrameNumber MostFrames = 16;
    for (model::FrameNumber frame = std::max(from, to - MostFrames) + 1; frame <= to; ++frame) {
        if (!reader.trySample({frame, 0.0}, model::SamplePolicy::Hold, m_scratch))
            continue;
        for (std::size_t row = 0; row < m_scratch.size(); ++row) {
            if ((m_scratch.flags[row] & model::Discontinuity) != 0)
                jumped.push_back(m_scratch.ids[row]);
        }
    }
    std::sort(jumped.begin(), jumped.end());
}

void TrailBuilder::fill(model::StateReader& reader, const model::TimeAxis& axis,
                        const model::ReplayInfo& info, std::int64_t first, std::int64_t last)
{
    while (!m_samples.empty() && m_samples.front().slot < first)
        m_samples.pop_front();
    while (!m_samples.empty() && m_samples.back().slot > last)
        m_samples.pop_back();
    if (m_samples.empty())
        m_samples.push_back({.slot = last});
    while (m_samples.front().slot > first)
        m_samples.push_front({.slot = m_samples.front().slot - 1});
    while (m_samples.back().slot < last)
        m_samples.push_back({.slot = m_samples.back().slot + 1});

    for (Sample& sample : m_samples) {
        if (sample.known)
            continue;
        const model::FrameTime at = axis.at(model::Micros{sample.slot * m_stepUs});
        if (!reader.trySample(at, model::SamplePolicy::Interpolate, m_scratch))
            continue;
        sample.known = true;
        sample.ids = m_scratch.ids;
        sample.positions = m_scratch.positions;
        sample.flags = m_scratch.flags;
        if (info.teamProperty) {
            sample.teams.resize(m_scratch.size());
            for (std::size_t row = 0; row < m_scratch.size(); ++row)
                sample.teams[row] = teamAt(info, m_scratch, row);
        }
        findJumps(reader, axis.frameAt(model::Micros{(sample.slot - 1) * m_stepUs}), at.frame, sample.jumped);
    }
}

std::vector<render::Trail> TrailBuilder::build(model::StateReader& reader, const model::TimeAxis& axis,
                                               const model::ReplayInfo& info, const model::WorldState& now,
                                               double seconds, const QSet<quint32>& hidden,
                                               std::span<const model::ActorId> chosen)
{
    std::vector<render::Trail> trails;
    if (seconds <= 0.0 || now.size() == 0 || axis.empty())
        return trails;
    const auto step = std::max<std::int64_t>(1, static_cast<std::int64_t>(seconds * 1e6) / (Points - 1));
    if (step != m_stepUs)
        clear();
    m_stepUs = step;
    const std::int64_t nowUs = now.time.count();
    const std::int64_t last = nowUs > 0 ? (nowUs - 1) / step : 0;
    fill(reader, axis, info, std::max<std::int64_t>(0, last - (Points - 2)), last);

    findJumps(reader, axis.frameAt(model::Micros{last * step}), now.at.frame, m_jumpedNow);

    const auto has = [](const std::vector<model::ActorId>& ids, model::ActorId id) {
        return std::binary_search(ids.begin(), ids.end(), id);
    };
    const double longest = FastestMetresPerSecond * static_cast<double>(step) * 1e-6;
    const bool crowd = render::isCrowd(info);
    for (std::size_t row = 0; row < now.size() && trails.size() < MaxActors; ++row) {
        const model::ActorId id = now.ids[row];
        if ((now.flags[row] & model::Hidden) != 0 || hidden.contains(model::index(id)) ||
            !leavesTrail(info.actor(id)))
            continue;
        if (crowd && !info.actor(id)->principal && !std::binary_search(chosen.begin(), chosen.end(), id))
            continue;
        render::Trail trail{.actor = id, .points = {}};
        const bool byTeam = changesHands(info, *info.actor(id));
        const auto tell = [&trail, byTeam](std::int8_t team) {
            if (byTeam)
                trail.teams.resize(trail.points.size(), team);
        };
        double length = 0.0;
        for (const Sample& sample : m_samples) {
            const auto found = std::lower_bound(sample.ids.begin(), sample.ids.end(), id);
            const auto i = static_cast<std::size_t>(found - sample.ids.begin());
            const bool there =
                found != sample.ids.end() && *found == id && (sample.flags[i] & model::Hidden) == 0;
            if (there) {
                append(trail.points, sample.positions[i], has(sample.jumped, id), longest, length);
                tell(i < sample.teams.size() ? sample.teams[i] : std::int8_t{-1});
            } else if (!trail.points.empty() && !std::isnan(trail.points.back().x))
                trail.points.push_back(render::TrailBreak);
        }
        append(trail.points, now.positions[row], has(m_jumpedNow, id), longest, length);
        tell(teamAt(info, now, row));
        if (length >= ShortestMetres)
            trails.push_back(std::move(trail));
    }
    return trails;
}

} // namespace ghostline::app
