// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/graph_camera.h"

#include <QVector3D>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QTransform>
#include <Qt3DRender/QCameraLens>
#include <Qt3DRender/QCameraSelector>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QLayerFilter>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QSortPolicy>
#include <Qt3DRender/QTechniqueFilter>
#include <Qt3DRender/QViewport>

#include <algorithm>

namespace ghostline::render {

using namespace Qt3DCore;
using namespace Qt3DRender;

QMatrix4x4 toMatrix(const glm::dmat4& m)
{
    QMatrix4x4 out;
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row)
            out(row, column) = static_cast<float>(m[column][row]);
    }
    return out;
}

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

QFrameGraphNode* GraphCamera::select(QFrameGraphNode* parent, std::span<QParameter* const> more) const
{
    auto* area = new QViewport(parent);
    auto* selector = new QCameraSelector(area);
    selector->setCamera(entity);
    // Lets every technique through; it is here because each branch has its own size in pixels, and its own
    // eye.
    auto* techniques = new QTechniqueFilter(selector);
    for (QParameter* parameter : {viewport, fogColour, fogRange})
        techniques->addParameter(parameter);
    for (QParameter* parameter : more)
        techniques->addParameter(parameter);
    return techniques;
}

GraphCamera makeGraphCamera(QEntity* parent)
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

QFrameGraphNode* drawNearestFirst(QFrameGraphNode* parent)
{
    auto* policy = new QSortPolicy(parent);
    policy->setSortTypes(QList{QSortPolicy::FrontToBack});
    return policy;
}

QFrameGraphNode* addLayers(QFrameGraphNode* parent, std::span<QLayer* const> layers)
{
    QFrameGraphNode* last = nullptr;
    for (QLayer* layer : layers) {
        auto* filter = new QLayerFilter(parent);
        filter->addLayer(layer);
        last = filter;
    }
    return last;
}

} // namespace ghostline::render
