// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A branch of the frame graph that draws with shadows, ambient occlusion and smooth edges: into textures of
// its own, as what is solid must be finished before it is shaded.
#include "render/base/sun_view.h"
#include "render/qt3d/graph_camera.h"

#include <QColor>

#include <optional>

namespace ghostline::render {

/// Solid things, those that lie over them in their order, and the three pictures that are worked out from
/// them.
struct FineLayers
{
    Qt3DRender::QLayer* solid = nullptr;
    std::span<Qt3DRender::QLayer* const> over;
    Qt3DRender::QLayer* occlude = nullptr;
    Qt3DRender::QLayer* shade = nullptr;
    Qt3DRender::QLayer* resolve = nullptr; ///< null = the picture stays in its texture
};

class FinePasses
{
public:
    static constexpr int Samples = 4;

    /// Below `parent`, which goes after this one.
    FinePasses(Qt3DCore::QEntity* root, Qt3DRender::QFrameGraphNode* parent, const GraphCamera& camera,
               const FineLayers& layers);

    void setEnabled(bool enabled);
    void setOcclusion(bool on);
    void setClearColour(const QColor& colour);
    /// Makes the textures this large.
    void setSize(QSize pixels);
    /// Shadows of what the camera sees. `ground`: height of the plain ground, which is no thing; none = there
    /// is none.
    void setSun(const glm::dmat4& view, const glm::dmat4& projection, const glm::dvec3& toSun,
                const SunStage& stage, std::optional<double> ground);
    /// As a frustum: all that may throw a shadow into the picture.
    const glm::dmat4& casters() const { return m_casters; }
    /// The last node that draws.
    Qt3DRender::QFrameGraphNode* last() const { return m_last; }

private:
    void makeTextures(Qt3DCore::QNode* parent);
    void makeParameters(Qt3DCore::QNode* parent);
    Qt3DRender::QRenderTargetSelector* into(Qt3DRender::QFrameGraphNode* parent,
                                            Qt3DRender::QRenderTarget* target) const;

    struct Textures
    {
        Qt3DRender::QAbstractTexture* colour = nullptr;
        Qt3DRender::QAbstractTexture* depth = nullptr;
        Qt3DRender::QAbstractTexture* occlusion = nullptr;
        Qt3DRender::QAbstractTexture* shadow = nullptr;
    };
    struct Targets
    {
        Qt3DRender::QRenderTarget* picture = nullptr;
        Qt3DRender::QRenderTarget* colour = nullptr; ///< without depth, which is read meanwhile
        Qt3DRender::QRenderTarget* occlusion = nullptr;
        Qt3DRender::QRenderTarget* shadow = nullptr;
    };
    struct Parameters
    {
        Qt3DRender::QParameter* depthMap = nullptr;
        Qt3DRender::QParameter* colourMap = nullptr;
        Qt3DRender::QParameter* occlusionMap = nullptr;
        Qt3DRender::QParameter* shadowMap = nullptr;
        Qt3DRender::QParameter* plainGround = nullptr;
        Qt3DRender::QParameter* sunMatrix = nullptr;
        Qt3DRender::QParameter* shadowSize = nullptr;
        Qt3DRender::QParameter* occlusion = nullptr;
        Qt3DRender::QParameter* samples = nullptr;
    };
    Qt3DRender::QFrameGraphNode* m_branch = nullptr;
    Qt3DRender::QFrameGraphNode* m_occlusion = nullptr;
    Qt3DRender::QFrameGraphNode* m_last = nullptr;
    Qt3DRender::QClearBuffers* m_clear = nullptr;
    GraphCamera m_sun;
    Textures m_textures;
    Targets m_targets;
    Parameters m_parameters;
    QSize m_size;
    glm::dmat4 m_casters{1.0};
};

} // namespace ghostline::render
