// SPDX-License-Identifier: GPL-3.0-or-later
// One clear per surface; the off-screen branch comes first and the window last; the capture node sits under
// the last leaf of its branch, because it reads back after its own render view only.
#include "render/qt3d/frame_graph.h"

#include <Qt3DCore/QEntity>
#include <Qt3DRender/QClearBuffers>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QNoDraw>
#include <Qt3DRender/QNoPicking>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderSurfaceSelector>
#include <Qt3DRender/QRenderTarget>
#include <Qt3DRender/QRenderTargetOutput>
#include <Qt3DRender/QRenderTargetSelector>
#include <Qt3DRender/QSubtreeEnabler>
#include <Qt3DRender/QTexture>

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

FrameGraph::FrameGraph(QEntity* rootEntity, QObject* surface, bool windowed,
                       std::array<QLayer*, Passes> layers)
    : m_rootEntity(rootEntity), m_layers(layers)
{
    root = new QRenderSurfaceSelector(rootEntity);
    root->setSurface(surface);
    auto* noPicking = new QNoPicking(root);
    const std::span drawn = std::span(m_layers).first(DrawnPasses);

    offscreenCamera = makeGraphCamera(rootEntity);
    // A plain node that is disabled is passed over, yet its leaves still draw; this kind takes them out.
    offscreen = m_offscreen.node = new QSubtreeEnabler(noPicking);
    m_offscreen.plain = new QSubtreeEnabler(offscreen);
    m_target = new QRenderTargetSelector(m_offscreen.plain);
    buildPlain(m_offscreen, m_target, offscreenCamera, drawn.first(static_cast<std::size_t>(Pass::Board)));
    offscreen->setEnabled(!windowed);

    if (windowed) {
        windowCamera = makeGraphCamera(rootEntity);
        m_window.node = new QSubtreeEnabler(noPicking);
        m_window.plain = new QSubtreeEnabler(m_window.node);
        buildPlain(m_window, m_window.plain, windowCamera, drawn);
    }
}

void FrameGraph::buildPlain(Branch& branch, QFrameGraphNode* under, const GraphCamera& camera,
                            std::span<QLayer* const> layers)
{
    branch.clear = new QClearBuffers(under);
    branch.clear->setBuffers(QClearBuffers::ColorDepthBuffer);
    new QNoDraw(branch.clear);
    QFrameGraphNode* seen = camera.select(under);
    addLayers(drawNearestFirst(seen), layers.first(1)); // what is opaque
    QFrameGraphNode* last = addLayers(seen, layers.subspan(1));
    if (&branch == &m_offscreen)
        m_plainCapture = new QRenderCapture(last);
}

void FrameGraph::buildFine(Branch& branch, const GraphCamera& camera, std::size_t drawn)
{
    const auto layer = [this](Pass pass) { return m_layers[static_cast<std::size_t>(pass)]; };
    const bool window = &branch == &m_window;
    branch.fine = std::make_unique<FinePasses>(
        m_rootEntity, branch.node, camera,
        FineLayers{layer(Pass::Opaque), std::span<QLayer* const>(m_layers).subspan(1, drawn - 1),
                   layer(Pass::Occlude), layer(Pass::Shade), window ? layer(Pass::Resolve) : nullptr});
    branch.fine->setClearColour(m_clearColour);
    if (!window)
        m_fineCapture = new QRenderCapture(branch.fine->last());
}

void FrameGraph::change(Branch& branch) const
{
    branch.plain->setEnabled(m_quality == Quality::Low);
    if (!branch.fine)
        return;
    branch.fine->setEnabled(m_quality != Quality::Low);
    branch.fine->setOcclusion(m_quality == Quality::High);
}

void FrameGraph::setQuality(Quality quality)
{
    if (m_quality == quality)
        return;
    m_quality = quality;
    if (!m_offscreen.fine) {
        buildFine(m_offscreen, offscreenCamera, static_cast<std::size_t>(Pass::Board));
        if (m_window.node != nullptr)
            buildFine(m_window, windowCamera, DrawnPasses);
    }
    change(m_offscreen);
    if (m_window.node != nullptr)
        change(m_window);
}

QRenderCapture* FrameGraph::capture() const
{
    return m_quality == Quality::Low ? m_plainCapture : m_fineCapture;
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
    m_clearColour = colour;
    for (const Branch* branch : {&m_offscreen, &m_window}) {
        if (branch->clear != nullptr)
            branch->clear->setClearColor(colour);
        if (branch->fine)
            branch->fine->setClearColour(colour);
    }
}

} // namespace ghostline::render
