// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/scenery_entity.h"

#include "render/base/frustum_culling.h"
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

namespace {

QGeometry* makeGeometry(const QByteArray& vertices, unsigned count)
{
    auto* geometry = new QGeometry;
    Qt3DCore::QBuffer* buffer = addBuffer(geometry, vertices);
    addAttribute(geometry, buffer, QAttribute::defaultPositionAttributeName(), 3, count,
                 sizeof(SceneryVertex), offsetof(SceneryVertex, position));
    addAttribute(geometry, buffer, QStringLiteral("vertexColour"), 4, count, sizeof(SceneryVertex),
                 offsetof(SceneryVertex, colour));
    return geometry;
}

} // namespace

QEntity* makeStatic(QNode* parent, QGeometry* geometry, int primitive, QMaterial* material, QLayer* layer,
                    unsigned vertices)
{
    auto* entity = new QEntity(parent);
    geometry->setParent(entity);
    addRenderer(entity, geometry, primitive, material, layer)->setVertexCount(static_cast<int>(vertices));
    return entity;
}

SceneryMaterials makeSceneryMaterials(QNode* parent)
{
    // Of the shell only what lies behind the play is drawn: the near walls would hide it.
    return {makeMaterial(parent, QStringLiteral("surface.vert"), QStringLiteral("surface.frag"),
                         Blend::Opaque, Faces::Both),
            makeMaterial(parent, QStringLiteral("shell.vert"), QStringLiteral("segment.frag"),
                         Blend::Translucent, Faces::Back),
            makeMaterial(parent, QStringLiteral("shell.vert"), QStringLiteral("segment.frag"),
                         Blend::Translucent, Faces::Both)};
}

SceneryEntity::SceneryEntity(QNode* parent, const SceneryData& data, const SceneryMaterials& materials,
                             const std::array<QLayer*, Passes>& layers)
    : QEntity(parent), m_tiles(data.tiles), m_nothing(data.surfaceIndexCount),
      m_transform(new Qt3DCore::QTransform(this)), m_origin(data.origin)
{
    addComponent(m_transform);
    QLayer* opaque = layers[static_cast<std::size_t>(Pass::Opaque)];
    addSurfaces(data, materials.surface, opaque);
    add(data.lines, data.lineVertexCount, QGeometryRenderer::Lines, materials.surface, opaque);
    add(data.shell, data.shellVertexCount, QGeometryRenderer::Triangles, materials.shell,
        layers[static_cast<std::size_t>(Pass::Shell)]);
    add(data.water, data.waterVertexCount, QGeometryRenderer::Triangles, materials.water,
        layers[static_cast<std::size_t>(Pass::Shell)]);
}

void SceneryEntity::addSurfaces(const SceneryData& data, QMaterial* material, QLayer* layer)
{
    if (m_tiles.empty())
        return;
    QGeometry* geometry = makeGeometry(data.surfaces, data.surfaceVertexCount);
    addIndices(geometry, addBuffer(geometry, data.surfaceIndices), QAttribute::UnsignedInt,
               data.surfaceIndexCount + 3);
    geometry->setParent(this); // complete: what is added to a live one is read before it is there
    m_renderers.reserve(m_tiles.size());
    for (std::size_t i = 0; i < m_tiles.size(); ++i)
        m_renderers.push_back(
            addRenderer(new QEntity(this), geometry, QGeometryRenderer::Triangles, material, layer));
    showAll();
}

void SceneryEntity::add(const QByteArray& vertices, unsigned count, int primitive, QMaterial* material,
                        QLayer* layer)
{
    if (count > 0)
        makeStatic(this, makeGeometry(vertices, count), primitive, material, layer, count);
}

/// Qt 3D takes no count of zero.
void SceneryEntity::draw(std::size_t tile, const IndexRange& indices)
{
    const IndexRange drawn = indices.count > 0 ? indices : IndexRange{m_nothing, 3};
    m_renderers[tile]->setIndexBufferByteOffset(static_cast<int>(drawn.first * sizeof(std::uint32_t)));
    m_renderers[tile]->setVertexCount(static_cast<int>(drawn.count));
}

void SceneryEntity::cull(const glm::dmat4& view, const glm::dmat4& projection, int pixels,
                         const glm::dmat4* casters)
{
    const glm::dvec3 place = m_origin - m_floating;
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        const SceneryTile& tile = m_tiles[i];
        IndexRange drawn = tile.visibleFrom(place, view, projection, pixels);
        if (drawn.count == 0 && casters != nullptr &&
            intersectsFrustum(place + glm::dvec3(tile.low), place + glm::dvec3(tile.high), *casters))
            drawn = {tile.fine.first, tile.fine.ends.back()};
        draw(i, drawn);
    }
}

void SceneryEntity::showAll()
{
    for (std::size_t i = 0; i < m_tiles.size(); ++i)
        draw(i, {m_tiles[i].fine.first, m_tiles[i].fine.ends.back()});
}

void SceneryEntity::setOrigin(const glm::dvec3& origin)
{
    m_floating = origin;
    const glm::vec3 t{m_origin - origin};
    m_transform->setTranslation({t.x, t.y, t.z});
}

} // namespace ghostline::render
