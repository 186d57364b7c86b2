// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What needs no window: preparing and probing OpenGL, and pictures drawn off screen.
#include "render/view/offscreen_view.h"
#include "render/view/viewport.h"

namespace ghostline::render {

/// One picture without any window (`--render`, tests): the same scene graph on an off-screen surface.
struct StillRequest
{
    ViewContent content{};
    QSize pixels{1280, 720};
    Look look{}; ///< nobody followed = who is selected
    std::function<bool(const model::Event&, model::WorldState&)> stateOf{}; ///< for CameraMode::Director
    int samples = 4;
    bool transparent = false; ///< as in OffscreenView::draw()
};
/// Tries to make a GL 3.3 core context current. Call before any Viewport; on failure use TopDownWidget
/// instead.
model::Result<GlInfo> probeGl();
/// Must be called first thing in main(), before QApplication.
void prepareGraphics();
model::Result<QImage> renderStill(const StillRequest& request);

} // namespace ghostline::render
