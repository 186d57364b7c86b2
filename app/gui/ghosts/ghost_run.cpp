// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_run.h"

#include "app/gui/ghosts/ghost_trails.h"

#include <cmath>

namespace ghostline::app {

namespace {

constexpr std::size_t RunCacheBudget = std::size_t{32} << 20; // bytes of decoded segments

} // namespace

GhostRun::GhostRun(Ghost ghost, std::shared_ptr<model::ReplaySource> source)
    : m_ghost(std::move(ghost)),
      m_reader(std::make_shared<model::StateReader>(std::move(source), RunCacheBudget))
{
}

render::GhostFigure figureOf(const Ghost& ghost)
{
    const model::ReplayInfo& info = *ghost.index->info;
    render::GhostFigure figure;
    figure.id = ghost.id;
    figure.hue = ghost.hue;
    figure.info = info.actor(ghost.actor);
    if (figure.info->skeleton >= 0 && static_cast<std::size_t>(figure.info->skeleton) < info.skeletons.size())
        figure.skeleton = &info.skeletons[static_cast<std::size_t>(figure.info->skeleton)];
    figure.name = ghost.name;
    figure.owner = ghost.index->info;
    return figure;
}

std::optional<render::GhostFigure> GhostRun::figureAt(model::FrameTime shown, model::SamplePolicy policy)
{
    const auto at = m_ghost.clock.ghostAt(shown);
    if (!at || !m_reader->stateAt(*at, policy, m_state))
        return std::nullopt;
    const std::ptrdiff_t found = m_state.row(m_ghost.track->actor);
    if (found < 0 || (m_state.flags[static_cast<std::size_t>(found)] & model::Hidden) != 0)
        return std::nullopt;
    const auto row = static_cast<std::size_t>(found);
    render::GhostFigure figure = figureOf(m_ghost);
    figure.position = m_state.positions[row];
    figure.orientation = m_state.orientations[row];
    figure.bones = m_state.bonesOf(row);
    return figure;
}

std::vector<render::Trail> GhostRun::trailAt(model::FrameTime shown, double seconds) const
{
    const auto now = m_ghost.clock.ghostAt(shown);
    return now ? trailsOf(*m_ghost.track, *now, seconds, m_ghost.hue) : std::vector<render::Trail>{};
}

std::optional<double> GhostRun::deltaAt(model::FrameTime shown) const
{
    const double delta = m_ghost.clock.gapAt(shown).delta;
    return std::isfinite(delta) ? std::optional(delta) : std::nullopt;
}

} // namespace ghostline::app
