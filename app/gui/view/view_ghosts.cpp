// SPDX-License-Identifier: GPL-3.0-or-later
// Who is attended to changes in one function: views, camera and headings follow from there.
#include "app/gui/view/view_ghosts.h"

#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_strip.h"
#include "app/gui/view/view_trails.h"

#include <utility>

namespace ghostline::app {

ViewGhosts::ViewGhosts(ReplayViews* views, ViewCamera* camera, ViewTrails* trails, QObject* parent)
    : QObject(parent), m_views(views), m_camera(camera), m_trails(trails)
{
    connect(m_camera, &ViewCamera::modeChanged, this, &ViewGhosts::showHeadings);
}

void ViewGhosts::setSession(ReplaySession* session)
{
    m_session = session;
    attendTo(0, GhostShot::None);
}

void ViewGhosts::setGhosts(GhostSet* ghosts)
{
    if (m_ghosts != nullptr)
        m_ghosts->disconnect(this);
    m_ghosts = ghosts;
    attendTo(0, GhostShot::None);
    m_trails->setGhosts(ghosts);
    showFigures();
    if (ghosts == nullptr)
        return;
    connect(ghosts, &GhostSet::figuresChanged, this, &ViewGhosts::showFigures);
    connect(ghosts, &GhostSet::ghostsChanged, this, &ViewGhosts::onGhostsChanged);
    connect(ghosts, &GhostSet::runnerChanged, this, &ViewGhosts::showHeadings);
}

GhostSet* ViewGhosts::ghosts() const { return m_ghosts; }

void ViewGhosts::onGhostsChanged()
{
    const Ghost* followed = m_followed != 0 ? m_ghosts->ghost(m_followed) : nullptr;
    if (isSplit() && (followed == nullptr || !followed->visible)) {
        const int other = next();
        attendTo(other, other != 0 ? GhostShot::Split : GhostShot::None);
    } else if (m_followed != 0 && followed == nullptr) {
        followRunner();
    }
}

void ViewGhosts::showFigures()
{
    const auto figures = m_ghosts != nullptr ? m_ghosts->figures() : std::span<const render::GhostFigure>();
    m_views->change([this, figures](render::ViewContent& c) {
        if (figures.empty()) {
            c.ghosts = {};
            return;
        }
        std::shared_ptr<render::GhostFrame> frame = m_frames.take();
        frame->assign(figures);
        c.ghosts = std::shared_ptr<const render::GhostFrame>(std::move(frame));
    });
    if (!figures.empty())
        m_trails->follow();
}

// ---- who is looked at ----

void ViewGhosts::attendTo(int ghost, GhostShot shot)
{
    if (ghost == m_followed && shot == m_shot)
        return;
    m_followed = ghost;
    m_shot = shot;
    m_camera->setGhostShot(shot);
    m_views->first().setFollowedGhost(isSplit() ? 0 : ghost, shot == GhostShot::Both);
    if (m_session != nullptr)
        m_views->first().setFollowed(m_session->actors()->followed()); // a map goes back to them
    if (isSplit())
        m_views->split().setFollowedGhost(ghost);
    else
        m_views->join();
    showHeadings();
    if (ghost != 0)
        showFigures(); // and to a ghost
    Q_EMIT followedChanged();
}

void ViewGhosts::leaveFor(model::ActorId actor)
{
    if (!isSplit() || actor == model::ActorId::None)
        attendTo(0, GhostShot::None);
}

void ViewGhosts::showHeadings()
{
    if (!isSplit())
        return;
    const render::Theme& theme = m_views->content().theme;
    ViewHeading::Content left{.name = cameraName(m_camera->mode()), .role = {}, .mark = std::nullopt};
    const model::ReplayInfo& info = m_session->info();
    const model::ActorInfo* actor = info.actor(m_session->actors()->followed());
    if (actor != nullptr && isAttached(m_camera->mode())) {
        left.name = actor->name;
        left.role = actor->id == m_ghosts->runner() ? tr("runner") : QString();
        if (left.role.compare(left.name, Qt::CaseInsensitive) == 0)
            left.role.clear();
        left.mark = std::pair(actorMark(*actor, info.teams), render::actorColor(theme, *actor, info.teams));
    }
    m_views->first().heading()->setContent(left);
    if (const Ghost* ghost = m_ghosts->ghost(m_followed))
        m_views->second()->heading()->setContent(
            {ghost->name, tr("ghost"), std::pair(markFor(ghost->hue), theme.hue(ghost->hue))});
}

void ViewGhosts::followRunner()
{
    if (!isSplit())
        attendTo(0, GhostShot::None);
    if (m_session == nullptr || m_ghosts == nullptr)
        return;
    m_session->actors()->follow(m_ghosts->runner());
    m_camera->setMode(render::CameraMode::Follow);
}

bool ViewGhosts::follow(int id)
{
    if (m_ghosts == nullptr || m_ghosts->ghost(id) == nullptr)
        return false;
    attendTo(id, isSplit() ? GhostShot::Split : GhostShot::Follow);
    if (!isSplit())
        m_camera->setMode(render::CameraMode::Follow);
    return true;
}

bool ViewGhosts::frameBoth(int id)
{
    if (m_views->first().viewport() == nullptr || m_session == nullptr || m_ghosts == nullptr ||
        m_ghosts->ghost(id) == nullptr)
        return false;
    m_session->actors()->follow(m_ghosts->runner());
    attendTo(id, GhostShot::Both);
    m_camera->setMode(render::CameraMode::Follow);
    return true;
}

bool ViewGhosts::split(int id)
{
    const Ghost* ghost = m_ghosts != nullptr ? m_ghosts->ghost(id) : nullptr;
    if (m_session == nullptr || ghost == nullptr || !ghost->visible)
        return false;
    m_session->actors()->follow(m_ghosts->runner());
    attendTo(id, GhostShot::Split);
    m_camera->setMode(render::CameraMode::Follow); // of both
    return true;
}

void ViewGhosts::endSplit()
{
    if (isSplit())
        attendTo(0, GhostShot::None);
}

int ViewGhosts::next() const
{
    int first = 0;
    for (const render::GhostFigure& figure :
         m_ghosts != nullptr ? m_ghosts->figures() : std::span<const render::GhostFigure>()) {
        if (!m_ghosts->ghost(figure.id)->visible)
            continue; // just switched off: its figure is about to go
        if (figure.id > m_followed)
            return figure.id; // they stand in the order in which they came
        first = first == 0 ? figure.id : first;
    }
    return first;
}

} // namespace ghostline::app
