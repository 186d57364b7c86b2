// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A replay whose frames a test sets row by row: flags, provenance, absence and all.
#include "model/replay_source.h"

#include <functional>
#include <utility>

namespace ghostline::test {

struct Posed
{
    glm::dvec3 at{0.0};
    model::ActorFlags flags = 0;
    model::Provenance provenance = model::Provenance::Exact;
    bool there = true;
    glm::vec3 velocity{0.0F};
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
};

/// Every frame is a segment of its own.
class PosedReplay final : public model::ReplaySource
{
public:
    explicit PosedReplay(PosedOptions options) : m_options(std::move(options))
    {
        auto info = std::make_shared<model::ReplayInfo>();
        for (int team = 0; team < m_options.teams; ++team)
            info->teams.push_back(model::Team{QStringLiteral("Team %1").arg(team), team});
        for (int i = 0; i < m_options.actors; ++i) {
            model::ActorInfo actor;
            actor.id = static_cast<model::ActorId>(i);
            actor.name = QStringLiteral("A%1").arg(i);
            actor.kind = m_options.kind;
            actor.team = m_options.teams > 0 ? i % m_options.teams : -1;
            actor.life = {0, m_options.frames};
            actor.boxHalf = glm::vec3(m_options.half);
            info->cast.push_back(actor);
        }
        std::vector<model::Micros> times;
        std::vector<model::Keyframe> keyframes;
        for (model::FrameNumber f = 0; f < m_options.frames; ++f) {
            times.push_back(timeOf(f));
            model::Keyframe keyframe;
            keyframe.frame = f;
            keyframes.push_back(keyframe);
        }
        auto index = std::make_shared<model::ReplayIndex>();
        index->revision = 1;
        index->complete = true;
        index->info = std::move(info);
        index->timeAxis = model::TimeAxis::table(std::move(times));
        index->keyframes = model::KeyframeIndex(std::move(keyframes), m_options.frames);
        m_index = std::move(index);
    }

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
                                                                     std::stop_token) const override
    {
        if (keyframe >= m_options.lostFrom && keyframe < m_options.lostEnd)
            return model::fail(model::ErrorCode::Damaged, QStringLiteral("lost"));
        return std::make_shared<const Frame>(*this, keyframe);
    }
    model::Result<std::uint64_t> readRaw(std::stop_token) const override { return 0; }

private:
    class Frame final : public model::Segment
    {
    public:
        Frame(const PosedReplay& replay, model::FrameNumber frame) : m_replay(replay), m_frame(frame) {}
        model::FrameRange frames() const override { return {m_frame, m_frame + 1}; }
        std::size_t bytes() const override { return sizeof(*this); }
        void sample(model::FrameTime at, model::SamplePolicy, model::WorldState& out) const override
        {
            std::vector<std::pair<int, Posed>> there;
            for (int actor = 0; actor < m_replay.m_options.actors; ++actor) {
                if (const Posed posed = m_replay.m_options.pose(actor, m_frame); posed.there)
                    there.emplace_back(actor, posed);
            }
            out.clear();
            out.resize(there.size(), 0);
            out.at = at;
            out.time = m_replay.timeOf(m_frame);
            for (std::size_t row = 0; row < there.size(); ++row) {
                const auto& [actor, posed] = there[row];
                out.ids[row] = static_cast<model::ActorId>(actor);
                out.positions[row] = posed.at;
                out.velocities[row] = posed.velocity;
                out.flags[row] = posed.flags;
                out.provenance[row] = posed.provenance;
            }
        }

    private:
        const PosedReplay& m_replay;
        model::FrameNumber m_frame;
    };

    PosedOptions m_options;
    std::shared_ptr<const model::ReplayIndex> m_index;
};

} // namespace ghostline::test
