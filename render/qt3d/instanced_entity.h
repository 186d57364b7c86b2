// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One draw call for any number of instances of one mesh: the base geometry stays, the instance buffer is
// rewritten.
#include "render/actors/instance.h"
#include "render/actors/meshes.h"
#include "render/qt3d/forward.h"

#include <Qt3DCore/QEntity>

#include <span>

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

} // namespace ghostline::render
