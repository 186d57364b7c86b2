// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/scenery_entity.h"

#include "render/instanced_entity.h"
#include "render/materials.h"

#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QGeometry>
#include <Qt3DCore/QTransform>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>

using namespace Qt3DCore;
using namespace Qt3DRender;

namespace ghostline::render {

QEntity* makeStatic(QNode* parent, QGeometry* geometry, int primitive, QMaterial* material, QLayer* layer,
                    unsigned vertices)
{
    auto* entity = new QEntity(parent);
    geometry->setParent(entity);
    auto* renderer = new QGeometryRenderer(entity);
    renderer->setGeometry(geometry);
    renderer->setPrimitiveType(static_cast<QGeometryRenderer::PrimitiveType>(primitive));
    renderer->setVertexCount(static_cast<int>(vertices));
    setHugeBounds(renderer);
    entity->addComponent(renderer);
    entity->addComponent(material);
    entity->addComponent(layer);
    return entity;
}

SceneryMaterials makeSceneryMaterials(QNode* parent)
{
    // Of the shell only what lies behind the play is drawn: the near walls would hide it.
    return {makeMaterial(parent, QStringLiteral("surface.vert"), QStringLiteral("surface.frag"),
                         Blend::Opaque, Faces::Both),
            makeMaterial(parent, QStringLiteral("shell.vert"), QStringLiteral("segment.frag"),
                         Blend::Translucent, Faces::Back)};
}

SceneryEntity::SceneryEntity(QNode* parent, const SceneryData& data, const SceneryMaterials& materials,
                             const std::array<QLayer*, Passes>& layers)
    : QEntity(parent), m_transform(new Qt3DCore::QTransform(this)), m_origin(data.origin)
{
    addComponent(m_transform);
    QLayer* opaque = layers[static_cast<std::size_t>(Pass::Opaque)];
    add(data.surfaces, data.surfaceVertexCount, data.surfaceIndices, data.surfaceIndexCount,
        QGeometryRenderer::Triangles, materials.surface, opaque);
    add(data.lines, data.lineVertexCount, {}, 0, QGeometryRenderer::Lines, materials.surface, opaque);
    add(data.shell, data.shellVertexCount, {}, 0, QGeometryRenderer::Triangles, materials.shell,
        layers[static_cast<std::size_t>(Pass::Shell)]);
}

void SceneryEntity::add(const QByteArray& vertices, unsigned count, const QByteArray& indices,
                        unsigned indexCount, int primitive, QMaterial* material, QLayer* layer)
{
    if (count == 0)
        return;
    auto* geometry = new QGeometry;
    auto* buffer = new Qt3DCore::QBuffer(geometry);
    buffer->setData(vertices);
    addAttribute(geometry, buffer, QAttribute::defaultPositionAttributeName(), 3, count,
                 sizeof(SceneryVertex), offsetof(SceneryVertex, position));
    addAttribute(geometry, buffer, QStringLiteral("vertexColour"), 4, count, sizeof(SceneryVertex),
                 offsetof(SceneryVertex, colour));
    if (indexCount > 0) {
        auto* indexBuffer = new Qt3DCore::QBuffer(geometry);
        indexBuffer->setData(indices);
        auto* attribute = new QAttribute(geometry);
        attribute->setAttributeType(QAttribute::IndexAttribute);
        attribute->setVertexBaseType(QAttribute::UnsignedInt);
        attribute->setCount(indexCount);
        attribute->setBuffer(indexBuffer);
        geometry->addAttribute(attribute);
    }
    makeStatic(this, geometry, primitive, material, layer, indexCount > 0 ? indexCount : count);
}

void SceneryEntity::setOrigin(const glm::dvec3& origin)
{
    const glm::vec3 t{m_origin - origin};
    m_transform->setTranslation({t.x, t.y, t.z});
}

} // namespace ghostline::render
