// SPDX-License-Identifier: GPL-3.0-or-later
// From bytes to columns: which lives there are, what each frame recorded of them.
#include "codecs/carla/replay/segment_builder.h"

#include "model/bytes/byte_sources.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

using model::FrameNumber;
using model::Result;

namespace {

/// Velocities beyond this are not a vehicle's (m/s).
constexpr double MaxVelocity = 1e6;

template<typename T>
T* columnWith(std::vector<T>& columns, model::ActorId id)
{
    const auto it = std::lower_bound(columns.begin(), columns.end(), id,
                                     [](const T& c, model::ActorId wanted) { return c.id < wanted; });
    return it != columns.end() && it->id == id ? &*it : nullptr;
}

} // namespace

SegmentBuilder::SegmentBuilder(const model::ByteSource& source, const LogIndex& index, std::size_t segment)
    : m_source(source), m_index(index), m_start(index.segments[segment]), m_end(index.readEnd(segment))
{
    const bool more = segment + 1 < index.segments.size();
    const FrameNumber total = index.revision->frames();
    const FrameNumber next = more ? index.segments[segment + 1].frame : total;
    m_out->m_base = m_start.base;
    m_out->m_range = {m_start.frame, next};
    m_out->m_maxGap = index.revision->info->maxGap;
    m_out->m_skeletons = index.skeletons;
    // The next segment's first frame is what the last frame of this one is interpolated to.
    const FrameNumber end = more ? next + 1 : next;
    m_out->m_times.assign(index.times.begin() + m_start.base, index.times.begin() + end);
    m_frames = m_out->m_times.size();
    m_out->m_match.resize(m_frames);
    for (auto& seen : m_seen)
        seen.assign(m_frames, false);
}

Result<std::shared_ptr<const CarlaSegment>> SegmentBuilder::build(const std::stop_token& stop)
{
    addColumns();
    addChanges();
    if (auto done = lookBack(stop); !done)
        return tl::unexpected(done.error());
    if (auto done = decode(stop); !done)
        return tl::unexpected(done.error());
    completePoses();
    repeatMissing();
    pack();
    return std::shared_ptr<const CarlaSegment>(m_out);
}

CellRange SegmentBuilder::storedLife(const Column& column) const
{
    const FrameNumber count = static_cast<FrameNumber>(m_frames);
    const FrameNumber first = std::clamp<FrameNumber>(column.frames.first - m_out->m_base, 0, count);
    const FrameNumber end = column.frames.end == OpenEnd
                                ? count
                                : std::clamp<FrameNumber>(column.frames.end - m_out->m_base, first, count);
    return {static_cast<std::size_t>(first), static_cast<std::size_t>(end)};
}

void SegmentBuilder::addColumns()
{
    const FrameNumber last = frameOf(m_frames) - 1;
    std::unordered_map<std::int32_t, std::int32_t> columnOfLife;
    for (std::size_t i = 0; i < m_index.lives.size(); ++i) {
        const ActorLife& life = m_index.lives[i];
        if (life.frames.first > last)
            break;
        if (life.frames.end <= m_out->m_base || life.frames.empty())
            continue;
        Column column;
        column.id = static_cast<model::ActorId>(i);
        column.frames = life.frames;
        column.nativeId = life.nativeId;
        column.skeleton = life.skeleton;
        if (life.parent >= 0) {
            column.followUntil = life.detachedAt;
            column.offset = localPose(life.added);
        }
        const auto c = static_cast<std::uint32_t>(m_out->m_columns.size());
        // Only lives others hang on are ever looked up.
        if (life.hasChildren)
            columnOfLife[static_cast<std::int32_t>(i)] = static_cast<std::int32_t>(c);
        m_byNative.emplace_back(life.nativeId, c);
        m_out->m_columns.push_back(std::move(column));
    }
    // Only now: a child may have been listed before its parent.
    for (Column& column : m_out->m_columns) {
        const std::int32_t life = m_index.lives[model::index(column.id)].parent;
        const auto parent = life < 0 ? columnOfLife.end() : columnOfLife.find(life);
        column.parent = parent == columnOfLife.end() ? -1 : parent->second;
    }
    std::sort(m_byNative.begin(), m_byNative.end());
    for (const Gap& gap : m_index.gaps) {
        if (gap.first <= m_out->m_base && m_out->m_base < gap.end)
            m_gaps[gap.actor] = &gap;
    }
}

void SegmentBuilder::addChanges()
{
    const FrameNumber last = frameOf(m_frames) - 1;
    const auto columnOfChange = [this](std::uint32_t life) {
        return columnWith(m_out->m_columns, static_cast<model::ActorId>(life));
    };
    for (const DoorChange& change : m_index.doors) {
        if (change.frame > last)
            break;
        if (Column* column = columnOfChange(change.actor))
            column->doors.emplace_back(change.frame, change.open);
    }
    for (const LightTimeChange& change : m_index.lightTimes) {
        if (change.frame > last)
            break;
        if (Column* column = columnOfChange(change.actor))
            column->full.emplace_back(change.frame, change.full);
    }
    std::ptrdiff_t copied = -1;
    for (std::size_t i = 0; i < m_frames; ++i) {
        const auto after = std::upper_bound(
            m_index.weather.begin(), m_index.weather.end(), frameOf(i),
            [](FrameNumber frame, const WeatherChange& change) { return frame < change.frame; });
        const std::ptrdiff_t change = after - m_index.weather.begin() - 1;
        if (change >= 0 && change != copied) {
            m_out->m_weather.push_back(m_index.weather[static_cast<std::size_t>(change)].values);
            copied = change;
        }
        m_out->m_match[i].weather = static_cast<std::int32_t>(m_out->m_weather.size()) - 1;
    }
}

Result<void> SegmentBuilder::lookBack(const std::stop_token& stop)
{
    for (std::size_t k = 0; k < SnapshotKinds.size(); ++k) {
        const std::uint64_t at = m_start.last[k];
        if (at == 0 || at >= m_start.baseOffset)
            continue;
        PacketReader reader(m_source, at, m_index.layout, m_end, 4096);
        Packet packet;
        const auto got = reader.next(packet, stop);
        if (!got)
            return tl::unexpected(got.error());
        if (!*got || packet.kind != SnapshotKinds[k] || !wellFormed(packet.kind, packet.data, m_index.layout))
            continue;
        take(packet.kind, packet.data, 0);
        m_seen[static_cast<std::size_t>(packet.kind)][0] = false;
        if (packet.kind == PacketKind::Position) {
            for (const Column& column : m_out->m_columns) {
                if (column.pose >= 0)
                    m_out->m_poses.at(column.pose, 0).recorded = false;
            }
        }
    }
    return {};
}

Result<void> SegmentBuilder::decode(const std::stop_token& stop)
{
    PacketReader reader(m_source, m_start.baseOffset, m_index.layout, m_end,
                        SegmentBytes + (std::size_t{64} << 10));
    std::ptrdiff_t frame = -1;
    return reader.each(stop, [&](const Packet& packet) {
        if (packet.kind == PacketKind::FrameStart) {
            const auto start = parseFrameStart(packet.data);
            if (!start)
                return true;
            if (++frame >= static_cast<std::ptrdiff_t>(m_frames))
                return false;
            MatchCell& match = m_out->m_match[static_cast<std::size_t>(frame)];
            match.id = start->id;
            match.duration = std::isfinite(start->duration) ? std::max(start->duration, 0.0) : 0.0;
        } else if (frame >= 0 && packet.kind != PacketKind::Unknown && !packet.oversized()) {
            take(packet.kind, packet.data, static_cast<std::size_t>(frame));
        }
        return true;
    });
}

std::int32_t SegmentBuilder::columnOf(std::uint32_t nativeId, std::size_t frame, std::size_t hint)
{
    const auto& columns = m_out->m_columns;
    const FrameNumber number = frameOf(frame);
    if (hint < columns.size() && columns[hint].nativeId == nativeId && columns[hint].frames.contains(number))
        return static_cast<std::int32_t>(hint);
    for (auto it = std::lower_bound(m_byNative.begin(), m_byNative.end(), std::pair(nativeId, 0U));
         it != m_byNative.end() && it->first == nativeId; ++it) {
        if (columns[it->second].frames.contains(number))
            return static_cast<std::int32_t>(it->second);
    }
    return -1;
}

template<typename List, typename Cell, typename Fill>
void SegmentBuilder::takeList(const List& list, std::size_t frame, Sheet<Cell>& sheet,
                              std::int32_t Column::*slot, Fill fill)
{
    std::size_t hint = 0;
    for (const auto& record : list) {
        const std::int32_t c = columnOf(record.actor, frame, hint);
        if (c < 0)
            continue;
        // Records come in the order of the cast, more or less: the next one is likely the next column.
        hint = static_cast<std::size_t>(c) + 1;
        Column& column = m_out->m_columns[static_cast<std::size_t>(c)];
        std::int32_t& s = column.*slot;
        if (s < 0)
            s = sheet.addSlot(storedLife(column));
        fill(record, sheet.at(s, frame));
    }
}

template<typename R, typename Cell, typename Fill>
void SegmentBuilder::takeRecords(Bytes data, std::size_t frame, Sheet<Cell>& sheet,
                                 std::int32_t Column::*slot, Fill fill)
{
    if (const auto list = records<R>(data, m_index.layout))
        takeList(*list, frame, sheet, slot, fill);
}

void SegmentBuilder::take(PacketKind kind, Bytes data, std::size_t frame)
{
    CarlaSegment& out = *m_out;
    const std::size_t fixed = fixedRecordBytes(kind, m_index.layout);
    if (fixed != 0 && recordCount(data, fixed))
        m_seen[static_cast<std::size_t>(kind)][frame] = true;
    switch (kind) {
    case PacketKind::Position:
        takePositions(data, frame);
        break;
    case PacketKind::Kinematics:
        takeMotion(data, frame);
        break;
    case PacketKind::LightState:
        takeRecords<LightState>(data, frame, out.m_lights, &Column::light,
                                [](const LightState& r, LightCell& cell) {
                                    cell = {r.elapsed, r.state, r.frozen, true};
                                });
        break;
    case PacketKind::VehicleControl:
        takeRecords<VehicleControl>(data, frame, out.m_controls, &Column::control,
                                    [](const VehicleControl& r, ControlCell& cell) {
                                        cell = {r.throttle, r.steering, r.brake, r.gear, r.handbrake, true};
                                    });
        break;
    case PacketKind::WalkerControl:
        takeRecords<WalkerControl>(data, frame, out.m_walkers, &Column::walker,
                                   [](const WalkerControl& r, SpeedCell& cell) {
                                       cell = {r.speed, true};
                                   });
        break;
    case PacketKind::VehicleLight:
        takeRecords<VehicleLight>(data, frame, out.m_lamps, &Column::lamps,
                                  [](const VehicleLight& r, LampCell& cell) {
                                      cell = {r.flags, true};
                                  });
        break;
    case PacketKind::Biker:
        takeRecords<Biker>(data, frame, out.m_riders, &Column::rider, [](const Biker& r, RiderCell& cell) {
            cell = {r.forwardSpeed, r.engineRotation, true};
        });
        break;
    case PacketKind::Wheels:
        takeWheels(data, frame);
        break;
    case PacketKind::WalkerBones:
        takeBones(data, frame);
        break;
    case PacketKind::PlatformTime:
    case PacketKind::VisualTime:
        takeMatch(kind, data, frame);
        break;
    default:
        break;
    }
}

void SegmentBuilder::takeMatch(PacketKind kind, Bytes data, std::size_t frame)
{
    const auto value = parseSeconds(data);
    if (!value)
        return;
    MatchCell& match = m_out->m_match[frame];
    const bool platform = kind == PacketKind::PlatformTime;
    (platform ? match.platform : match.visual) = *value;
    (platform ? match.hasPlatform : match.hasVisual) = true;
}

void SegmentBuilder::takePositions(Bytes data, std::size_t frame)
{
    CarlaSegment& out = *m_out;
    takeRecords<ActorVectors>(data, frame, out.m_poses, &Column::pose,
                              [&](const ActorVectors& r, PoseCell& cell) {
                                  if (!finite(r.first) || !finite(r.second))
                                      return;
                                  cell.position = worldPosition(r.first);
                                  cell.orientation = worldOrientation(r.second);
                                  cell.known = true;
                                  cell.recorded = true;
                              });
}

void SegmentBuilder::takeMotion(Bytes data, std::size_t frame)
{
    const auto sane = [](const Vec3& v) {
        return finite(v) && std::abs(v.x) < MaxVelocity && std::abs(v.y) < MaxVelocity &&
               std::abs(v.z) < MaxVelocity;
    };
    CarlaSegment& out = *m_out;
    takeRecords<ActorVectors>(
        data, frame, out.m_poses, &Column::pose, [&](const ActorVectors& r, PoseCell& cell) {
            if (!sane(r.first))
                return;
            cell.velocity = worldVector(r.first);
            cell.flags = static_cast<model::ActorFlags>(cell.flags | model::VelocityRecorded);
        });
    takeRecords<ActorVectors>(data, frame, out.m_yaws, &Column::yaw,
                              [&](const ActorVectors& r, SpeedCell& cell) {
                                  if (sane(r.second))
                                      cell = {static_cast<float>(r.second.z), true};
                              });
}

void SegmentBuilder::takeWheels(Bytes data, std::size_t frame)
{
    const auto list = parseWheels(data);
    if (!list)
        return;
    m_seen[static_cast<std::size_t>(PacketKind::Wheels)][frame] = true;
    const auto fill = [](const Wheels& record, WheelCell& cell) {
        cell = {};
        cell.present = true;
        for (const Wheel& wheel : record.wheels) {
            if (wheel.wheel >= cell.steer.size())
                continue;
            cell.steer[wheel.wheel] = wheel.steer;
            cell.wheels = static_cast<std::uint8_t>(cell.wheels | 1U << wheel.wheel);
        }
    };
    takeList(*list, frame, m_out->m_wheels, &Column::wheels, fill);
}

void SegmentBuilder::takeBones(Bytes data, std::size_t frame)
{
    const auto list = parseBones(data, m_index.layout);
    if (!list)
        return;
    m_seen[static_cast<std::size_t>(PacketKind::WalkerBones)][frame] = true;
    for (const WalkerBones& walker : *list) {
        const std::int32_t c = columnOf(walker.actor, frame, m_out->m_columns.size());
        if (c < 0)
            continue;
        Column& column = m_out->m_columns[static_cast<std::size_t>(c)];
        if (column.skeleton < 0 ||
            (*m_index.skeletons)[static_cast<std::size_t>(column.skeleton)].skeleton.bones.size() !=
                walker.bones.size())
            continue;
        const bool sound = std::all_of(walker.bones.begin(), walker.bones.end(), [](const Bone& b) {
            return finite(b.location) && finite(b.rotation);
        });
        if (!sound)
            continue;
        if (column.bones < 0) {
            column.bones = static_cast<std::int32_t>(m_out->m_bones.size());
            m_out->m_bones.push_back({walker.bones.size(), {}, std::vector<std::int32_t>(m_frames, -1)});
        }
        BoneTrack& track = m_out->m_bones[static_cast<std::size_t>(column.bones)];
        track.first[frame] = static_cast<std::int32_t>(track.poses.size());
        for (const Bone& bone : walker.bones) {
            const model::Pose pose = localPose({bone.location, bone.rotation});
            track.poses.push_back({glm::vec3(pose.position), pose.orientation});
        }
    }
}

// What follows from the recorded frames of a segment: held places, velocities, jumps, repeated packets.

void SegmentBuilder::completePoses()
{
    std::vector<Column>& columns = m_out->m_columns;
    for (Column& column : columns) {
        const ActorLife& life = m_index.lives[model::index(column.id)];
        if (life.parent >= 0) {
            // Recorded places of its own win over following the parent.
            if (column.pose >= 0)
                column.parent = -1;
            else if (column.parent < 0 || life.detachedAt < frameOf(m_frames))
                column.pose = m_out->m_poses.addSlot(storedLife(column));
        } else if (column.pose < 0) {
            column.pose = m_out->m_poses.addSlot(storedLife(column));
        }
        if (column.pose >= 0)
            completePose(column, life);
    }
    for (std::uint32_t c = 0; c < columns.size(); ++c) {
        if (columns[c].parent >= 0)
            m_out->m_children.push_back(c);
    }
    const auto depth = [&columns](std::uint32_t c) {
        int steps = 0;
        for (std::int32_t up = columns[c].parent; up >= 0; up = columns[static_cast<std::size_t>(up)].parent)
            ++steps;
        return steps;
    };
    std::stable_sort(m_out->m_children.begin(), m_out->m_children.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return depth(a) < depth(b); });
}

void SegmentBuilder::completePose(const Column& column, const ActorLife& life)
{
    Sheet<PoseCell>& poses = m_out->m_poses;
    const auto [first, end] = storedLife(column);
    bool tracked = false;
    for (std::size_t i = first; i < end; ++i)
        tracked = tracked || poses.at(column.pose, i).known;
    // What is known before the first frame here.
    model::Pose last;
    bool known = false;
    const auto gap = m_gaps.find(model::index(column.id));
    if (gap != m_gaps.end()) {
        last = worldPose(gap->second->pose);
        known = true;
        tracked = true;
    } else if (life.fromAdd && life.parent < 0) {
        last = worldPose(life.added);
        known = true;
    }
    const bool placedForGood = life.fixed && !tracked;
    double lastTime = first < end ? model::seconds(m_out->m_times[first]) : 0.0;
    bool moving = false; // a place recorded before this frame, to take differences from
    for (std::size_t i = first; i < end; ++i) {
        PoseCell& cell = poses.at(column.pose, i);
        const double now = model::seconds(m_out->m_times[i]);
        if (frameOf(i) >= life.detachedAt) {
            last = life.detached;
            known = true;
        }
        if (!cell.known) {
            cell.position = last.position;
            cell.orientation = last.orientation;
            cell.known = known;
            cell.recorded =
                placedForGood || (life.fromAdd && life.parent < 0 && frameOf(i) == life.frames.first);
        } else if (moving) {
            const glm::dvec3 way = cell.position - last.position;
            const bool jumped = glm::length(way) > JumpMetres;
            if (jumped)
                cell.flags = static_cast<model::ActorFlags>(cell.flags | model::Discontinuity);
            if ((cell.flags & model::VelocityRecorded) == 0)
                cell.velocity =
                    jumped || !(now > lastTime) ? glm::vec3(0.0F) : glm::vec3(way / (now - lastTime));
        }
        if (cell.position.y < HiddenBelowCm / 100.0)
            cell.flags = static_cast<model::ActorFlags>(cell.flags | model::Hidden);
        if (cell.recorded || i == first)
            lastTime = now;
        moving = moving || cell.known;
        last = {cell.position, cell.orientation};
    }
    // A life's first frame has no way behind it: the way ahead tells its speed.
    if (end - first < 2 || frameOf(first) != life.frames.first)
        return;
    PoseCell& born = poses.at(column.pose, first);
    const PoseCell& next = poses.at(column.pose, first + 1);
    if ((born.flags & model::VelocityRecorded) == 0 && (next.flags & model::Discontinuity) == 0 &&
        next.recorded)
        born.velocity = next.velocity;
}

template<typename Cell>
void SegmentBuilder::repeatMissing(Sheet<Cell>& sheet, std::int32_t Column::*slot, PacketKind kind)
{
    const std::vector<bool>& seen = m_seen[static_cast<std::size_t>(kind)];
    if (std::find(seen.begin() + 1, seen.end(), false) == seen.end())
        return;
    for (const Column& column : m_out->m_columns) {
        if (column.*slot < 0)
            continue;
        const auto [first, end] = storedLife(column);
        for (std::size_t i = first + 1; i < end; ++i) {
            if (!seen[i])
                sheet.at(column.*slot, i) = sheet.at(column.*slot, i - 1);
        }
    }
}

void SegmentBuilder::repeatMissing()
{
    repeatMissing(m_out->m_controls, &Column::control, PacketKind::VehicleControl);
    repeatMissing(m_out->m_lamps, &Column::lamps, PacketKind::VehicleLight);
    repeatMissing(m_out->m_walkers, &Column::walker, PacketKind::WalkerControl);
    repeatMissing(m_out->m_lights, &Column::light, PacketKind::LightState);
    repeatMissing(m_out->m_wheels, &Column::wheels, PacketKind::Wheels);
    repeatMissing(m_out->m_riders, &Column::rider, PacketKind::Biker);
    const std::vector<bool>& seen = m_seen[static_cast<std::size_t>(PacketKind::WalkerBones)];
    for (const Column& column : m_out->m_columns) {
        if (column.bones < 0)
            continue;
        BoneTrack& track = m_out->m_bones[static_cast<std::size_t>(column.bones)];
        const auto [first, end] = storedLife(column);
        for (std::size_t i = first + 1; i < end; ++i) {
            if (!seen[i])
                track.first[i] = track.first[i - 1];
        }
    }
}

void SegmentBuilder::pack()
{
    m_out->m_poses.pack();
    m_out->m_controls.pack();
    m_out->m_lamps.pack();
    m_out->m_walkers.pack();
    m_out->m_yaws.pack();
    m_out->m_lights.pack();
    m_out->m_wheels.pack();
    m_out->m_riders.pack();
    for (BoneTrack& track : m_out->m_bones)
        track.poses.shrink_to_fit();
}

} // namespace ghostline::carla
