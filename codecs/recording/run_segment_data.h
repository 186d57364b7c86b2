// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A decoded chunk: filled by buildSegment(), then immutable.
#include "codecs/recording/run_tracks.h"
#include "model/actor_places.h"

namespace ghostline::recording {

class RunSegment final : public model::Segment, public model::ActorPlaces
{
public:
    model::FrameRange frames() const override { return {m_startTick, m_endTick}; }
    std::size_t bytes() const override;
    void sample(model::FrameTime at, model::SamplePolicy policy, model::WorldState& out) const override;
    std::optional<model::ActorPlace> actorPlace(model::ActorId actor,
                                                model::FrameNumber frame) const override;
    const EndState& endState() const { return m_end; }

private:
    friend class SegmentBuild;
    /// Where a sample lies.
    struct Place
    {
        std::int32_t tick = 0;
        double f = 0.0;        ///< toward the next tick; 0 when nothing may be interpolated
        double fraction = 0.0; ///< as asked for
        bool read = false;     ///< the tick could be read
        bool last = false;     ///< the next tick belongs to the next chunk
    };
    /// A pose and the one a tick later; `next` null where nothing leads there.
    struct Step
    {
        const PoseKey* now = nullptr;
        bool onward = false; ///< `to` is where the next tick has it
        bool jumps = false;  ///< teleported on the way
        glm::dvec3 to{0.0};
        float yaw = 0.0F;
        float pitch = 0.0F;
    };
    Place placeOf(model::FrameTime at, model::SamplePolicy policy) const;
    Step stepOf(const LifeTrack& life, const Place& place) const;
    void sampleActor(const LifeTrack& life, const Place& place, std::size_t row,
                     model::WorldState& out) const;
    void sampleSpeed(const LifeTrack& life, const Place& place, const Step& step,
                     std::span<model::PropertyValue> out) const;
    static void sampleState(const LifeTrack& life, std::int32_t tick, std::span<model::PropertyValue> out);
    static void sampleItems(const LifeTrack& life, std::int32_t tick, std::span<model::PropertyValue> out);
    void sampleBody(const LifeTrack& life, const Place& place, std::size_t row, model::WorldState& out) const;
    void sampleRun(const Place& place, std::vector<model::PropertyValue>& out) const;
    std::optional<double> runTime(std::int32_t tick) const;
    model::Micros timeOf(std::int64_t tick) const;

    std::int32_t m_startTick = 0;
    std::int32_t m_endTick = 0;
    std::int32_t m_readEnd = 0; ///< ticks from here on could not be read: what was before is held
    int m_tickRate = UsualTickRate;
    std::vector<LifeTrack> m_lives; ///< ascending ActorId
    Track<RunKey> m_run;
    Track<BlocksKey> m_blocks;
    EndState m_end;
};

} // namespace ghostline::recording
