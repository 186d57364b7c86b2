// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/model/posed_replay.h"

namespace ghostline::test {

PosedReplay::PosedReplay(PosedOptions options) : m_options(std::move(options))
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
    info->motion = m_options.motion;
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
    index->events = m_options.events;
    index->timeAxis = model::TimeAxis::table(std::move(times));
    index->keyframes = model::KeyframeIndex(std::move(keyframes), m_options.frames);
    m_index = std::move(index);
}

model::Result<std::shared_ptr<const model::Segment>>
PosedReplay::readSegment(int keyframe, const model::Segment*, std::stop_token) const
{
    if (keyframe >= m_options.lostFrom && keyframe < m_options.lostEnd)
        return model::fail(model::ErrorCode::Damaged, QStringLiteral("lost"));
    return std::make_shared<const Frame>(*this, keyframe);
}

void PosedReplay::Frame::sample(model::FrameTime at, model::SamplePolicy, model::WorldState& out) const
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
        const glm::dquat turned = glm::angleAxis(glm::radians(posed.yaw), glm::dvec3(0.0, 1.0, 0.0)) *
                                  glm::angleAxis(glm::radians(-posed.pitch), glm::dvec3(1.0, 0.0, 0.0));
        out.orientations[row] = glm::quat(turned);
        out.flags[row] = posed.flags;
        out.provenance[row] = posed.provenance;
    }
}

} // namespace ghostline::test
