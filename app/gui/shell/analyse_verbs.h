// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the verbs of looking closer do, and the menu of an actor: going through events, plotting, the dialogs
// of what is worked out.
#include "app/gui/session/replay_session.h"
#include "model/codec/codec_registry.h"
#include "model/metrics/metrics.h"

#include <QPointer>

namespace ghostline::app {

class Actions;
class AnalysesDialog;
class Docks;
class Layouts;
class ReviewDesk;
class ViewArea;

class AnalyseVerbs : public QObject
{
    Q_OBJECT
public:
    /// What other recordings than the open one are opened with.
    struct Opening
    {
        std::shared_ptr<const model::CodecRegistry> registry;
        model::Options codec;
    };
    /// All outlive it; `reviewDesk` goes through flags as long as its panel is in sight.
    AnalyseVerbs(Actions* actions, Docks* docks, Layouts* layouts, ReviewDesk* reviewDesk, ViewArea* area,
                 Opening opening);
    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void plot(const model::MetricRequest& request);
    void seeWithEyesOf(model::ActorId actor);
    /// `more`: what the place where it was asked for adds; null = nothing.
    void showActorMenu(model::ActorId actor, QPoint at, QAction* more = nullptr);

Q_SIGNALS:
    void sessionChanged(ghostline::app::ReplaySession* session);

private:
    void bindEvents(ReviewDesk* reviewDesk);
    void bindDialogs();
    void offer();
    void plotSpeed(model::ActorId actor);
    void plotDistance(model::ActorId actor, model::ActorId other);

    Actions* m_actions;
    Docks* m_docks;
    Layouts* m_layouts;
    ViewArea* m_area;
    Opening m_opening;
    QPointer<ReplaySession> m_session;
};

} // namespace ghostline::app
