// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the verbs of the camera do: its modes, the scene's own cameras, bringing actors into view.
#include "render/camera/camera.h"

#include <QObject>

#include <functional>

namespace ghostline::app {

class Actions;
class ViewArea;

class CameraVerbs : public QObject
{
    Q_OBJECT
public:
    /// Both outlive it.
    CameraVerbs(Actions* actions, ViewArea* area, QObject* parent);

private:
    /// What the verb does to the camera, the user does.
    void onCamera(const QString& verb, const std::function<void()>& move);
    void showMode(render::CameraMode mode);
    void namePlaces(const QStringList& names);

    Actions* m_actions;
    ViewArea* m_area;
};

} // namespace ghostline::app
