// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ghosts in the view: their figures as time goes on, cameras that attend to them, the split view.
#include "app/gui/session/replay_session.h"
#include "app/gui/view/view_camera.h"
#include "render/base/view_content.h"

#include <QPointer>

namespace ghostline::app {

class GhostSet;
class ReplayViews;
class ViewTrails;

class ViewGhosts : public QObject
{
    Q_OBJECT
public:
    /// Views, camera and trails outlive it.
    ViewGhosts(ReplayViews* views, ViewCamera* camera, ViewTrails* trails, QObject* parent);

    void setSession(ReplaySession* session);
    /// Whose figures and trails the view shows; not owned, null = none.
    void setGhosts(GhostSet* ghosts);
    GhostSet* ghosts() const;

    /// The camera behind the runner that ghosts are compared with.
    void followRunner();
    /// The camera behind a ghost, by Ghost::id; false, and nothing happens, where there is none of that id.
    bool follow(int id);
    /// Keeps the runner and a ghost in the picture together.
    bool frameBoth(int id);
    /// Shows two views side by side: the runner at the left, a ghost at the right. That ends where nobody is
    /// followed any more, and without ghosts.
    bool split(int id);
    void endSplit();
    bool isSplit() const { return m_shot == GhostShot::Split; }
    /// The ghost that comes after the followed one among those that are shown, 0 = none is shown.
    int next() const;
    /// The ghost of follow(), frameBoth() or split() as long as that holds, 0 = none.
    int followed() const { return m_followed; }
    bool framesBoth() const { return m_shot == GhostShot::Both; }
    /// The session follows this one now: whoever follows an actor leaves the ghost.
    void leaveFor(model::ActorId actor);
    /// In a split view: whom each half follows.
    void showHeadings();

Q_SIGNALS:
    void followedChanged();

private:
    void onGhostsChanged();
    void showFigures();
    void attendTo(int ghost, GhostShot shot);

    ReplayViews* m_views;
    ViewCamera* m_camera;
    ViewTrails* m_trails;
    QPointer<ReplaySession> m_session;
    QPointer<GhostSet> m_ghosts;
    int m_followed = 0;
    GhostShot m_shot = GhostShot::None;
    render::Recycler<render::GhostFrame> m_frames;
};

} // namespace ghostline::app
