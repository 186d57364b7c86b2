// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/track_writer.h"

#include <algorithm>

namespace ghostline::recording {

using model::ActorId;
using model::StringId;

namespace {

const HeadPlace* headOf(const ChunkStart* start, ActorId actor)
{
    if (start == nullptr)
        return nullptr;
    const auto found = std::lower_bound(start->heads.begin(), start->heads.end(), actor,
                                        [](const HeadPlace& head, ActorId id) { return head.actor < id; });
    return found != start->heads.end() && found->actor == actor ? &*found : nullptr;
}

} // namespace

void TrackWriter::begin(std::int32_t id, LiveEntity& entity, ActorId actor, bool born,
                        const std::optional<glm::dvec3>& before)
{
    entity.life = static_cast<std::int32_t>(m_lives.size());
    LifeTrack& life = m_lives.emplace_back();
    life.actor = actor;
    life.entity = id;
    life.first = m_tick;
    life.end = m_endTick;
    life.born = born;
    m_progress.emplace_back().before = before;
    everything(entity);
}

void TrackWriter::end(LiveEntity& entity)
{
    if (LifeTrack* const life = trackOf(entity))
        life->end = m_tick;
    entity.life = -1;
}

ActorId TrackWriter::actorOf(const LiveEntity& entity) const
{
    return entity.life < 0 ? ActorId::None : m_lives[static_cast<std::size_t>(entity.life)].actor;
}

void TrackWriter::pose(const LiveEntity& entity, bool absolute)
{
    if (entity.life < 0 || !entity.placed)
        return;
    const auto life = static_cast<std::size_t>(entity.life);
    Progress& progress = m_progress[life];
    const PoseKey key{entity.position.value(), entity.yaw, entity.pitch, entity.velocity.bits,
                      entity.velocity.more,    absolute,   false};
    if (progress.lastPose != NoPose && m_poses[progress.lastPose].tick == m_tick) {
        PoseKey& last = m_poses[progress.lastPose].key;
        const bool before = last.absolute;
        last = key;
        last.absolute = absolute || before;
        return;
    }
    progress.lastPose = m_poses.size();
    ++progress.poses;
    m_poses.push_back({life, m_tick, key});
}

void TrackWriter::item(const LiveEntity& entity, int slot)
{
    if (LifeTrack* const life = trackOf(entity))
        setItem(*life, slot, entity.items[static_cast<std::size_t>(slot)]);
}

void TrackWriter::setItem(LifeTrack& life, int slot, StringId text) const
{
    if (!life.items) {
        if (text == StringId::Empty)
            return;
        life.items = std::make_unique<std::array<Track<StringId>, ShownSlots>>();
    }
    auto& track = (*life.items)[static_cast<std::size_t>(slot)];
    const StringId before = track.empty() ? StringId::Empty : track.back();
    if (before != text)
        track.set(m_tick, text);
}

void TrackWriter::swing(const LiveEntity& entity, const SwingKey& swing)
{
    LifeTrack* const life = trackOf(entity);
    if (life == nullptr)
        return;
    if (!life->swings)
        life->swings = std::make_unique<Track<SwingKey>>();
    life->swings->set(m_tick, swing);
}

void TrackWriter::everything(const LiveEntity& entity)
{
    LifeTrack* const life = trackOf(entity);
    if (life == nullptr)
        return;
    pose(entity, false);
    life->states.set(m_tick, entity.state);
    if (entity.heldSlot != UnknownSlot || !life->heldSlots.empty())
        life->heldSlots.set(m_tick, entity.heldSlot);
    if (entity.use != UsedHand::None || !life->uses.empty())
        life->uses.set(m_tick, entity.use);
    for (int slot = 0; slot < ShownSlots; ++slot)
        setItem(*life, slot, entity.items[static_cast<std::size_t>(slot)]);
}

void TrackWriter::layOutPoses()
{
    for (std::size_t i = 0; i < m_lives.size(); ++i)
        m_lives[i].poses.reserve(m_progress[i].poses);
    for (TimedPose& pose : m_poses) {
        Track<PoseKey>& poses = m_lives[pose.life].poses;
        if (!poses.empty())
            pose.key.jumped = isTeleport(poses.back().position, pose.key.position, pose.key.absolute);
        poses.set(pose.tick, pose.key);
    }
    m_poses.clear();
}

void TrackWriter::joinNeighbours(LifeTrack& life, const Progress& progress, const ChunkStart* start,
                                 const ChunkStart* next) const
{
    Track<PoseKey>& poses = life.poses;
    // Nobody jumps into being. Across the border only who has seen both sides can tell; else the chunk
    // before, if it was read.
    if (!poses.empty() && m_startTick > 0 && poses.tickOf(0) == m_startTick && !life.born) {
        if (const HeadPlace* const head = headOf(start, life.actor))
            poses[0].jumped = head->jumped;
        else if (progress.before)
            poses[0].jumped = isTeleport(*progress.before, poses[0].position, poses[0].absolute);
    }
    if (life.end < m_endTick)
        return;
    if (const HeadPlace* const head = headOf(next, life.actor)) {
        life.goesOn = true;
        life.next = *head;
    }
}

std::vector<LifeTrack> TrackWriter::finish(const ChunkStart* start, const ChunkStart* next)
{
    layOutPoses();
    for (std::size_t i = 0; i < m_lives.size(); ++i)
        joinNeighbours(m_lives[i], m_progress[i], start, next);
    std::erase_if(m_lives, [](const LifeTrack& life) { return life.end <= life.first; });
    std::sort(m_lives.begin(), m_lives.end(),
              [](const LifeTrack& a, const LifeTrack& b) { return a.actor < b.actor; });
    return std::move(m_lives);
}

} // namespace ghostline::recording
