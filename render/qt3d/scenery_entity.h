// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The surroundings as Qt 3D entities: surfaces, a draw for each tile in view, and lines with everything
// solid, shell and water in a pass of its own.
#include "render/qt3d/forward.h"
#include "render/qt3d/frame_graph.h"
#include "render/scenery/scenery.h"

#include <Qt3DCore/QEntity>

namespace ghostline::render {

/// An entity that never changes once it is made. `primitive` is a QGeometryRenderer::PrimitiveType.
Qt3DCore::QEntity* makeStatic(Qt3DCore::QNode* parent, Qt3DCore::QGeometry* geometry, int primitive,
                              Qt3DRender::QMaterial* material, Qt3DRender::QLayer* layer, unsigned vertices);

struct SceneryMaterials
{
    Qt3DRender::QMaterial* surface = nullptr;
    Qt3DRender::QMaterial* shell = nullptr;
    Qt3DRender::QMaterial* water = nullptr;
};
SceneryMaterials makeSceneryMaterials(Qt3DCore::QNode* parent);

/// Not a Q_OBJECT: it adds no signals.
class SceneryEntity : public Qt3DCore::QEntity
{
public:
    SceneryEntity(Qt3DCore::QNode* parent, const SceneryData& data, const SceneryMaterials& materials,
                  const std::array<Qt3DRender::QLayer*, Passes>& layers);
    /// Where the floating origin is.
    void setOrigin(const glm::dvec3& origin);
    /// Frustum culling and level of detail; `pixels` is the height of the view. What lies in the frustum
    /// `casters` is drawn, too; null = nothing more.
    void cull(const glm::dmat4& view, const glm::dmat4& projection, int pixels, const glm::dmat4* casters);
    void showAll();

private:
    void addSurfaces(const SceneryData& data, Qt3DRender::QMaterial* material, Qt3DRender::QLayer* layer);
    void add(const QByteArray& vertices, unsigned count, int primitive, Qt3DRender::QMaterial* material,
             Qt3DRender::QLayer* layer);
    void draw(std::size_t tile, const IndexRange& indices);

    std::vector<SceneryTile> m_tiles;
    std::vector<Qt3DRender::QGeometryRenderer*> m_renderers; ///< of each tile
    unsigned m_nothing = 0;                                  ///< index of a triangle of no size
    Qt3DCore::QTransform* m_transform = nullptr;
    glm::dvec3 m_origin{0.0};
    glm::dvec3 m_floating{0.0};
};

} // namespace ghostline::render
