// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A replay whose frames a test sets row by row: flags, provenance, absence and all.
#include "model/replay/replay_source.h"

#include <functional>
#include <optional>
#include <utility>

namespace ghostline::test {

struct Posed
{
    glm::dvec3 at{0.0};
    model::ActorFlags flags = 0;
    model::Provenance provenance = model::Provenance::Exact;
    bool there = true;
    glm::vec3 velocity{0.0F};
    double yaw = 0.0;   ///< degrees about +Y from +Z toward +X
    double pitch = 0.0; ///< degrees above the horizon
};

struct PosedOptions
{
    model::FrameNumber frames = 100;
    int actors = 2;
    int teams = 0; ///< actors take turns
    int stepMs = 100;
    float half = 0.5F; ///< metres, of everybody's size in each direction
    model::ActorKind kind = model::ActorKind::Player;
    model::FrameNumber lostFrom = 0; ///< the frames of [lostFrom, lostEnd) cannot be decoded
    model::FrameNumber lostEnd = 0;
    std::function<Posed(int actor, model::FrameNumber)> pose;
    std::optional<model::MotionRules> motion{};
    std::shared_ptr<const model::EventTable> events = std::make_shared<model::EventTable>();
};

/// Every frame is a segment of its own.
class PosedReplay final : public model::ReplaySource
{
public:
    explicit PosedReplay(PosedOptions options);

    model::Micros timeOf(model::FrameNumber frame) const
    {
        return model::Micros{frame * m_options.stepMs * 1000};
    }
    const model::ReplayInfo& info() const { return *m_index->info; }

    std::shared_ptr<const model::ReplayIndex> index() const override { return m_index; }
    model::Result<std::shared_ptr<const model::ReplayIndex>> waitComplete(std::stop_token) const override
    {
        return m_index;
    }
    model::Result<std::shared_ptr<const model::Segment>> readSegment(int keyframe, const model::Segment*,
                                                                     std::stop_token) const override;
    model::Result<std::uint64_t> readRaw(std::stop_token) const override { return 0; }

private:
    class Frame final : public model::Segment
    {
    public:
        Frame(const PosedReplay& replay, model::FrameNumber frame) : m_replay(replay), m_frame(frame) {}
        model::FrameRange frames() const override { return {m_frame, m_frame + 1}; }
        std::size_t bytes() const override { return sizeof(*this); }
        void sample(model::FrameTime at, model::SamplePolicy, model::WorldState& out) const override;

    private:
        const PosedReplay& m_replay;
        model::FrameNumber m_frame;
    };

    PosedOptions m_options;
    std::shared_ptr<const model::ReplayIndex> m_index;
};

} // namespace ghostline::test
