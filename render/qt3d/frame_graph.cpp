// SPDX-License-Identifier: GPL-3.0-or-later
// One clear per surface; the off-screen branch comes first and the window last; the capture node sits under
// the last leaf of its branch, because it reads back after its own render view only.
#include "render/qt3d/frame_graph.h"

#include <QVector3D>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QTransform>
#include <Qt3DRender/QCameraLens>
#include <Qt3DRender/QCameraSelector>
#include <Qt3DRender/QClearBuffers>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QLayerFilter>
#include <Qt3DRender/QNoDraw>
#include <Qt3DRender/QNoPicking>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderSurfaceSelector>
#include <Qt3DRender/QRenderTarget>
#include <Qt3DRender/QRenderTargetOutput>
#include <Qt3DRender/QRenderTargetSelector>
#include <Qt3DRender/QSubtreeEnabler>
#include <Qt3DRender/QTechniqueFilter>
#include <Qt3DRender/QTexture>
#include <Qt3DRender/QViewport>

#include <algorithm>

namespace ghostline::render {

using namespace Qt3DCore;
using namespace Qt3DRender;

namespace {

QRenderTargetOutput* makeOutput(QRenderTarget* target, QRenderTargetOutput::AttachmentPoint point,
                                QAbstractTexture::TextureFormat format, QSize pixels, int samples)
{
    auto* output = new QRenderTargetOutput(target);
    QAbstractTexture* texture = samples > 1
                                    ? static_cast<QAbstractTexture*>(new QTexture2DMultisample(output))
                                    : static_cast<QAbstractTexture*>(new QTexture2D(output));
    texture->setFormat(format);
    texture->setSize(pixels.width(), pixels.height());
    texture->setGenerateMipMaps(false);
    if (samples > 1)
        texture->setSamples(samples);
    output->setAttachmentPoint(point);
    output->setTexture(texture);
    return output;
}

} // namespace

void GraphCamera::set(const QMatrix4x4& view, const QMatrix4x4& projection, QSize pixels, double scale) const
{
    transform->setMatrix(view.inverted());
    lens->setProjectionMatrix(projection);
    viewport->setValue(QVector3D(static_cast<float>(pixels.width()), static_cast<float>(pixels.height()),
                                 static_cast<float>(scale)));
}

void GraphCamera::setFog(const Fog& fog) const
{
    fogColour->setValue(QVector3D(fog.colour.redF(), fog.colour.greenF(), fog.colour.blueF()));
    const double growth = 1.0 / std::max(fog.end - fog.start, 1.0);
    fogRange->setValue(QVector3D(static_cast<float>(fog.start), static_cast<float>(growth),
                                 static_cast<float>(fog.density)));
}

GraphCamera FrameGraph::makeCamera(QEntity* parent) const
{
    GraphCamera c;
    c.entity = new QEntity(parent);
    c.lens = new QCameraLens(c.entity);
    c.transform = new Qt3DCore::QTransform(c.entity);
    c.viewport = new QParameter(QStringLiteral("viewport"), QVector3D(1.0F, 1.0F, 1.0F), c.entity);
    c.fogColour = new QParameter(QStringLiteral("fogColour"), QVector3D(), c.entity);
    c.fogRange = new QParameter(QStringLiteral("fogRange"), QVector3D(), c.entity);
    c.entity->addComponent(c.lens);
    c.entity->addComponent(c.transform);
    return c;
}

QFrameGraphNode* FrameGraph::addPasses(QFrameGraphNode* parent, const GraphCamera& camera,
                                       std::span<QLayer* const> layers) const
{
    auto* viewport = new QViewport(parent);
    auto* selector = new QCameraSelector(viewport);
    selector->setCamera(camera.entity);
    // Lets every technique through; it is here because each branch has its own size in pixels, and its own
    // eye.
    auto* techniques = new QTechniqueFilter(selector);
    for (QParameter* parameter : {camera.viewport, camera.fogColour, camera.fogRange})
        techniques->addParameter(parameter);
    QFrameGraphNode* last = nullptr;
    for (QLayer* layer : layers) {
        auto* filter = new QLayerFilter(techniques);
        filter->addLayer(layer);
        last = filter;
    }
    return last;
}

FrameGraph::FrameGraph(QEntity* rootEntity, QObject* surface, bool windowed,
                       std::array<QLayer*, Passes> layers)
{
    root = new QRenderSurfaceSelector(rootEntity);
    root->setSurface(surface);
    auto* noPicking = new QNoPicking(root);
    offscreenCamera = makeCamera(rootEntity);

    // A plain node that is disabled is passed over, yet its leaves still draw; this kind takes them out.
    offscreen = new QSubtreeEnabler(noPicking);
    m_target = new QRenderTargetSelector(offscreen);
    m_clears[0] = new QClearBuffers(m_target);
    m_clears[0]->setBuffers(QClearBuffers::ColorDepthBuffer);
    new QNoDraw(m_clears[0]);
    auto* antialiased = new QFrameGraphNode(m_target);
    capture = new QRenderCapture(addPasses(antialiased, offscreenCamera,
                                           std::span(layers).first(static_cast<std::size_t>(Pass::Board))));
    offscreen->setEnabled(!windowed);

    if (windowed) {
        windowCamera = makeCamera(rootEntity);
        m_clears[1] = new QClearBuffers(noPicking);
        m_clears[1]->setBuffers(QClearBuffers::ColorDepthBuffer);
        new QNoDraw(m_clears[1]);
        addPasses(noPicking, windowCamera, layers);
    }
}

void FrameGraph::setTarget(QSize pixels, int samples)
{
    if (m_targetSize == pixels && m_targetSamples == samples)
        return;
    m_targetSize = pixels;
    m_targetSamples = samples;
    QRenderTarget* old = m_target->target();
    auto* target = new QRenderTarget(m_target);
    target->addOutput(
        makeOutput(target, QRenderTargetOutput::Color0, QAbstractTexture::RGBA8_UNorm, pixels, samples));
    target->addOutput(makeOutput(target, QRenderTargetOutput::Depth, QAbstractTexture::D24, pixels, samples));
    m_target->setTarget(target);
    delete old;
}

void FrameGraph::setClearColour(const QColor& colour)
{
    for (QClearBuffers* clear : m_clears) {
        if (clear)
            clear->setClearColor(colour);
    }
}

} // namespace ghostline::render
