// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The frame graph: an off-screen branch for pictures, then the window. Order and nodes as Qt 3D needs them.
#include "render/base/light.h"
#include "render/qt3d/forward.h"

#include <QColor>
#include <QMatrix4x4>
#include <QSize>

#include <array>
#include <span>

class QObject;
namespace Qt3DCore {
class QTransform;
}

namespace ghostline::render {

/// In the order they are drawn. Entities within one pass come in no fixed order, so what blends has a pass of
/// its own. Board is of the window only: it is painted for one size of picture.
enum class Pass { Opaque, Grid, Shell, Marks, Held, Lines, Overlay, Board };
inline constexpr std::size_t Passes = 8;

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
};

struct FrameGraph
{
    /// `surface`: a QWindow, or a QOffscreenSurface when there is no window branch.
    FrameGraph(Qt3DCore::QEntity* root, QObject* surface, bool windowed,
               std::array<Qt3DRender::QLayer*, Passes> layers);

    /// Makes the off-screen target this large. samples 1 = no antialiasing.
    void setTarget(QSize pixels, int samples);
    void setClearColour(const QColor& colour);

    Qt3DRender::QRenderSurfaceSelector* root = nullptr;
    Qt3DRender::QFrameGraphNode* offscreen = nullptr;
    Qt3DRender::QRenderCapture* capture = nullptr;
    GraphCamera windowCamera;
    GraphCamera offscreenCamera;

private:
    GraphCamera makeCamera(Qt3DCore::QEntity* parent) const;
    Qt3DRender::QFrameGraphNode* addPasses(Qt3DRender::QFrameGraphNode* parent, const GraphCamera& camera,
                                           std::span<Qt3DRender::QLayer* const> layers) const;
    std::array<Qt3DRender::QClearBuffers*, 2> m_clears{};
    Qt3DRender::QRenderTargetSelector* m_target = nullptr;
    QSize m_targetSize;
    int m_targetSamples = 0;
};

} // namespace ghostline::render
