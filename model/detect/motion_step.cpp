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
constexpr Micros CarriedAfter{500'000};
constexpr Micros RunsAfter{500'000};
/// What a line has held back arrives within so many frames, however long it was stuck.
constexpr int MostCatchUp = 60;
/// Metres in a frame, after which standing is no coming to rest.
constexpr double StopsAtOnce = 0.1;
constexpr int MostHeldBack = 20; ///< frames in which a jump may be what a line has held back
/// In seconds; after that, servers take somebody for gone.
constexpr double LongestStuck = 3.0;

} // namespace

bool isFreeFall(const MotionRules& rules, double before, double after)
{
    const double pull = rules.gravity * seconds(rules.tick);
    return std::abs(after - (before - pull) * rules.fallDrag) < 0.1 * pull;
}

MotionReader::MotionReader(const ReplayInfo& info, ActorId actor)
    : m_info(info), m_actor(actor), m_lookingBone(lookingBone(info, actor)),
      m_unboundUntil(std::numeric_limits<Micros::rep>::min()), m_carriedUntil(m_unboundUntil),
      m_runsUntil(m_unboundUntil)
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
    const bool told = m_info.motion && m_info.motion->tellsPlaced;
    step.moved = m_last.jumped && (!told || (now.flags[step.row] & Placed) != 0);
    readState(step);
    if (before == nullptr || !last.there || step.moved || now.time <= last.time) {
        m_stillFrames = m_heldBackFrames = 0; // what was held back goes on arriving
        m_stillSeconds = m_lastWay = 0.0;
        m_stuck = false;
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

/// A line that is stuck shows nothing at all, and then more than there was time for; there may be pauses in
/// what arrives.
void MotionReader::readLine(MotionStep& step)
{
    step.still = step.way == glm::dvec3(0.0) && step.turn == 0.0 && step.nod == 0.0;
    readStall(step);
    if (step.still) {
        ++m_stillFrames;
        m_catchUpFrames = std::max(m_catchUpFrames, std::min(2 * m_stillFrames + 1, MostCatchUp));
        return;
    }
    m_stillFrames = 0;
    step.catchUp = m_catchUpFrames > 0;
    m_catchUpFrames = std::max(0, m_catchUpFrames - 1);
}

/// Feet come to rest by and by. Whoever stands from one frame to the next, and looks on, may be stuck, too.
void MotionReader::readStall(MotionStep& step)
{
    const double way = glm::length(step.way);
    m_stuck = way == 0.0 && (step.still || m_stuck || m_lastWay > StopsAtOnce);
    m_lastWay = way;
    step.stuck = m_stuck && m_stillSeconds < LongestStuck;
    if (m_stuck) {
        m_stillSeconds = std::min(m_stillSeconds + step.seconds, LongestStuck);
        m_heldBackFrames = MostHeldBack;
        return;
    }
    step.heldBack = m_heldBackFrames > 0 ? m_stillSeconds : 0.0;
    m_heldBackFrames = std::max(0, m_heldBackFrames - 1);
    if (m_heldBackFrames == 0)
        m_stillSeconds = 0.0;
}

void MotionReader::readState(MotionStep& step)
{
    if (!m_info.motion)
        return;
    const MotionRules& rules = *m_info.motion;
    const auto holds = [&step](ActorPropertyId id) {
        return step.state->value(step.row, id) == PropertyValue::boolean(true);
    };
    const PropertyValue pose = step.state->value(step.row, rules.pose);
    const auto isOf = [pose](const std::vector<std::int64_t>& poses) {
        return !pose.absent() && std::ranges::find(poses, pose.asInteger()) != poses.end();
    };
    step.unboundNow = std::ranges::any_of(rules.unbound, holds) || isOf(rules.unboundPoses);
    if (step.unboundNow)
        m_unboundUntil = step.time + UnboundAfter;
    if (isOf(rules.carriedPoses))
        m_carriedUntil = step.time + CarriedAfter;
    step.unbound = step.time < m_unboundUntil;
    step.carried = step.time < m_carriedUntil;
    step.sneaking = holds(rules.sneaking);
    const PropertyValue runs = step.state->value(step.row, rules.sprinting);
    if (runs.absent() || runs.asBoolean())
        m_runsUntil = step.time + RunsAfter;
    step.walking = step.time >= m_runsUntil;
}

} // namespace ghostline::model
