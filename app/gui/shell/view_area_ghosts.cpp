// SPDX-License-Identifier: GPL-3.0-or-later
// Ghosts in the view: their figures as time goes on, their trails, cameras that attend to them.
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/ghosts/ghost_trails.h"
#include "app/gui/shell/view_area.h"

#include <algorithm>

namespace ghostline::app {

void ViewArea::setGhosts(GhostSet* ghosts)
{
    if (m_ghosts != nullptr)
        m_ghosts->disconnect(this);
    m_ghosts = ghosts;
    attendTo(0, false);
    showGhosts();
    showGhostTrails();
    if (ghosts == nullptr)
        return;
    connect(ghosts, &GhostSet::figuresChanged, this, &ViewArea::showGhosts);
    connect(ghosts, &GhostSet::ghostsChanged, this, &ViewArea::onGhostsChanged);
    connect(ghosts, &GhostSet::alignmentChanged, this, [this] { m_trailTimer.start(0); });
}

GhostSet* ViewArea::ghosts() const { return m_ghosts; }

void ViewArea::onGhostsChanged()
{
    if (m_followedGhost != 0 && m_ghosts->ghost(m_followedGhost) == nullptr)
        followRunner();
    m_trailTimer.start(0);
}

void ViewArea::showGhosts()
{
    const auto figures = m_ghosts != nullptr ? m_ghosts->figures() : std::span<const render::GhostFigure>();
    m_viewport != nullptr ? m_viewport->setGhosts(figures) : m_map->setGhosts(figures);
    if (!m_trailTimer.isActive() && m_options.trails && !figures.empty())
        m_trailTimer.start();
}

void ViewArea::showGhostTrails()
{
    std::vector<render::Trail> trails;
    if (m_ghosts != nullptr && m_session != nullptr && m_options.trails)
        trails = ghostTrails(*m_ghosts, m_session->state().at, m_options.trailSeconds);
    m_viewport != nullptr ? m_viewport->setGhostTrails(trails) : m_map->setGhostTrails(trails);
    Q_EMIT ghostTrailsShown(trails);
}

void ViewArea::attendTo(int ghost, bool both)
{
    if (ghost == m_followedGhost && both == m_framesBoth)
        return;
    m_followedGhost = ghost;
    m_framesBoth = both;
    if (m_viewport != nullptr)
        m_viewport->setFollowedGhost(ghost, both);
    Q_EMIT followedGhostChanged();
}

bool ViewArea::attends() const
{
    return m_followedGhost != 0 || (m_session != nullptr && m_session->followed() != model::ActorId::None);
}

void ViewArea::followRunner()
{
    attendTo(0, false);
    if (m_session == nullptr || m_ghosts == nullptr)
        return;
    m_session->follow(m_ghosts->runner());
    setCameraMode(render::CameraMode::Follow);
}

bool ViewArea::followGhost(int id)
{
    if (m_viewport == nullptr || m_ghosts == nullptr || m_ghosts->ghost(id) == nullptr)
        return false;
    attendTo(id, false);
    setCameraMode(render::CameraMode::Follow);
    return true;
}

bool ViewArea::frameBoth(int id)
{
    if (m_viewport == nullptr || m_session == nullptr || m_ghosts == nullptr ||
        m_ghosts->ghost(id) == nullptr)
        return false;
    m_session->follow(m_ghosts->runner());
    attendTo(id, true);
    setCameraMode(render::CameraMode::Follow);
    return true;
}

int ViewArea::nextGhost() const
{
    const auto shown = m_ghosts != nullptr ? m_ghosts->figures() : std::span<const render::GhostFigure>();
    const auto followed = std::find_if(shown.begin(), shown.end(), [this](const render::GhostFigure& figure) {
        return figure.id == m_followedGhost;
    });
    if (shown.empty())
        return 0;
    return followed == shown.end() || followed + 1 == shown.end() ? shown.front().id : (followed + 1)->id;
}

} // namespace ghostline::app
