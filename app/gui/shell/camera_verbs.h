// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the verbs of the camera do: its modes, the scene's own cameras, bringing actors into view.
#include "render/camera/camera.h"

#include <QObject>

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
    void showMode(render::CameraMode mode);
    void namePlaces(const QStringList& names);

    Actions* m_actions;
    ViewArea* m_area;
};

} // namespace ghostline::app
