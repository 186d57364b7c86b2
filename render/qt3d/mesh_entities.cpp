// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/mesh_entities.h"

namespace ghostline::render {

bool MeshEntities::setInstances(MeshKind kind, std::span<const Instance> instances)
{
    InstancedEntity*& entity = m_entities[static_cast<std::size_t>(kind)];
    if (entity == nullptr && instances.empty())
        return false;
    if (entity == nullptr)
        entity = new InstancedEntity(m_root, unitMesh(kind), m_material, m_layer);
    return entity->setInstances(instances);
}

} // namespace ghostline::render
