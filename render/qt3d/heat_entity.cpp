// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/heat_entity.h"

#include "render/qt3d/geometry.h"
#include "render/qt3d/materials.h"

#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QGeometry>
#include <Qt3DCore/QTransform>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>

namespace ghostline::render {

using namespace Qt3DCore;
using namespace Qt3DRender;

QMaterial* makeHeatMaterial(QNode* parent)
{
    return makeMaterial(parent, QStringLiteral("heat.vert"), QStringLiteral("segment.frag"),
                        Blend::Translucent, Faces::Both);
}

HeatEntity::HeatEntity(QNode* parent, const HeatMesh& mesh, QMaterial* material, QLayer* layer)
    : QEntity(parent), m_transform(new Qt3DCore::QTransform(this)), m_origin(mesh.origin)
{
    addComponent(m_transform);
    auto* geometry = new QGeometry;
    Qt3DCore::QBuffer* vertices = addBuffer(geometry, mesh.vertices);
    addAttribute(geometry, vertices, QAttribute::defaultPositionAttributeName(), 3, mesh.vertexCount,
                 sizeof(SceneryVertex), offsetof(SceneryVertex, position));
    addAttribute(geometry, vertices, QStringLiteral("vertexColour"), 4, mesh.vertexCount,
                 sizeof(SceneryVertex), offsetof(SceneryVertex, colour));
    addIndices(geometry, addBuffer(geometry, mesh.indices), QAttribute::UnsignedInt, mesh.indexCount);
    auto* drawn = new QEntity(this);
    geometry->setParent(drawn); // complete: what is added to a live one is read before it is there
    addRenderer(drawn, geometry, QGeometryRenderer::Triangles, material, layer)
        ->setVertexCount(static_cast<int>(mesh.indexCount));
}

void HeatEntity::setOrigin(const glm::dvec3& origin)
{
    const glm::vec3 t{m_origin - origin};
    m_transform->setTranslation({t.x, t.y, t.z});
}

} // namespace ghostline::render
