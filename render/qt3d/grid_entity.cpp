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

constexpr qsizetype QuadIndices = 6;
constexpr qsizetype BytesPerQuad = QuadIndices * static_cast<qsizetype>(sizeof(std::uint16_t));

QByteArray quadIndices()
{
    std::vector<std::uint16_t> out;
    out.reserve(QuadsPerPage * static_cast<std::size_t>(QuadIndices));
    for (std::size_t quad = 0; quad < QuadsPerPage; ++quad) {
        for (const unsigned corner : {0U, 1U, 2U, 0U, 2U, 3U})
            out.push_back(static_cast<std::uint16_t>(quad * 4 + corner));
    }
    return bytesOf<std::uint16_t>(out);
}

/// A quad without size: Qt 3D takes no count of zero.
QByteArray noIndices() { return QByteArray(BytesPerQuad, '\0'); }

/// Something to draw that is not seen.
QByteArray nothing() { return QByteArray(4 * sizeof(GridVertex), '\0'); }

void addBytes(QGeometry* geometry, Qt3DCore::QBuffer* buffer, const QString& name, unsigned offset)
{
    auto* a =
        new QAttribute(buffer, name, QAttribute::UnsignedByte, 4, 4, offset, sizeof(GridVertex), geometry);
    geometry->addAttribute(a);
}

} // namespace

GridEntity::GridEntity(QNode* parent, const std::array<QLayer*, Passes>& layers)
    : QEntity(parent), m_indices(quadIndices())
{
    m_editColour = new QParameter(QStringLiteral("editColour"), QVector3D(), this);
    const auto material = [this](const QString& fragment, Blend blend, Faces faces) {
        return makeMaterial(this, QStringLiteral("block.vert"), fragment, blend, faces, {m_editColour});
    };
    const QString marked = QStringLiteral("block_marked.frag");
    m_markedSolid = material(marked, Blend::Opaque, Faces::Front);
    m_materials = {material(QStringLiteral("block.frag"), Blend::Opaque, Faces::Front),
                   material(marked, Blend::Translucent, Faces::Front),
                   material(marked, Blend::Opaque, Faces::Both),
                   material(QStringLiteral("block_far.frag"), Blend::Opaque, Faces::Front)};
    // After the ground's lines and before what marks actors, as other walls that one looks through.
    QLayer* opaque = layers[static_cast<std::size_t>(Pass::Opaque)];
    m_layers = {opaque, layers[static_cast<std::size_t>(Pass::Shell)], opaque, opaque};
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
    page.indices = addBuffer(geometry, noIndices());
    page.indices->setUsage(Qt3DCore::QBuffer::DynamicDraw);
    addIndices(geometry, page.indices, QAttribute::UnsignedShort,
               static_cast<unsigned>(QuadsPerPage * static_cast<std::size_t>(QuadIndices)));
    geometry->setParent(this);
    page.renderer =
        addRenderer(new QEntity(this), geometry, QGeometryRenderer::Triangles,
                    m_materials[static_cast<std::size_t>(pass)], m_layers[static_cast<std::size_t>(pass)]);
    page.renderer->setVertexCount(static_cast<int>(QuadIndices));
    return page;
}

bool GridEntity::setEditsMarked(bool on)
{
    if (on == m_editsMarked)
        return false;
    m_editsMarked = on;
    constexpr auto Solid = static_cast<std::size_t>(GridPass::Solid);
    std::swap(m_materials[Solid], m_markedSolid);
    for (const Page& page : m_pages[Solid]) {
        QEntity* entity = page.renderer->entities().first();
        entity->removeComponent(m_markedSolid);
        entity->addComponent(m_materials[Solid]);
    }
    return !m_pages[Solid].empty();
}

void GridEntity::draw(Page& page, const std::vector<GridRange>& ranges)
{
    if (!page.changed && ranges == page.drawn)
        return;
    page.changed = false;
    page.drawn = ranges;
    QByteArray indices;
    qsizetype quads = 0;
    for (const GridRange& range : ranges)
        quads += range.count;
    indices.reserve(quads * BytesPerQuad);
    for (const GridRange& range : ranges)
        indices.append(m_indices.constData() + range.first * BytesPerQuad, range.count * BytesPerQuad);
    page.indices->setData(quads > 0 ? indices : noIndices());
    page.renderer->setVertexCount(static_cast<int>(std::max<qsizetype>(quads, 1) * QuadIndices));
}

/// By which the pages are sorted, the nearest first.
void GridEntity::setBounds(const Page& page)
{
    if (page.extents.empty())
        return;
    glm::vec3 low = page.extents.front().low;
    glm::vec3 high = page.extents.front().high;
    for (const GridExtent& extent : page.extents) {
        low = glm::min(low, extent.low);
        high = glm::max(high, extent.high);
    }
    page.renderer->setMinPoint({low.x, low.y, low.z});
    page.renderer->setMaxPoint({high.x, high.y, high.z});
}

void GridEntity::drawAll(Page& page)
{
    m_scratch.clear();
    if (page.quads > 0)
        m_scratch.push_back({0, page.quads});
    draw(page, m_scratch);
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
        const bool solid = pass == static_cast<std::size_t>(GridPass::Solid) ||
                           pass == static_cast<std::size_t>(GridPass::Far);
        const GridView seen{.eye = eye,
                            .viewProjection = viewProjection,
                            .reach = detail ? reach.details : reach.all,
                            .bothSides = detail,
                            .farFirst = pass == static_cast<std::size_t>(GridPass::Translucent),
                            .casters = solid ? casters : nullptr};
        for (Page& page : m_pages[pass]) {
            findVisible(page.extents, seen, m_scratch);
            draw(page, m_scratch);
        }
    }
}

void GridEntity::showAll()
{
    for (std::vector<Page>& pages : m_pages) {
        for (Page& page : pages)
            drawAll(page);
    }
}

bool GridEntity::update(GridPages& cells)
{
    bool made = false;
    for (const GridPass pass : AllGridPasses) {
        std::vector<Page>& pages = m_pages[static_cast<std::size_t>(pass)];
        const std::size_t count = cells.pageCount(pass);
        // The spare one counts only where there is anything: no pass is drawn for nothing. Details are few
        // and come late; coarser levels belong to large worlds alone.
        const bool early =
            pass == GridPass::Solid || pass == GridPass::Translucent || (pass == GridPass::Far && count > 0);
        const bool spare = early && cells.quadCount() > 0;
        for (; pages.size() < count + (spare ? 1 : 0); made = true)
            pages.push_back(makePage(pass));
        for (std::size_t i = 0; i < count; ++i) {
            if (!cells.dirty(pass, i))
                continue;
            const std::size_t quads = cells.quadsOf(pass, i);
            const QByteArray vertices = cells.vertices(pass, i);
            pages[i].vertices->setData(quads > 0 ? vertices : nothing());
            const auto extents = cells.extents(pass, i);
            pages[i].extents.assign(extents.begin(), extents.end());
            pages[i].quads = static_cast<std::uint32_t>(quads);
            pages[i].changed = true;
            setBounds(pages[i]);
        }
    }
    return made;
}

} // namespace ghostline::render
