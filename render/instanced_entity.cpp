// SPDX-License-Identifier: GPL-3.0-or-later
// Base attributes have divisor 0; the four instance attributes share one buffer with divisor 1.
#include "render/instanced_entity.h"

#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>

using namespace Qt3DCore;
using namespace Qt3DRender;

namespace ghostline::render {

void addAttribute(QGeometry* geometry, Qt3DCore::QBuffer* buffer, const QString& name, unsigned size,
                  unsigned count, unsigned stride, unsigned offset, unsigned divisor)
{
    auto* a = new QAttribute(geometry);
    a->setName(name);
    a->setAttributeType(QAttribute::VertexAttribute);
    a->setVertexBaseType(QAttribute::Float);
    a->setVertexSize(size);
    a->setCount(count);
    a->setByteStride(stride);
    a->setByteOffset(offset);
    a->setDivisor(divisor);
    a->setBuffer(buffer);
    geometry->addAttribute(a);
}

void setHugeBounds(QGeometryRenderer* renderer)
{
    constexpr float Far = 1.0e7F;
    renderer->setMinPoint({-Far, -Far, -Far});
    renderer->setMaxPoint({Far, Far, Far});
}

InstancedEntity::InstancedEntity(QNode* parent, const Mesh& mesh, QMaterial* material, QLayer* layer)
    : QEntity(parent)
{
    auto* geometry = new QGeometry(this);
    auto* vertices = new Qt3DCore::QBuffer(geometry);
    vertices->setData(QByteArray(reinterpret_cast<const char*>(mesh.vertices.data()),
                                 static_cast<qsizetype>(mesh.vertices.size() * sizeof(MeshVertex))));
    const auto count = static_cast<unsigned>(mesh.vertices.size());
    addAttribute(geometry, vertices, QAttribute::defaultPositionAttributeName(), 3, count, sizeof(MeshVertex),
                 offsetof(MeshVertex, position));
    addAttribute(geometry, vertices, QAttribute::defaultNormalAttributeName(), 3, count, sizeof(MeshVertex),
                 offsetof(MeshVertex, normal));
    addAttribute(geometry, vertices, QStringLiteral("vertexZone"), 1, count, sizeof(MeshVertex),
                 offsetof(MeshVertex, zone));

    auto* indexBuffer = new Qt3DCore::QBuffer(geometry);
    indexBuffer->setData(QByteArray(reinterpret_cast<const char*>(mesh.indices.data()),
                                    static_cast<qsizetype>(mesh.indices.size() * sizeof(std::uint16_t))));
    auto* indices = new QAttribute(geometry);
    indices->setAttributeType(QAttribute::IndexAttribute);
    indices->setVertexBaseType(QAttribute::UnsignedShort);
    indices->setCount(static_cast<unsigned>(mesh.indices.size()));
    indices->setBuffer(indexBuffer);
    geometry->addAttribute(indices);

    m_instances = new Qt3DCore::QBuffer(geometry);
    m_instances->setUsage(Qt3DCore::QBuffer::DynamicDraw);
    const Instance nothing{};
    m_instances->setData(QByteArray(reinterpret_cast<const char*>(&nothing), sizeof nothing));
    constexpr std::array names{"instancePlace", "instanceQuat", "instanceHalf", "instanceColour"};
    for (unsigned i = 0; i < names.size(); ++i)
        addAttribute(geometry, m_instances, QString::fromLatin1(names[i]), 4, 1, sizeof(Instance), i * 16U,
                     1);

    m_renderer = new QGeometryRenderer(this);
    m_renderer->setGeometry(geometry);
    m_renderer->setInstanceCount(1);
    setHugeBounds(m_renderer);
    addComponent(m_renderer);
    addComponent(material);
    addComponent(layer);
    setEnabled(false);
}

bool InstancedEntity::setInstances(std::span<const Instance> instances)
{
    const bool switched = m_empty != instances.empty();
    m_empty = instances.empty();
    if (!m_empty) {
        m_instances->setData(QByteArray(reinterpret_cast<const char*>(instances.data()),
                                        static_cast<qsizetype>(instances.size_bytes())));
        const int count = static_cast<int>(instances.size());
        if (m_renderer->instanceCount() != count)
            m_renderer->setInstanceCount(count);
    }
    if (switched)
        setEnabled(!m_empty);
    return switched;
}

} // namespace ghostline::render
