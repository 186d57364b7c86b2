// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One chunk decoded for showing: a sparse track per actor, blocks as layers that share their sections.
#include "codecs/recording/format/limits.h"
#include "codecs/recording/replay/live_entities.h"
#include "codecs/recording/replay/run_tracks.h"
#include "model/replay/segment.h"

namespace ghostline::recording {

/// Where a chunk ends, for the next one to go on from when that has no snapshot.
struct EndState
{
    LiveEntities::Map entities;
    std::vector<EditedSection> sections;
    bool whole = false; ///< everything up to the end could be read
};

struct SegmentContent
{
    std::int32_t startTick = 0;
    std::int32_t endTick = 0;
    std::int32_t readEnd = 0; ///< ticks from here on could not be read: what was before is held
    int tickRate = UsualTickRate;
    std::vector<LifeTrack> lives; ///< ascending ActorId
    Track<RunKey> run;
    Track<BlocksKey> blocks;
    EndState end;
};

class RunSegment final : public model::Segment, public model::ActorPositions
{
public:
    explicit RunSegment(SegmentContent content) : m_content(std::move(content)) {}

    model::FrameRange frames() const override { return {m_content.startTick, m_content.endTick}; }
    std::size_t bytes() const override;
    void sample(model::FrameTime at, model::SamplePolicy policy, model::WorldState& out) const override;
    std::optional<model::ActorPosition> actorPosition(model::ActorId actor,
                                                      model::FrameNumber frame) const override;
    const EndState& endState() const { return m_content.end; }

private:
    /// The time of a sample.
    struct Instant
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
    Instant instantOf(model::FrameTime at, model::SamplePolicy policy) const;
    Step stepOf(const LifeTrack& life, const Instant& instant) const;
    void sampleActor(const LifeTrack& life, const Instant& instant, std::size_t row,
                     model::WorldState& out) const;
    void sampleSpeed(const LifeTrack& life, const Instant& instant, const Step& step,
                     std::span<model::PropertyValue> out) const;
    static void sampleState(const LifeTrack& life, std::int32_t tick, std::span<model::PropertyValue> out);
    static void sampleItems(const LifeTrack& life, std::int32_t tick, std::span<model::PropertyValue> out);
    void sampleBody(const LifeTrack& life, const Instant& instant, std::size_t row,
                    model::WorldState& out) const;
    void sampleRun(const Instant& instant, std::vector<model::PropertyValue>& out) const;
    std::optional<double> runTime(std::int32_t tick) const;
    model::Micros timeOf(std::int64_t tick) const;

    SegmentContent m_content;
};

} // namespace ghostline::recording
