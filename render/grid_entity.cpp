// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/grid_entity.h"

#include "render/instanced_entity.h"
#include "render/materials.h"

#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>

using namespace Qt3DCore;
using namespace Qt3DRender;

namespace ghostline::render {

namespace {

constexpr std::size_t IndicesPerQuad = 6;

QByteArray quadIndices()
{
    std::vector<std::uint16_t> out;
    out.reserve(QuadsPerPage * IndicesPerQuad);
    for (std::size_t quad = 0; quad < QuadsPerPage; ++quad) {
        for (const unsigned corner : {0U, 1U, 2U, 0U, 2U, 3U})
            out.push_back(static_cast<std::uint16_t>(quad * 4 + corner));
    }
    return {reinterpret_cast<const char*>(out.data()),
            static_cast<qsizetype>(out.size() * sizeof(std::uint16_t))};
}

/// Something to draw that is not seen.
QByteArray nothing() { return QByteArray(4 * sizeof(GridVertex), '\0'); }

void addBytes(QGeometry* geometry, Qt3DCore::QBuffer* buffer, const QString& name, unsigned offset)
{
    auto* a =
        new QAttribute(buffer, name, QAttribute::UnsignedByte, 4, 4, offset, sizeof(GridVertex), geometry);
    geometry->addAttribute(a);
}

} // namespace

GridEntity::GridEntity(QNode* parent, const std::array<QLayer*, Passes>& layers) : QEntity(parent)
{
    m_materials = {makeMaterial(this, QStringLiteral("block.vert"), QStringLiteral("block.frag"),
                                Blend::Opaque, Faces::Front),
                   makeMaterial(this, QStringLiteral("block.vert"), QStringLiteral("block.frag"),
                                Blend::Translucent, Faces::Front)};
    // After the ground's lines and before what marks actors, as other walls that one looks through.
    m_layers = {layers[static_cast<std::size_t>(Pass::Opaque)],
                layers[static_cast<std::size_t>(Pass::Shell)]};
    m_indices = new Qt3DCore::QBuffer(this);
    m_indices->setData(quadIndices());
}

GridEntity::Page GridEntity::makePage(GridPass pass)
{
    Page page;
    auto* geometry = new QGeometry;
    page.vertices = new Qt3DCore::QBuffer(geometry);
    page.vertices->setUsage(Qt3DCore::QBuffer::DynamicDraw);
    page.vertices->setData(nothing());
    addAttribute(geometry, page.vertices, QAttribute::defaultPositionAttributeName(), 3, 4,
                 sizeof(GridVertex), offsetof(GridVertex, position));
    addBytes(geometry, page.vertices, QStringLiteral("vertexColour"), offsetof(GridVertex, colour));
    addBytes(geometry, page.vertices, QStringLiteral("vertexPlace"), offsetof(GridVertex, place));
    auto* indices = new QAttribute(geometry);
    indices->setAttributeType(QAttribute::IndexAttribute);
    indices->setVertexBaseType(QAttribute::UnsignedShort);
    indices->setCount(static_cast<unsigned>(QuadsPerPage * IndicesPerQuad));
    indices->setBuffer(m_indices);
    geometry->addAttribute(indices);

    auto* entity = new QEntity(this);
    geometry->setParent(entity);
    page.renderer = new QGeometryRenderer(entity);
    page.renderer->setGeometry(geometry);
    page.renderer->setPrimitiveType(QGeometryRenderer::Triangles);
    page.renderer->setVertexCount(IndicesPerQuad);
    setHugeBounds(page.renderer);
    entity->addComponent(page.renderer);
    entity->addComponent(m_materials[static_cast<std::size_t>(pass)]);
    entity->addComponent(m_layers[static_cast<std::size_t>(pass)]);
    return page;
}

bool GridEntity::update(GridBatch& batch)
{
    bool made = false;
    for (const GridPass pass : {GridPass::Solid, GridPass::Translucent}) {
        std::vector<Page>& pages = m_pages[static_cast<std::size_t>(pass)];
        const std::size_t count = batch.pageCount(pass);
        // The spare one counts only where there is anything: no pass is drawn for nothing.
        for (; pages.size() < (batch.quadCount() > 0 ? count + 1 : 0); made = true)
            pages.push_back(makePage(pass));
        for (std::size_t i = 0; i < count; ++i) {
            if (!batch.dirty(pass, i))
                continue;
            const std::size_t quads = batch.quadsOf(pass, i);
            const QByteArray vertices = batch.vertices(pass, i);
            pages[i].vertices->setData(quads > 0 ? vertices : nothing());
            pages[i].renderer->setVertexCount(
                static_cast<int>(std::max<std::size_t>(quads, 1) * IndicesPerQuad));
        }
    }
    return made;
}

} // namespace ghostline::render
