// SPDX-License-Identifier: GPL-3.0-or-later
// Base attributes have divisor 0; the four instance attributes share one buffer with divisor 1.
#include "render/qt3d/instanced_entity.h"

#include "render/base/bytes_of.h"
#include "render/qt3d/geometry.h"

#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>

namespace ghostline::render {

using namespace Qt3DCore;
using namespace Qt3DRender;

InstancedEntity::InstancedEntity(QNode* parent, const Mesh& mesh, QMaterial* material, QLayer* layer)
    : QEntity(parent)
{
    auto* geometry = new QGeometry(this);
    Qt3DCore::QBuffer* vertices = addBuffer(geometry, bytesOf<MeshVertex>(mesh.vertices));
    const auto count = static_cast<unsigned>(mesh.vertices.size());
    addAttribute(geometry, vertices, QAttribute::defaultPositionAttributeName(), 3, count, sizeof(MeshVertex),
                 offsetof(MeshVertex, position));
    addAttribute(geometry, vertices, QAttribute::defaultNormalAttributeName(), 3, count, sizeof(MeshVertex),
                 offsetof(MeshVertex, normal));
    addAttribute(geometry, vertices, QStringLiteral("vertexZone"), 1, count, sizeof(MeshVertex),
                 offsetof(MeshVertex, zone));

    addIndices(geometry, addBuffer(geometry, bytesOf<std::uint16_t>(mesh.indices)), QAttribute::UnsignedShort,
               static_cast<unsigned>(mesh.indices.size()));

    const Instance nothing{};
    m_instances = addBuffer(geometry, bytesOf(std::span(&nothing, 1)));
    m_instances->setUsage(Qt3DCore::QBuffer::DynamicDraw);
    constexpr std::array names{"instancePlace", "instanceQuat", "instanceHalf", "instanceColour"};
    for (unsigned i = 0; i < names.size(); ++i)
        addAttribute(geometry, m_instances, QString::fromLatin1(names[i]), 4, 1, sizeof(Instance), i * 16U,
                     1);

    m_renderer = addRenderer(this, geometry, QGeometryRenderer::Triangles, material, layer);
    m_renderer->setInstanceCount(1);
    setEnabled(false);
}

bool InstancedEntity::setInstances(std::span<const Instance> instances)
{
    const bool switched = m_empty != instances.empty();
    m_empty = instances.empty();
    if (!m_empty) {
        m_instances->setData(bytesOf(instances));
        const int count = static_cast<int>(instances.size());
        if (m_renderer->instanceCount() != count)
            m_renderer->setInstanceCount(count);
    }
    if (switched)
        setEnabled(!m_empty);
    return switched;
}

} // namespace ghostline::render
