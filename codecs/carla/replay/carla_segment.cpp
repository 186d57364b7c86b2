// SPDX-License-Identifier: GPL-3.0-or-later
// Sampling: from columns to a world state, without allocating.
#include "codecs/carla/replay/carla_segment.h"

#include "codecs/carla/replay/properties.h"

#include <algorithm>

namespace ghostline::carla {

using model::FrameNumber;
using model::FrameTime;
using model::PropertyValue;
using model::Provenance;
using model::SamplePolicy;
using model::WorldState;

namespace {

PropertyValue lerp(float a, float b, double f)
{
    return PropertyValue::real(static_cast<double>(a) +
                               (static_cast<double>(b) - static_cast<double>(a)) * f);
}

/// The last change at or before a frame; null before the first.
template<typename T>
const T* changeAt(const std::vector<std::pair<FrameNumber, T>>& changes, FrameNumber frame)
{
    const auto after = std::upper_bound(changes.begin(), changes.end(), frame,
                                        [](FrameNumber f, const auto& change) { return f < change.first; });
    return after == changes.begin() ? nullptr : &std::prev(after)->second;
}

} // namespace

std::size_t CarlaSegment::bytes() const
{
    std::size_t sum = sizeof *this + m_times.capacity() * sizeof(model::Micros) +
                      m_columns.capacity() * sizeof(Column) + m_children.capacity() * 4 +
                      m_match.capacity() * sizeof(MatchCell) +
                      m_weather.capacity() * sizeof(std::array<float, 14>);
    for (const Column& column : m_columns)
        sum += column.doors.capacity() * 16 + column.full.capacity() * 24;
    for (const BoneTrack& track : m_bones)
        sum += sizeof track + track.poses.capacity() * sizeof(model::BonePose) + track.first.capacity() * 4;
    return sum + m_poses.bytes() + m_controls.bytes() + m_lamps.bytes() + m_walkers.bytes() + m_yaws.bytes() +
           m_lights.bytes() + m_wheels.bytes() + m_riders.bytes();
}

CarlaSegment::Instant CarlaSegment::instantOf(FrameTime at, SamplePolicy policy) const
{
    const FrameNumber last = m_base + static_cast<FrameNumber>(m_times.size()) - 1;
    Instant instant;
    instant.frame = std::clamp(at.frame, m_range.first, std::max(m_range.first, m_range.end - 1));
    instant.i = static_cast<std::size_t>(instant.frame - m_base);
    instant.between = at.fraction > 0.0 && instant.frame < last;
    if (instant.between && policy == SamplePolicy::Interpolate &&
        m_times[instant.i + 1] - m_times[instant.i] <= m_maxGap)
        instant.f = std::min(at.fraction, 1.0);
    return instant;
}

std::size_t CarlaSegment::nextOf(const Column& column, const Instant& instant) const
{
    return instant.f > 0.0 && column.frames.contains(instant.frame + 1) ? instant.i + 1 : instant.i;
}

void CarlaSegment::sample(FrameTime at, SamplePolicy policy, WorldState& out) const
{
    out.clear();
    const Instant instant = instantOf(at, policy);
    std::size_t rows = 0;
    std::size_t bones = 0;
    for (const Column& column : m_columns) {
        if (!column.frames.contains(instant.frame))
            continue;
        ++rows;
        if (column.bones >= 0 && m_bones[static_cast<std::size_t>(column.bones)].present(instant.i))
            bones += m_bones[static_cast<std::size_t>(column.bones)].bones;
    }
    out.resize(rows, actor_property::Count);
    out.bonePoses.resize(bones);
    out.at = {instant.frame, instant.between ? at.fraction : 0.0};
    out.time = m_times[instant.i];
    if (instant.between) {
        const double step = static_cast<double>((m_times[instant.i + 1] - m_times[instant.i]).count());
        out.time += model::Micros{static_cast<std::int64_t>(step * at.fraction)};
    }
    std::size_t row = 0;
    for (const Column& column : m_columns) {
        if (!column.frames.contains(instant.frame))
            continue;
        out.ids[row] = column.id;
        samplePose(column, instant, row, out);
        sampleProperties(column, instant, out.propertiesOf(row));
        ++row;
    }
    followParents(instant, out);
    row = 0;
    std::size_t bone = 0;
    for (const Column& column : m_columns) {
        if (!column.frames.contains(instant.frame))
            continue;
        if (column.bones >= 0 && m_bones[static_cast<std::size_t>(column.bones)].present(instant.i)) {
            sampleBones(column, instant, row, bone, out);
            bone += m_bones[static_cast<std::size_t>(column.bones)].bones;
        }
        ++row;
    }
    sampleMatch(instant, out);
}

void CarlaSegment::samplePose(const Column& column, const Instant& instant, std::size_t row,
                              WorldState& out) const
{
    if (column.pose < 0) {
        out.provenance[row] = Provenance::Held;
        return; // follows its parent, or has no place at all
    }
    const PoseCell& now = m_poses.get(column.pose, instant.i);
    out.positions[row] = now.position;
    out.orientations[row] = now.orientation;
    out.velocities[row] = now.velocity;
    out.flags[row] = now.flags;
    out.provenance[row] = now.recorded && !instant.between ? Provenance::Exact : Provenance::Held;
    const std::size_t n = nextOf(column, instant);
    if (n == instant.i)
        return;
    const PoseCell& next = m_poses.get(column.pose, n);
    const bool apart = (next.flags & model::Discontinuity) != 0 ||
                       ((next.flags ^ now.flags) & model::Hidden) != 0 || !now.known || !next.known;
    if (apart || !next.recorded)
        return;
    const model::Pose pose =
        model::interpolate({now.position, now.orientation}, {next.position, next.orientation}, instant.f);
    out.positions[row] = pose.position;
    out.orientations[row] = pose.orientation;
    out.velocities[row] = glm::mix(now.velocity, next.velocity, static_cast<float>(instant.f));
    // Whether the actor jumped into the earlier frame says nothing of the way from there.
    out.flags[row] = static_cast<model::ActorFlags>(now.flags & ~model::Discontinuity);
    out.provenance[row] = now.recorded ? Provenance::Interpolated : Provenance::Sampled;
}

void CarlaSegment::followParents(const Instant& instant, WorldState& out) const
{
    for (const std::uint32_t child : m_children) {
        const Column& column = m_columns[child];
        const Column& parent = m_columns[static_cast<std::size_t>(column.parent)];
        if (!column.frames.contains(instant.frame) || instant.frame >= column.followUntil ||
            !parent.frames.contains(instant.frame))
            continue;
        const auto row = static_cast<std::size_t>(out.row(column.id));
        const auto from = static_cast<std::size_t>(out.row(parent.id));
        const model::Pose pose = compose({out.positions[from], out.orientations[from]}, column.offset);
        out.positions[row] = pose.position;
        out.orientations[row] = pose.orientation;
        out.velocities[row] = out.velocities[from];
        out.flags[row] = out.flags[from];
        out.provenance[row] = out.provenance[from];
    }
}

void CarlaSegment::sampleBones(const Column& column, const Instant& instant, std::size_t row,
                               std::size_t first, WorldState& out) const
{
    const BoneTrack& track = m_bones[static_cast<std::size_t>(column.bones)];
    const BoneList& list = (*m_skeletons)[static_cast<std::size_t>(column.skeleton)];
    out.bones[row] = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(track.bones)};
    std::size_t n = nextOf(column, instant);
    if (!track.present(n))
        n = instant.i;
    const auto f = static_cast<float>(instant.f);
    const model::Pose actor{out.positions[row], out.orientations[row]};
    for (const int b : list.order) {
        const auto bone = static_cast<std::size_t>(b);
        model::BonePose local = track.pose(instant.i, bone);
        if (n != instant.i) {
            const model::BonePose& next = track.pose(n, bone);
            local.position = glm::mix(local.position, next.position, f);
            local.orientation = model::slerpShortest(local.orientation, next.orientation, f);
        }
        const int up = list.skeleton.parents[bone];
        const model::Pose base =
            up < 0 ? actor
                   : model::Pose{glm::dvec3(out.bonePoses[first + static_cast<std::size_t>(up)].position),
                                 out.bonePoses[first + static_cast<std::size_t>(up)].orientation};
        const model::Pose world = compose(base, {glm::dvec3(local.position), local.orientation});
        out.bonePoses[first + bone] = {glm::vec3(world.position), world.orientation};
    }
}

void CarlaSegment::sampleProperties(const Column& column, const Instant& instant,
                                    std::span<PropertyValue> out) const
{
    using namespace actor_property;
    const std::size_t n = nextOf(column, instant);
    // A value that is missing in the next frame is held.
    const auto pair = [&](const auto& sheet, std::int32_t slot, auto use) {
        if (slot < 0)
            return;
        const auto& now = sheet.get(slot, instant.i);
        const auto& next = sheet.get(slot, n);
        if (now.present)
            use(now, next.present ? next : now);
    };
    pair(m_controls, column.control, [&](const ControlCell& a, const ControlCell& b) {
        out[Throttle] = lerp(a.throttle, b.throttle, instant.f);
        out[Steering] = lerp(a.steering, b.steering, instant.f);
        out[Brake] = lerp(a.brake, b.brake, instant.f);
        out[Handbrake] = PropertyValue::boolean(a.handbrake);
        out[Gear] = PropertyValue::integer(a.gear);
    });
    pair(m_lamps, column.lamps,
         [&](const LampCell& a, const LampCell&) { out[VehicleLights] = PropertyValue::integer(a.flags); });
    pair(m_wheels, column.wheels, [&](const WheelCell& a, const WheelCell& b) {
        for (std::size_t w = 0; w < a.steer.size(); ++w) {
            if ((a.wheels >> w & 1U) != 0)
                out[SteerFrontLeft + w] =
                    lerp(a.steer[w], (b.wheels >> w & 1U) != 0 ? b.steer[w] : a.steer[w], instant.f);
        }
    });
    pair(m_yaws, column.yaw,
         [&](const SpeedCell& a, const SpeedCell& b) { out[YawRate] = lerp(a.speed, b.speed, instant.f); });
    pair(m_walkers, column.walker, [&](const SpeedCell& a, const SpeedCell& b) {
        out[WalkerSpeed] = PropertyValue::real(lerp(a.speed, b.speed, instant.f).asReal() / 100.0);
    });
    pair(m_riders, column.rider, [&](const RiderCell& a, const RiderCell& b) {
        out[BikerSpeed] = lerp(a.speed, b.speed, instant.f);
        out[BikerCrank] = lerp(a.crank, b.crank, instant.f);
    });
    if (const std::uint8_t* open = changeAt(column.doors, instant.frame))
        out[OpenDoors] = PropertyValue::integer(*open);
    sampleLight(column, instant, out);
}

void CarlaSegment::sampleLight(const Column& column, const Instant& instant,
                               std::span<PropertyValue> out) const
{
    using namespace actor_property;
    if (column.light < 0)
        return;
    const LightCell& light = m_lights.get(column.light, instant.i);
    if (!light.present)
        return;
    out[actor_property::LightState] = PropertyValue::integer(light.state);
    out[LightElapsed] = PropertyValue::real(static_cast<double>(light.elapsed));
    out[LightFrozen] = PropertyValue::boolean(light.frozen);
    // What is left is not recorded; it follows only where the full times are, and not while frozen.
    const std::array<float, 3>* full = changeAt(column.full, instant.frame);
    if (full != nullptr && !light.frozen && light.state >= 0 && light.state < 3) {
        const double left = static_cast<double>((*full)[static_cast<std::size_t>(light.state)]) -
                            static_cast<double>(light.elapsed);
        out[LightRemaining] = PropertyValue::real(std::max(left, 0.0));
    }
}

void CarlaSegment::sampleMatch(const Instant& instant, WorldState& out) const
{
    using namespace match_property;
    out.match.resize(Count);
    const MatchCell& now = m_match[instant.i];
    const MatchCell& next = m_match[instant.f > 0.0 ? instant.i + 1 : instant.i];
    out.match[FrameId] = PropertyValue::integer(static_cast<std::int64_t>(now.id));
    out.match[FrameDuration] = PropertyValue::real(now.duration);
    if (now.hasPlatform) {
        const double to = next.hasPlatform ? next.platform : now.platform;
        out.match[PlatformTime] = PropertyValue::real(now.platform + (to - now.platform) * instant.f);
    }
    if (now.hasVisual) {
        const double to = next.hasVisual ? next.visual : now.visual;
        out.match[VisualTime] = PropertyValue::real(now.visual + (to - now.visual) * instant.f);
    }
    for (std::size_t i = 0; now.weather >= 0 && i < 14; ++i) {
        out.match[match_property::Weather + i] =
            PropertyValue::real(static_cast<double>(m_weather[static_cast<std::size_t>(now.weather)][i]));
    }
}

} // namespace ghostline::carla
