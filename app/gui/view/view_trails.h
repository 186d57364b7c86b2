// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps the trails of actors and ghosts in the views up to date.
#include "app/gui/session/replay_session.h"
#include "app/gui/view/trail_builder.h"

#include <QPointer>
#include <QTimer>

namespace ghostline::app {

class GhostSet;
class ReplayViews;

class ViewTrails : public QObject
{
    Q_OBJECT
public:
    /// The views outlive it.
    ViewTrails(ReplayViews* views, QObject* parent);

    /// null = none; what was kept of the one before goes.
    void setSession(ReplaySession* session);
    void setGhosts(GhostSet* ghosts);
    /// Something has moved: they follow soon, if they are shown.
    void follow();
    /// They are others altogether: at the next opportunity.
    void renew() { m_timer.start(0); }
    /// Nothing that was kept of them holds.
    void clear() { m_builder.clear(); }

private:
    void show();
    void showGhosts();

    ReplayViews* m_views;
    QPointer<ReplaySession> m_session;
    QPointer<GhostSet> m_ghosts;
    TrailBuilder m_builder;
    QTimer m_timer;
};

} // namespace ghostline::app
