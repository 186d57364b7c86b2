// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/geometry.h"

#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>

namespace ghostline::render {

using namespace Qt3DCore;
using namespace Qt3DRender;

Qt3DCore::QBuffer* addBuffer(QGeometry* geometry, const QByteArray& bytes)
{
    auto* buffer = new Qt3DCore::QBuffer(geometry);
    buffer->setData(bytes);
    return buffer;
}

void addAttribute(QGeometry* geometry, Qt3DCore::QBuffer* buffer, const QString& name, unsigned size,
                  unsigned count, unsigned stride, unsigned offset, unsigned divisor)
{
    auto* a = new QAttribute(geometry);
    a->setName(name);
    a->setAttributeType(QAttribute::VertexAttribute);
    a->setVertexBaseType(QAttribute::Float);
    a->setVertexSize(size);
    a->setCount(count);
    a->setByteStride(stride);
    a->setByteOffset(offset);
    a->setDivisor(divisor);
    a->setBuffer(buffer);
    geometry->addAttribute(a);
}

void addIndices(QGeometry* geometry, Qt3DCore::QBuffer* buffer, QAttribute::VertexBaseType type,
                unsigned count)
{
    auto* indices = new QAttribute(geometry);
    indices->setAttributeType(QAttribute::IndexAttribute);
    indices->setVertexBaseType(type);
    indices->setCount(count);
    indices->setBuffer(buffer);
    geometry->addAttribute(indices);
}

QGeometryRenderer* addRenderer(QEntity* entity, QGeometry* geometry, int primitive, QMaterial* material,
                               QLayer* layer)
{
    constexpr float Far = 1.0e7F;
    auto* renderer = new QGeometryRenderer(entity);
    renderer->setGeometry(geometry);
    renderer->setPrimitiveType(static_cast<QGeometryRenderer::PrimitiveType>(primitive));
    renderer->setMinPoint({-Far, -Far, -Far});
    renderer->setMaxPoint({Far, Far, Far});
    entity->addComponent(renderer);
    entity->addComponent(material);
    entity->addComponent(layer);
    return renderer;
}

} // namespace ghostline::render
