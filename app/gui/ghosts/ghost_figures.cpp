// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_figures.h"

#include <cmath>

namespace ghostline::app {

GhostFigures::GhostFigures(std::shared_ptr<model::ReplaySource> source,
                           std::shared_ptr<const model::ReplayIndex> index, std::size_t budget,
                           QObject* parent)
    : QObject(parent), m_index(std::move(index)), m_reader(std::move(source), budget)
{
    connect(&m_reader, &model::StateReader::ready, this, [this] {
        if (std::exchange(m_waiting, false))
            Q_EMIT arrived();
    });
    connect(&m_reader, &model::StateReader::failed, this, [this](int, const QString& why) {
        if (!std::exchange(m_told, true))
            Q_EMIT trouble(why);
    });
}

GhostFigures::~GhostFigures() = default;

void GhostFigures::setTrack(std::shared_ptr<const model::RunTrack> track)
{
    m_track = std::move(track);
    m_pose.orientation = {1.0F, 0.0F, 0.0F, 0.0F};
    m_there = false;
}

void GhostFigures::show(std::optional<model::FrameTime> at, model::SamplePolicy policy,
                        model::Direction toward)
{
    m_there = false;
    m_bones = {};
    if (at && m_track != nullptr)
        sample(*at, policy, toward);
}

void GhostFigures::sample(model::FrameTime at, model::SamplePolicy policy, model::Direction toward)
{
    const int keyframe = m_index->keyframes.at(at.frame);
    const bool known = m_sampled == at && m_policy == policy;
    if (known || m_reader.trySample(at, policy, m_state)) {
        m_sampled = at;
        m_policy = policy;
        m_waiting = false;
        takeFromState();
    } else {
        m_sampled.reset();
        m_waiting = true;
        takeFromTrack(at);
    }
    // Once per segment, not once per frame.
    if (keyframe == m_askedFor && toward == m_askedTo)
        return;
    m_askedFor = keyframe;
    m_askedTo = toward;
    m_reader.request(at, toward);
}

void GhostFigures::takeFromState()
{
    const std::ptrdiff_t found = m_state.row(m_track->actor);
    if (found < 0)
        return;
    const auto row = static_cast<std::size_t>(found);
    m_pose = {m_state.positions[row], m_state.orientations[row]};
    m_bones = m_state.bonesOf(row);
    m_there = (m_state.flags[row] & model::Hidden) == 0;
}

/// The place is right; how it was turned is remembered from before.
void GhostFigures::takeFromTrack(model::FrameTime at)
{
    m_pose.position = m_track->positionAt(at);
    m_there = std::isfinite(m_pose.position.x + m_pose.position.y + m_pose.position.z);
}

void GhostFigures::put(render::GhostFigure& figure) const
{
    figure.position = m_pose.position;
    figure.orientation = m_pose.orientation;
    figure.bones = m_bones;
}

} // namespace ghostline::app
