// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the verbs of the camera's path do: setting key points at the playhead, going through them, removing
// them. Each change is a step of the notes' history.
#include "app/gui/session/replay_session.h"

#include <QObject>
#include <QPointer>

namespace ghostline::app {

class Actions;
class ViewArea;

class PathVerbs : public QObject
{
    Q_OBJECT
public:
    /// Both outlive it.
    PathVerbs(Actions* actions, ViewArea* area, QObject* parent);
    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);

private:
    const std::vector<model::CameraKey>& path() const;
    void setKeyPoint();
    void goTo(const model::CameraKey* key);
    void removeNearest();
    void offer();

    Actions* m_actions;
    ViewArea* m_area;
    QPointer<ReplaySession> m_session;
};

} // namespace ghostline::app
