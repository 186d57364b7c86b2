// SPDX-License-Identifier: GPL-3.0-or-later
// Ghosts in the view: their figures as time goes on, their trails, cameras that attend to them, the split
// view.
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/ghosts/ghost_trails.h"
#include "app/gui/shell/replay_views.h"
#include "app/gui/shell/view_area.h"
#include "app/gui/shell/view_strip.h"

namespace ghostline::app {

namespace {

/// Keeps to whom it is told to.
bool isAttached(render::CameraMode mode)
{
    return mode == render::CameraMode::Follow || mode == render::CameraMode::FirstPerson ||
           mode == render::CameraMode::TopDown;
}

} // namespace

void ViewArea::setGhosts(GhostSet* ghosts)
{
    if (m_ghosts != nullptr)
        m_ghosts->disconnect(this);
    m_ghosts = ghosts;
    attendTo(0, GhostShot::None);
    showGhosts();
    showGhostTrails();
    if (ghosts == nullptr)
        return;
    connect(ghosts, &GhostSet::figuresChanged, this, &ViewArea::showGhosts);
    connect(ghosts, &GhostSet::ghostsChanged, this, &ViewArea::onGhostsChanged);
    connect(ghosts, &GhostSet::alignmentChanged, this, [this] { m_trailTimer.start(0); });
    connect(ghosts, &GhostSet::runnerChanged, this, &ViewArea::showHeadings);
}

GhostSet* ViewArea::ghosts() const { return m_ghosts; }

void ViewArea::onGhostsChanged()
{
    const Ghost* followed = m_followedGhost != 0 ? m_ghosts->ghost(m_followedGhost) : nullptr;
    if (isSplit() && (followed == nullptr || !followed->visible)) {
        const int next = nextGhost();
        attendTo(next, next != 0 ? GhostShot::Split : GhostShot::None);
    } else if (m_followedGhost != 0 && followed == nullptr) {
        followRunner();
    }
    m_trailTimer.start(0);
}

void ViewArea::showGhosts()
{
    const auto figures = m_ghosts != nullptr ? m_ghosts->figures() : std::span<const render::GhostFigure>();
    m_views->setGhosts(figures);
    if (!m_trailTimer.isActive() && m_options.trails && !figures.empty())
        m_trailTimer.start();
}

void ViewArea::showGhostTrails()
{
    std::vector<render::Trail> trails;
    if (m_ghosts != nullptr && m_session != nullptr && m_options.trails)
        trails = ghostTrails(*m_ghosts, m_session->state().at, m_options.trailSeconds);
    m_views->setGhostTrails(trails);
    Q_EMIT ghostTrailsShown(trails);
}

// ---- who is looked at ----

void ViewArea::attendTo(int ghost, GhostShot shot)
{
    if (ghost == m_followedGhost && shot == m_shot)
        return;
    m_followedGhost = ghost;
    m_shot = shot;
    m_views->first().setFollowedGhost(isSplit() ? 0 : ghost, shot == GhostShot::Both);
    if (m_session != nullptr)
        m_views->first().setFollowed(m_session->followed()); // a map goes back to them
    if (!isSplit())
        m_views->join();
    else if (m_views->second() == nullptr)
        openSecond();
    else
        m_views->second()->setFollowedGhost(ghost);
    showHeadings();
    if (ghost != 0)
        showGhosts(); // and to a ghost
    Q_EMIT followedGhostChanged();
}

void ViewArea::openSecond()
{
    ReplayView& second = m_views->split();
    second.setFollowedGhost(m_followedGhost);
    second.setState(m_session->state());
    m_trailTimer.start(0);
}

/// The second view keeps to its ghost, whichever way the first one goes.
void ViewArea::passMode(render::CameraMode mode)
{
    const ReplayView* second = m_views->second();
    if (second != nullptr && second->viewport() != nullptr && isAttached(mode))
        second->viewport()->setCameraMode(mode);
}

/// In a split view: whom each half follows.
void ViewArea::showHeadings()
{
    if (!isSplit())
        return;
    ViewHeading::Content left{.name = cameraName(m_mode), .role = {}, .mark = std::nullopt};
    const model::ReplayInfo& info = m_session->info();
    const model::ActorInfo* actor = info.actor(m_session->followed());
    if (actor != nullptr && isAttached(m_mode)) {
        left.name = actor->name;
        left.role = actor->id == m_ghosts->runner() ? tr("runner") : QString();
        if (left.role.compare(left.name, Qt::CaseInsensitive) == 0)
            left.role.clear();
        left.mark = std::pair(actorMark(*actor, info.teams), render::actorColor(m_theme, *actor, info.teams));
    }
    m_views->first().heading()->setContent(left);
    if (const Ghost* ghost = m_ghosts->ghost(m_followedGhost))
        m_views->second()->heading()->setContent(
            {ghost->name, tr("ghost"), std::pair(markFor(ghost->hue), m_theme.hue(ghost->hue))});
}

bool ViewArea::attends() const
{
    return m_followedGhost != 0 || (m_session != nullptr && m_session->followed() != model::ActorId::None);
}

void ViewArea::followRunner()
{
    if (!isSplit())
        attendTo(0, GhostShot::None);
    if (m_session == nullptr || m_ghosts == nullptr)
        return;
    m_session->follow(m_ghosts->runner());
    setCameraMode(render::CameraMode::Follow);
}

bool ViewArea::followGhost(int id)
{
    if (m_ghosts == nullptr || m_ghosts->ghost(id) == nullptr)
        return false;
    attendTo(id, isSplit() ? GhostShot::Split : GhostShot::Follow);
    if (!isSplit())
        setCameraMode(render::CameraMode::Follow);
    return true;
}

bool ViewArea::frameBoth(int id)
{
    if (m_viewport == nullptr || m_session == nullptr || m_ghosts == nullptr ||
        m_ghosts->ghost(id) == nullptr)
        return false;
    m_session->follow(m_ghosts->runner());
    attendTo(id, GhostShot::Both);
    setCameraMode(render::CameraMode::Follow);
    return true;
}

bool ViewArea::split(int id)
{
    const Ghost* ghost = m_ghosts != nullptr ? m_ghosts->ghost(id) : nullptr;
    if (m_session == nullptr || ghost == nullptr || !ghost->visible)
        return false;
    m_session->follow(m_ghosts->runner());
    attendTo(id, GhostShot::Split);
    setCameraMode(render::CameraMode::Follow); // of both
    return true;
}

void ViewArea::endSplit()
{
    if (isSplit())
        attendTo(0, GhostShot::None);
}

int ViewArea::nextGhost() const
{
    int first = 0;
    for (const render::GhostFigure& figure :
         m_ghosts != nullptr ? m_ghosts->figures() : std::span<const render::GhostFigure>()) {
        if (!m_ghosts->ghost(figure.id)->visible)
            continue; // just switched off: its figure is about to go
        if (figure.id > m_followedGhost)
            return figure.id; // they stand in the order in which they came
        first = first == 0 ? figure.id : first;
    }
    return first;
}

} // namespace ghostline::app
