// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A heat map on the ground as a Qt 3D entity: one translucent draw.
#include "render/qt3d/forward.h"
#include "render/scenery/heat_mesh.h"

#include <Qt3DCore/QEntity>

namespace Qt3DCore {
class QTransform;
}

namespace ghostline::render {

Qt3DRender::QMaterial* makeHeatMaterial(Qt3DCore::QNode* parent);

/// Never changes: another heat map is another one. Not a Q_OBJECT: it adds no signals.
class HeatEntity : public Qt3DCore::QEntity
{
public:
    /// The mesh is not empty.
    HeatEntity(Qt3DCore::QNode* parent, const HeatMesh& mesh, Qt3DRender::QMaterial* material,
               Qt3DRender::QLayer* layer);
    /// Where the floating origin is.
    void setOrigin(const glm::dvec3& origin);

private:
    Qt3DCore::QTransform* m_transform;
    glm::dvec3 m_origin;
};

} // namespace ghostline::render
