// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/motion_step.h"

#include "model/replay/replay_info.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::model {

namespace {

/// Whoever has left the water or a vehicle keeps its speed for about as long.
constexpr Micros UnboundAfter{2'000'000};
/// What a line has held back arrives within so many frames, however long it was stuck.
constexpr int MostCatchUp = 15;
/// In seconds; after that, servers take somebody for gone.
constexpr double LongestStuck = 3.0;

} // namespace

MotionReader::MotionReader(const ReplayInfo& info, ActorId actor)
    : m_info(info), m_actor(actor), m_lookingBone(lookingBone(info, actor)),
      m_unboundUntil(std::numeric_limits<Micros::rep>::min())
{
}

std::optional<MotionStep> MotionReader::next(FrameNumber frame, const WorldState* before,
                                             const WorldState& now)
{
    const Sighting last = std::exchange(m_last, Sighting{});
    const std::ptrdiff_t row = now.row(m_actor);
    if (row < 0 || now.provenance[static_cast<std::size_t>(row)] != Provenance::Exact)
        return std::nullopt;
    m_last = sightingOf(now, m_actor, m_lookingBone);
    if (!m_last.there || !finite(m_last.place))
        return std::nullopt;
    MotionStep step;
    step.frame = frame;
    step.time = now.time;
    step.state = &now;
    step.row = static_cast<std::size_t>(row);
    step.place = m_last.place;
    step.yaw = m_last.yaw;
    step.pitch = m_last.pitch;
    step.moved = m_last.jumped;
    if (isUnbound(now, step.row))
        m_unboundUntil = now.time + UnboundAfter;
    step.unbound = now.time < m_unboundUntil;
    step.sneaking =
        m_info.motion && now.value(step.row, m_info.motion->sneaking) == PropertyValue::boolean(true);
    if (before == nullptr || !last.there || step.moved || now.time <= last.time) {
        m_stillFrames = m_catchUpFrames = 0;
        m_stillSeconds = 0.0;
        return step;
    }
    step.first = false;
    step.seconds = seconds(now.time - last.time);
    step.way = m_last.place - last.place;
    step.level = std::hypot(step.way.x, step.way.z);
    const double turn = std::remainder(m_last.yaw - last.yaw, 360.0);
    const double nod = m_last.pitch - last.pitch;
    step.turn = std::isfinite(turn) ? turn : 0.0;
    step.nod = std::isfinite(nod) ? nod : 0.0;
    readLine(step);
    return step;
}

/// A line that is stuck shows nothing at all, and then more than there was time for.
void MotionReader::readLine(MotionStep& step)
{
    step.still = step.way == glm::dvec3(0.0) && step.turn == 0.0 && step.nod == 0.0;
    if (step.still) {
        ++m_stillFrames;
        m_stillSeconds = std::min(m_stillSeconds + step.seconds, LongestStuck);
        m_catchUpFrames = std::min(m_stillFrames + 1, MostCatchUp);
        return;
    }
    m_stillFrames = 0;
    step.catchUp = m_catchUpFrames > 0;
    step.heldBack = step.catchUp ? m_stillSeconds : 0.0;
    if (m_catchUpFrames <= 1)
        m_stillSeconds = 0.0;
    m_catchUpFrames = std::max(0, m_catchUpFrames - 1);
}

bool MotionReader::isUnbound(const WorldState& state, std::size_t row) const
{
    if (!m_info.motion)
        return false;
    const MotionRules& rules = *m_info.motion;
    const auto holds = [&](ActorPropertyId id) {
        return state.value(row, id) == PropertyValue::boolean(true);
    };
    if (std::ranges::any_of(rules.unbound, holds))
        return true;
    const PropertyValue pose = state.value(row, rules.pose);
    return !pose.absent() &&
           std::ranges::find(rules.unboundPoses, pose.asInteger()) != rules.unboundPoses.end();
}

} // namespace ghostline::model
