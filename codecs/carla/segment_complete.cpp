// SPDX-License-Identifier: GPL-3.0-or-later
// What follows from the recorded frames of a segment: held places, velocities, jumps, repeated packets.
#include "codecs/carla/segment_builder.h"

#include <algorithm>

namespace ghostline::carla {

using model::FrameNumber;

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
