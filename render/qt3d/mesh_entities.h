// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Actors of all meshes that are drawn in one way. An entity costs Qt 3D time in every frame even while it is
// disabled, so each is made when there is something to draw for the first time.
#include "render/qt3d/instanced_entity.h"

namespace ghostline::render {

class MeshEntities
{
public:
    /// `root` owns the material and the entities; `layer` outlives them.
    MeshEntities(Qt3DCore::QNode* root, Qt3DRender::QMaterial* material, Qt3DRender::QLayer* layer)
        : m_root(root), m_material(material), m_layer(layer)
    {
    }
    /// True when an entity was switched on or off, which takes Qt 3D a few frames to show.
    bool setInstances(MeshKind kind, std::span<const Instance> instances);

private:
    Qt3DCore::QNode* m_root;
    Qt3DRender::QMaterial* m_material;
    Qt3DRender::QLayer* m_layer;
    std::array<InstancedEntity*, MeshKinds> m_entities{};
};

} // namespace ghostline::render
