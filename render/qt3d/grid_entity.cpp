// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/grid_entity.h"

#include "render/base/bytes_of.h"
#include "render/base/frustum_culling.h"
#include "render/qt3d/geometry.h"
#include "render/qt3d/materials.h"

#include <QVector3D>
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QParameter>

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

GridEntity::GridEntity(QNode* parent, const std::array<QLayer*, Passes>& layers) : QEntity(parent)
{
    m_editColour = new QParameter(QStringLiteral("editColour"), QVector3D(), this);
    const auto material = [this](Blend blend, Faces faces) {
        return makeMaterial(this, QStringLiteral("block.vert"), QStringLiteral("block.frag"), blend, faces,
                            {m_editColour});
    };
    m_materials = {material(Blend::Opaque, Faces::Front), material(Blend::Translucent, Faces::Front),
                   material(Blend::Opaque, Faces::Both)};
    // After the ground's lines and before what marks actors, as other walls that one looks through.
    m_layers = {layers[static_cast<std::size_t>(Pass::Opaque)], layers[static_cast<std::size_t>(Pass::Shell)],
                layers[static_cast<std::size_t>(Pass::Opaque)]};
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
    // Details are seen from both sides, so that one draws all of them.
    page.ranges = pass == GridPass::Detail ? 1 : page.sides.size();
    for (std::size_t i = 0; i < page.ranges; ++i)
        page.sides[i] = addRenderer(new QEntity(this), geometry, QGeometryRenderer::Triangles,
                                    m_materials[static_cast<std::size_t>(pass)],
                                    m_layers[static_cast<std::size_t>(pass)]);
    draw(page, 0);
    return page;
}

void GridEntity::draw(const Page& page, unsigned faces)
{
    const auto show = [](QGeometryRenderer* renderer, std::size_t first, std::size_t end) {
        if (first >= end) {
            first = QuadsPerPage;
            end = first + 1;
        }
        renderer->setIndexBufferByteOffset(static_cast<int>(first * IndicesPerQuad * sizeof(std::uint16_t)));
        renderer->setVertexCount(static_cast<int>((end - first) * IndicesPerQuad));
    };
    if (page.ranges == 1) {
        show(page.sides.front(), 0, faces != 0 ? page.extent.quads : 0);
        return;
    }
    for (std::size_t pair = 0; pair < page.ranges; ++pair) {
        const auto& starts = page.extent.starts;
        const unsigned shown = faces >> (2 * pair) & 3U;
        show(page.sides[pair], starts[2 * pair + ((shown & 1U) != 0 ? 0 : 1)],
             starts[2 * pair + ((shown & 2U) != 0 ? 2 : 1)]);
    }
}

void GridEntity::setEditColour(const QColor& colour)
{
    m_editColour->setValue(QVector3D(colour.redF(), colour.greenF(), colour.blueF()));
}

void GridEntity::cull(const glm::dvec3& eye, const glm::dmat4& viewProjection, const CellReach& reach,
                      const glm::dmat4* casters)
{
    for (std::size_t pass = 0; pass < GridPasses; ++pass) {
        const bool detail = pass == static_cast<std::size_t>(GridPass::Detail);
        const bool casts = casters != nullptr && pass == static_cast<std::size_t>(GridPass::Solid);
        for (const Page& page : m_pages[pass]) {
            const GridExtent& extent = page.extent;
            if (casts && extent.quads > 0 && intersectsFrustum(extent.low, extent.high, *casters))
                draw(page, AllFaces);
            else
                draw(page, extent.visibleFrom(eye, viewProjection, detail ? reach.details : reach.all));
        }
    }
}

void GridEntity::showAll()
{
    for (const std::vector<Page>& pages : m_pages) {
        for (const Page& page : pages)
            draw(page, AllFaces);
    }
}

bool GridEntity::update(GridPages& cells)
{
    bool made = false;
    for (const GridPass pass : {GridPass::Solid, GridPass::Translucent, GridPass::Detail}) {
        std::vector<Page>& pages = m_pages[static_cast<std::size_t>(pass)];
        const std::size_t count = cells.pageCount(pass);
        // The spare one counts only where there is anything: no pass is drawn for nothing. Details are few
        // and come late, as what is far away does.
        const bool spare = pass != GridPass::Detail && cells.quadCount() > 0;
        for (; pages.size() < count + (spare ? 1 : 0); made = true)
            pages.push_back(makePage(pass));
        for (std::size_t i = 0; i < count; ++i) {
            if (!cells.dirty(pass, i))
                continue;
            const std::size_t quads = cells.quadsOf(pass, i);
            const QByteArray vertices = cells.vertices(pass, i);
            pages[i].vertices->setData(quads > 0 ? vertices : nothing());
            pages[i].extent = cells.extent(pass, i);
            draw(pages[i], AllFaces);
        }
    }
    return made;
}

} // namespace ghostline::render
