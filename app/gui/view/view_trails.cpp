// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/view_trails.h"

#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/ghosts/ghost_trails.h"
#include "app/gui/view/replay_views.h"

#include <algorithm>
#include <utility>

namespace ghostline::app {

namespace {

/// Trails move at 10 Hz: rebuilding their lines costs more than the rest of a frame.
constexpr int TrailIntervalMs = 100;

} // namespace

ViewTrails::ViewTrails(ReplayViews* views, QObject* parent) : QObject(parent), m_views(views)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(TrailIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &ViewTrails::show);
}

void ViewTrails::setSession(ReplaySession* session)
{
    m_session = session;
    m_builder.clear();
    m_timer.stop();
}

void ViewTrails::setGhosts(GhostSet* ghosts)
{
    if (m_ghosts != nullptr)
        m_ghosts->disconnect(this);
    m_ghosts = ghosts;
    showGhosts();
    if (ghosts == nullptr)
        return;
    connect(ghosts, &GhostSet::ghostsChanged, this, &ViewTrails::renew);
    connect(ghosts, &GhostSet::alignmentChanged, this, &ViewTrails::renew);
}

void ViewTrails::follow()
{
    if (!m_timer.isActive() && m_views->content().options.trails)
        m_timer.start(TrailIntervalMs);
}

void ViewTrails::show()
{
    if (m_session == nullptr)
        return;
    const render::ViewOptions& options = m_views->content().options;
    const double seconds = options.trails ? options.trailSeconds : 0.0;
    std::vector<model::ActorId> chosen{m_session->actors()->selected()};
    for (const model::Selected& pick : m_session->playback()->state().selected) {
        if (pick.by == m_session->actors()->selected())
            chosen.push_back(pick.actor);
    }
    std::sort(chosen.begin(), chosen.end());
    std::vector<render::Trail> trails =
        m_builder.build(m_session->playback()->reader(), m_session->index()->timeAxis, m_session->info(),
                        m_session->playback()->state(), seconds, m_session->actors()->hidden(), chosen);
    m_views->change([&trails](render::ViewContent& c) { c.trails = std::move(trails); });
    showGhosts();
}

void ViewTrails::showGhosts()
{
    const render::ViewOptions& options = m_views->content().options;
    std::vector<render::Trail> trails;
    if (m_ghosts != nullptr && m_session != nullptr && options.trails)
        trails = ghostTrails(*m_ghosts, m_session->playback()->state().at, options.trailSeconds);
    m_views->change([&trails](render::ViewContent& c) {
        if (trails.empty())
            c.ghostTrails = {};
        else
            c.ghostTrails = std::move(trails);
    });
}

} // namespace ghostline::app
