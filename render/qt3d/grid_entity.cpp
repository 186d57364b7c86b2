// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/grid_entity.h"

#include "render/base/bytes_of.h"
#include "render/base/frustum_culling.h"
#include "render/qt3d/geometry.h"
#include "render/qt3d/materials.h"

#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>

namespace ghostline::render {

using namespace Qt3DCore;
using namespace Qt3DRender;

namespace {

constexpr std::size_t IndicesPerQuad = 6;
constexpr unsigned AllFaces = (1U << GridFaces) - 1U;

QByteArray quadIndices()
{
    std::vector<std::uint16_t> out;
    out.reserve((QuadsPerPage + 1) * IndicesPerQuad);
    for (std::size_t quad = 0; quad < QuadsPerPage; ++quad) {
        for (const unsigned corner : {0U, 1U, 2U, 0U, 2U, 3U})
            out.push_back(static_cast<std::uint16_t>(quad * 4 + corner));
    }
    out.insert(out.end(), IndicesPerQuad, 0); // nothing to be seen: Qt 3D takes no count of zero
    return bytesOf<std::uint16_t>(out);
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

unsigned GridExtent::visibleFrom(const glm::dvec3& eye, const glm::dmat4& viewProjection) const
{
    if (starts[GridFaces] == 0 || !intersectsFrustum(low, high, viewProjection))
        return 0;
    unsigned seen = 0;
    for (int axis = 0; axis < 3; ++axis) {
        seen |= eye[axis] > static_cast<double>(low[axis]) ? 1U << static_cast<unsigned>(2 * axis) : 0U;
        seen |= eye[axis] < static_cast<double>(high[axis]) ? 2U << static_cast<unsigned>(2 * axis) : 0U;
    }
    return seen;
}

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
    page.vertices = addBuffer(geometry, nothing());
    page.vertices->setUsage(Qt3DCore::QBuffer::DynamicDraw);
    addAttribute(geometry, page.vertices, QAttribute::defaultPositionAttributeName(), 3, 4,
                 sizeof(GridVertex), offsetof(GridVertex, position));
    addBytes(geometry, page.vertices, QStringLiteral("vertexColour"), offsetof(GridVertex, colour));
    addBytes(geometry, page.vertices, QStringLiteral("vertexPlace"), offsetof(GridVertex, place));
    addIndices(geometry, m_indices, QAttribute::UnsignedShort,
               static_cast<unsigned>((QuadsPerPage + 1) * IndicesPerQuad));

    geometry->setParent(this);
    for (QGeometryRenderer*& side : page.sides)
        side = addRenderer(new QEntity(this), geometry, QGeometryRenderer::Triangles,
                           m_materials[static_cast<std::size_t>(pass)],
                           m_layers[static_cast<std::size_t>(pass)]);
    draw(page, 0);
    return page;
}

void GridEntity::draw(const Page& page, unsigned faces)
{
    for (std::size_t pair = 0; pair < page.sides.size(); ++pair) {
        const auto& starts = page.extent.starts;
        const unsigned shown = faces >> (2 * pair) & 3U;
        std::size_t first = starts[2 * pair + ((shown & 1U) != 0 ? 0 : 1)];
        std::size_t end = starts[2 * pair + ((shown & 2U) != 0 ? 2 : 1)];
        if (first >= end) {
            first = QuadsPerPage;
            end = first + 1;
        }
        page.sides[pair]->setIndexBufferByteOffset(
            static_cast<int>(first * IndicesPerQuad * sizeof(std::uint16_t)));
        page.sides[pair]->setVertexCount(static_cast<int>((end - first) * IndicesPerQuad));
    }
}

void GridEntity::cull(const glm::dvec3& eye, const glm::dmat4& viewProjection)
{
    for (const std::vector<Page>& pages : m_pages) {
        for (const Page& page : pages)
            draw(page, page.extent.visibleFrom(eye, viewProjection));
    }
}

void GridEntity::showAll()
{
    for (const std::vector<Page>& pages : m_pages) {
        for (const Page& page : pages)
            draw(page, AllFaces);
    }
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
            pages[i].extent = batch.extent(pass, i);
            draw(pages[i], AllFaces);
        }
    }
    return made;
}

} // namespace ghostline::render
