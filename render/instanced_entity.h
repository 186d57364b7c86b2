// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One draw call for any number of instances of one mesh: the base geometry stays, the instance buffer is
// rewritten.
#include "render/instance_buffers.h"

#include <Qt3DCore/QEntity>

namespace Qt3DCore {
class QBuffer;
class QGeometry;
} // namespace Qt3DCore
namespace Qt3DRender {
class QGeometryRenderer;
class QLayer;
class QMaterial;
} // namespace Qt3DRender

namespace ghostline::render {

/// Not a Q_OBJECT: it adds no signals. Disabled while there is nothing to draw.
class InstancedEntity : public Qt3DCore::QEntity
{
public:
    InstancedEntity(Qt3DCore::QNode* parent, const Mesh& mesh, Qt3DRender::QMaterial* material,
                    Qt3DRender::QLayer* layer);
    /// True when it was switched on or off, which takes Qt 3D a few frames to show.
    bool setInstances(std::span<const Instance> instances);

private:
    Qt3DCore::QBuffer* m_instances = nullptr;
    Qt3DRender::QGeometryRenderer* m_renderer = nullptr;
    bool m_empty = true;
};

/// A float attribute of a geometry; divisor 1 = one value an instance.
void addAttribute(Qt3DCore::QGeometry* geometry, Qt3DCore::QBuffer* buffer, const QString& name,
                  unsigned size, unsigned count, unsigned stride, unsigned offset, unsigned divisor = 0);

/// Limits so wide that nothing is ever thought to be out of sight.
void setHugeBounds(Qt3DRender::QGeometryRenderer* renderer);

} // namespace ghostline::render
