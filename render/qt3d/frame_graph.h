// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The frame graph: an off-screen branch for pictures, then the window. Order and nodes as Qt 3D needs them.
#include "render/base/quality.h"
#include "render/qt3d/fine_passes.h"

#include <array>
#include <memory>

class QObject;

namespace ghostline::render {

/// In the order they are drawn. Entities within one pass come in no fixed order, so what blends has a pass of
/// its own. Board is of the window only: it is painted for one size of picture. The last three are worked out
/// from the picture itself, in FinePasses.
enum class Pass { Opaque, Grid, Shell, Marks, Held, Lines, Corner, Overlay, Board, Occlude, Shade, Resolve };
inline constexpr std::size_t Passes = 12;
inline constexpr std::size_t DrawnPasses = 9;

class FrameGraph
{
public:
    /// `surface`: a QWindow, or a QOffscreenSurface when there is no window branch.
    FrameGraph(Qt3DCore::QEntity* root, QObject* surface, bool windowed,
               std::array<Qt3DRender::QLayer*, Passes> layers);

    /// What is needed for it is made when it is first asked for, and kept: nodes that go while Qt 3D runs are
    /// what it handles worst.
    void setQuality(Quality quality);
    Quality quality() const { return m_quality; }
    /// Whether a quality above Low was ever asked for.
    bool hasFinePasses() const { return m_offscreen.fine != nullptr; }
    /// Makes the off-screen target this large. samples 1 = no antialiasing; only for Quality::Low.
    void setTarget(QSize pixels, int samples);
    void setClearColour(const QColor& colour);
    /// Null where it is not in use.
    FinePasses* windowPasses() const { return inUse(m_window); }
    FinePasses* offscreenPasses() const { return inUse(m_offscreen); }
    Qt3DRender::QRenderCapture* capture() const;

    Qt3DRender::QRenderSurfaceSelector* root = nullptr;
    Qt3DRender::QFrameGraphNode* offscreen = nullptr;
    GraphCamera windowCamera;
    GraphCamera offscreenCamera;

private:
    /// One picture, drawn in one of two ways.
    struct Branch
    {
        Qt3DRender::QFrameGraphNode* node = nullptr;
        Qt3DRender::QFrameGraphNode* plain = nullptr;
        Qt3DRender::QClearBuffers* clear = nullptr;
        std::unique_ptr<FinePasses> fine;
    };
    FinePasses* inUse(const Branch& branch) const
    {
        return m_quality == Quality::Low ? nullptr : branch.fine.get();
    }
    void buildPlain(Branch& branch, Qt3DRender::QFrameGraphNode* under, const GraphCamera& camera,
                    std::span<Qt3DRender::QLayer* const> layers);
    void buildFine(Branch& branch, const GraphCamera& camera, std::size_t drawn);
    void change(Branch& branch) const;

    Qt3DCore::QEntity* m_rootEntity;
    std::array<Qt3DRender::QLayer*, Passes> m_layers;
    Branch m_offscreen;
    Branch m_window;
    Qt3DRender::QRenderCapture* m_plainCapture = nullptr;
    Qt3DRender::QRenderCapture* m_fineCapture = nullptr;
    Qt3DRender::QRenderTargetSelector* m_target = nullptr;
    QSize m_targetSize;
    int m_targetSamples = 0;
    Quality m_quality = Quality::Low;
    QColor m_clearColour;
};

} // namespace ghostline::render
