// SPDX-License-Identifier: GPL-3.0-or-later
// Depth as the sun sees it; what is solid, into samples; how open each place is; both multiplied into the
// colours; what lies over them; the mean of the samples into the window.
#include "render/qt3d/fine_passes.h"

#include <QVector2D>
#include <QVector4D>
#include <Qt3DCore/QEntity>
#include <Qt3DRender/QClearBuffers>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QNoDraw>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderTarget>
#include <Qt3DRender/QRenderTargetOutput>
#include <Qt3DRender/QRenderTargetSelector>
#include <Qt3DRender/QSubtreeEnabler>
#include <Qt3DRender/QTexture>
#include <Qt3DRender/QTextureWrapMode>

namespace ghostline::render {

using namespace Qt3DCore;
using namespace Qt3DRender;

namespace {

constexpr int ShadowCells = 2048;          // of the map, a side
constexpr float OcclusionStrength = 0.65F; // of what the shader finds

QAbstractTexture* setUp(QAbstractTexture* texture, QAbstractTexture::TextureFormat format, QSize pixels)
{
    texture->setFormat(format);
    texture->setSize(pixels.width(), pixels.height());
    texture->setGenerateMipMaps(false);
    texture->setMinificationFilter(QAbstractTexture::Nearest);
    texture->setMagnificationFilter(QAbstractTexture::Nearest);
    texture->setWrapMode(QTextureWrapMode(QTextureWrapMode::ClampToEdge));
    return texture;
}

QAbstractTexture* sampled(QNode* parent, QAbstractTexture::TextureFormat format)
{
    auto* texture = new QTexture2DMultisample(parent);
    texture->setSamples(FinePasses::Samples);
    return setUp(texture, format, {1, 1});
}

void addOutput(QRenderTarget* target, QRenderTargetOutput::AttachmentPoint point, QAbstractTexture* texture)
{
    auto* output = new QRenderTargetOutput(target);
    output->setAttachmentPoint(point);
    output->setTexture(texture);
    target->addOutput(output);
}

QParameter* textureParameter(const char* name, QAbstractTexture* texture, QNode* parent)
{
    return new QParameter(QString::fromLatin1(name), QVariant::fromValue(texture), parent);
}

/// From the edges of a picture, -1 .. 1, to the place in its texture, 0 .. 1.
QMatrix4x4 toTexture()
{
    QMatrix4x4 out;
    out.translate(0.5F, 0.5F, 0.5F);
    out.scale(0.5F);
    return out;
}

} // namespace

void FinePasses::makeTextures(QNode* parent)
{
    m_textures.colour = sampled(parent, QAbstractTexture::RGBA8_UNorm);
    m_textures.depth = sampled(parent, QAbstractTexture::D24);
    m_textures.occlusion = setUp(new QTexture2D(parent), QAbstractTexture::RG16F, {1, 1});
    m_textures.shadow = setUp(new QTexture2D(parent), QAbstractTexture::D24, {ShadowCells, ShadowCells});
    m_textures.shadow->setMinificationFilter(QAbstractTexture::Linear);
    m_textures.shadow->setMagnificationFilter(QAbstractTexture::Linear);
    m_textures.shadow->setComparisonFunction(QAbstractTexture::CompareLessEqual);
    m_textures.shadow->setComparisonMode(QAbstractTexture::CompareRefToTexture);

    for (QRenderTarget** target :
         {&m_targets.picture, &m_targets.colour, &m_targets.occlusion, &m_targets.shadow})
        *target = new QRenderTarget(parent);
    addOutput(m_targets.picture, QRenderTargetOutput::Color0, m_textures.colour);
    addOutput(m_targets.picture, QRenderTargetOutput::Depth, m_textures.depth);
    addOutput(m_targets.colour, QRenderTargetOutput::Color0, m_textures.colour);
    addOutput(m_targets.occlusion, QRenderTargetOutput::Color0, m_textures.occlusion);
    addOutput(m_targets.shadow, QRenderTargetOutput::Depth, m_textures.shadow);
}

void FinePasses::makeParameters(QNode* parent)
{
    const auto parameter = [parent](const char* name, const QVariant& value) {
        return new QParameter(QString::fromLatin1(name), value, parent);
    };
    m_parameters = {textureParameter("depthMap", m_textures.depth, parent),
                    textureParameter("colourMap", m_textures.colour, parent),
                    textureParameter("occlusionMap", m_textures.occlusion, parent),
                    textureParameter("shadowMap", m_textures.shadow, parent),
                    parameter("plainGround", QVector2D()),
                    parameter("sunMatrix", QMatrix4x4()),
                    parameter("shadowSize", QVector4D()),
                    parameter("occlusion", 0.0F),
                    parameter("samples", Samples)};
}

QRenderTargetSelector* FinePasses::into(QFrameGraphNode* parent, QRenderTarget* target) const
{
    auto* selector = new QRenderTargetSelector(parent);
    selector->setTarget(target);
    return selector;
}

FinePasses::FinePasses(QEntity* root, QFrameGraphNode* parent, const GraphCamera& camera,
                       const FineLayers& layers)
    : m_branch(new QSubtreeEnabler(parent)), m_sun(makeGraphCamera(root))
{
    makeTextures(m_branch);
    makeParameters(m_branch);
    const auto draw = [](QFrameGraphNode* below, QLayer* layer) { addLayers(below, std::span(&layer, 1)); };

    auto* shadow = new QClearBuffers(m_sun.select(into(m_branch, m_targets.shadow)));
    shadow->setBuffers(QClearBuffers::DepthBuffer);
    draw(shadow, layers.solid);

    m_clear = new QClearBuffers(into(m_branch, m_targets.picture));
    m_clear->setBuffers(QClearBuffers::ColorDepthBuffer);
    new QNoDraw(m_clear);
    draw(camera.select(into(m_branch, m_targets.picture)), layers.solid);

    m_occlusion = new QSubtreeEnabler(m_branch);
    m_occlusion->setEnabled(false);
    const std::array occluding{m_parameters.depthMap, m_parameters.plainGround};
    draw(camera.select(into(m_occlusion, m_targets.occlusion), occluding), layers.occlude);

    const std::array shading{m_parameters.depthMap,  m_parameters.plainGround, m_parameters.occlusionMap,
                             m_parameters.shadowMap, m_parameters.sunMatrix,   m_parameters.shadowSize,
                             m_parameters.occlusion, m_parameters.samples};
    draw(camera.select(into(m_branch, m_targets.colour), shading), layers.shade);

    m_last = addLayers(camera.select(into(m_branch, m_targets.picture)), layers.over);
    if (layers.resolve != nullptr) {
        const std::array resolving{m_parameters.colourMap, m_parameters.samples};
        draw(camera.select(m_branch, resolving), layers.resolve);
    }
}

void FinePasses::setEnabled(bool enabled) { m_branch->setEnabled(enabled); }

void FinePasses::setOcclusion(bool on)
{
    m_occlusion->setEnabled(on);
    m_parameters.occlusion->setValue(on ? OcclusionStrength : 0.0F);
}

void FinePasses::setClearColour(const QColor& colour) { m_clear->setClearColor(colour); }

void FinePasses::setSize(QSize pixels)
{
    if (m_size == pixels)
        return;
    m_size = pixels;
    for (QAbstractTexture* texture : {m_textures.colour, m_textures.depth, m_textures.occlusion})
        texture->setSize(pixels.width(), pixels.height());
}

void FinePasses::setSun(const glm::dmat4& view, const glm::dmat4& projection, const glm::dvec3& toSun,
                        const SunStage& stage, std::optional<double> ground)
{
    const SunView sun = sunOver(view, projection, toSun, stage, ShadowCells);
    m_casters = sun.projection * sun.view;
    // No size in pixels: what is small in the window is not drawn larger in the map.
    m_sun.set(toMatrix(sun.view), toMatrix(sun.projection), QSize(ShadowCells, ShadowCells), 0.0);
    m_sun.setFog({});
    m_parameters.sunMatrix->setValue(toTexture() * toMatrix(m_casters));
    m_parameters.shadowSize->setValue(
        QVector4D(static_cast<float>(2.0 * sun.radius / ShadowCells), 1.0F / static_cast<float>(ShadowCells),
                  static_cast<float>(std::abs(sun.projection[2][2]) * 0.5), 0.0F));
    m_parameters.plainGround->setValue(
        QVector2D(static_cast<float>(ground.value_or(0.0)), ground ? 1.0F : 0.0F));
}

} // namespace ghostline::render
