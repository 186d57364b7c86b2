// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Eyes of the frame graph, and the parameters that go with each.
#include "render/base/light.h"
#include "render/qt3d/forward.h"

#include <QMatrix4x4>
#include <QSize>

#include <glm/glm.hpp>
#include <span>

namespace Qt3DCore {
class QTransform;
}

namespace ghostline::render {

QMatrix4x4 toMatrix(const glm::dmat4& m);

/// A camera of our own: matrices come from camera.cpp, nothing is derived a second time.
struct GraphCamera
{
    Qt3DCore::QEntity* entity = nullptr;
    Qt3DRender::QCameraLens* lens = nullptr;
    Qt3DCore::QTransform* transform = nullptr;
    Qt3DRender::QParameter* viewport = nullptr; ///< vec3 for the shaders: size in pixels, scale
    /// For every shader that has them: vec3 fogColour; vec3 fogRange, where it starts (metres before the
    /// eye), how much it grows with each metre, and its density.
    Qt3DRender::QParameter* fogColour = nullptr;
    Qt3DRender::QParameter* fogRange = nullptr;
    void set(const QMatrix4x4& view, const QMatrix4x4& projection, QSize pixels, double scale) const;
    void setFog(const Fog& fog) const;
    /// Below `parent`: all of its surface as this camera sees it. What is drawn goes below what is returned.
    Qt3DRender::QFrameGraphNode* select(Qt3DRender::QFrameGraphNode* parent,
                                        std::span<Qt3DRender::QParameter* const> more = {}) const;
};

GraphCamera makeGraphCamera(Qt3DCore::QEntity* parent);
/// What is drawn below it comes by the depth of the middle of its bounds, the nearest first, so that it hides
/// the rest early.
Qt3DRender::QFrameGraphNode* drawNearestFirst(Qt3DRender::QFrameGraphNode* parent);
/// Draws layer after layer, and returns the last node.
Qt3DRender::QFrameGraphNode* addLayers(Qt3DRender::QFrameGraphNode* parent,
                                       std::span<Qt3DRender::QLayer* const> layers);

} // namespace ghostline::render
