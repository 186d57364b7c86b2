// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the verbs of the camera do: its modes, its path, the scene's own cameras, bringing actors into view.
#include "render/camera/camera.h"

#include <QObject>

#include <functional>

namespace ghostline::app {

class Actions;
class PathVerbs;
class ReplaySession;
class ViewArea;

class CameraVerbs : public QObject
{
    Q_OBJECT
public:
    /// Both outlive it.
    CameraVerbs(Actions* actions, ViewArea* area, QObject* parent);
    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);

private:
    /// What the verb does to the camera, the user does.
    void onCamera(const QString& verb, const std::function<void()>& move);
    void showMode(render::CameraMode mode);
    void namePlaces(const QStringList& names);

    Actions* m_actions;
    ViewArea* m_area;
    PathVerbs* m_path;
};

} // namespace ghostline::app
