// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What needs no window: preparing and probing OpenGL, and pictures drawn off screen.
#include "render/view/viewport.h"

namespace ghostline::render {

/// One picture without any window (`--render`, tests): the same scene graph on an off-screen surface.
struct StillRequest
{
    ViewContent content{}; ///< the camera follows what is selected
    QSize pixels{1280, 720};
    CameraMode mode = CameraMode::Orbit;
    int sceneCamera = -1;                                                   ///< for CameraMode::Scene
    std::function<bool(const model::Event&, model::WorldState&)> stateOf{}; ///< for CameraMode::Director
    std::optional<CameraPose> camera; ///< fit to the actors when not given
    int followedGhost = 0;            ///< as in Viewport::setFollowedGhost()
    bool both = false;
    int samples = 4;
};
/// Tries to make a GL 3.3 core context current. Call before any Viewport; on failure use TopDownWidget
/// instead.
model::Result<GlInfo> probeGl();
/// Must be called first thing in main(), before QApplication.
void prepareGraphics();
model::Result<QImage> renderStill(const StillRequest& request);

} // namespace ghostline::render
