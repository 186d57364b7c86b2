// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tracks of a chunk's actors while its ticks are read.
#include "codecs/recording/replay/live_entities.h"

namespace ghostline::recording {

/// Whatever is told of an entity without a track is ignored. Ticks never descend.
class TrackWriter
{
public:
    TrackWriter(std::int32_t startTick, std::int32_t endTick)
        : m_startTick(startTick), m_endTick(endTick), m_tick(startTick)
    {
    }

    /// Room is made for so many poses; there may be more.
    void expectPoses(std::size_t count) { m_poses.reserve(count); }
    void setTick(std::int32_t tick) { m_tick = tick; }
    /// A track for the entity, and its present state. `before`: where the chunk before left it, if that was
    /// read; `born`: it was not there before this tick.
    void begin(std::int32_t id, LiveEntity& entity, model::ActorId actor, bool born,
               const std::optional<glm::dvec3>& before = {});
    void end(LiveEntity& entity);
    model::ActorId actorOf(const LiveEntity& entity) const;

    // What changed of an entity, which is in its new state already.
    void pose(const LiveEntity& entity, bool absolute);
    template<typename T>
    void set(const LiveEntity& entity, Track<T> LifeTrack::*track, const T& value)
    {
        if (LifeTrack* const life = trackOf(entity))
            (life->*track).set(m_tick, value);
    }
    void item(const LiveEntity& entity, int slot);
    void swing(const LiveEntity& entity, const SwingKey& swing);
    void everything(const LiveEntity& entity);

    /// All tracks by actor. `start`, `next`: what is known of the chunk's own beginning and of its
    /// successor's.
    std::vector<LifeTrack> finish(const ChunkStart* start, const ChunkStart* next);

private:
    static constexpr std::size_t NoPose = ~std::size_t{0};

    /// Poses are gathered in the order in which they come, so that each track is allocated once.
    struct TimedPose
    {
        std::size_t life = 0;
        std::int32_t tick = 0;
        PoseKey key;
    };
    struct Progress
    {
        std::size_t poses = 0;
        std::size_t lastPose = NoPose;
        std::optional<glm::dvec3> before;
    };
    LifeTrack* trackOf(const LiveEntity& entity)
    {
        return entity.life < 0 ? nullptr : &m_lives[static_cast<std::size_t>(entity.life)];
    }
    void setItem(LifeTrack& life, int slot, model::StringId text) const;
    void layOutPoses();
    void joinNeighbours(LifeTrack& life, const Progress& progress, const ChunkStart* start,
                        const ChunkStart* next) const;

    std::int32_t m_startTick;
    std::int32_t m_endTick;
    std::int32_t m_tick;
    std::vector<LifeTrack> m_lives;
    std::vector<Progress> m_progress; ///< beside m_lives
    std::vector<TimedPose> m_poses;
};

} // namespace ghostline::recording
