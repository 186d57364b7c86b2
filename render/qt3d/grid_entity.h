// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pages of cells as Qt 3D entities. Passes that are likely to grow have a spare, empty page, because a new
// entity takes a few frames to be seen.
#include "render/cells/grid_pages.h"
#include "render/qt3d/forward.h"
#include "render/qt3d/frame_graph.h"

#include <Qt3DCore/QEntity>

namespace ghostline::render {

/// How far away pages are still drawn, in metres from the eye.
struct CellReach
{
    double all = 2000.0;
    double details = 80.0; ///< plants, buttons
};

/// Not a Q_OBJECT: it adds no signals.
class GridEntity : public Qt3DCore::QEntity
{
public:
    GridEntity(Qt3DCore::QNode* parent, const std::array<Qt3DRender::QLayer*, Passes>& layers);
    /// Uploads what has changed; cull() or showAll() is to follow. True when entities were made, which take a
    /// few frames to be seen.
    bool update(GridPages& cells);
    /// Whether what was recorded is to be told apart: its shader costs more. True when that changed what is
    /// drawn, which takes a few frames to be seen.
    bool setEditsMarked(bool on);
    /// Of the edges of it.
    void setEditColour(const QColor& colour);
    /// Frustum and back-face culling, and by distance; `eye` is relative to the floating origin. What lies in
    /// the frustum `casters` is drawn with all its sides; null = nothing does for that.
    void cull(const glm::dvec3& eye, const glm::dmat4& viewProjection, const CellReach& reach,
              const glm::dmat4* casters);
    void showAll();

private:
    struct Page
    {
        Qt3DCore::QBuffer* vertices = nullptr;
        Qt3DCore::QBuffer* indices = nullptr; ///< of what is drawn
        Qt3DRender::QGeometryRenderer* renderer = nullptr;
        std::vector<GridExtent> extents; ///< of its sections
        std::uint32_t quads = 0;
        std::vector<GridRange> drawn;
        bool changed = false; ///< since then
    };
    Page makePage(GridPass pass);
    void draw(Page& page, const std::vector<GridRange>& ranges);
    void drawAll(Page& page);
    static void setBounds(const Page& page);

    std::array<Qt3DRender::QMaterial*, GridPasses> m_materials{};
    Qt3DRender::QMaterial* m_markedSolid = nullptr; // in place of that of solid cells, or the other way round
    std::array<Qt3DRender::QLayer*, GridPasses> m_layers{};
    std::array<std::vector<Page>, GridPasses> m_pages;
    Qt3DRender::QParameter* m_editColour = nullptr;
    bool m_editsMarked = false;
    const QByteArray m_indices; // of all quads that a page may have
    std::vector<GridRange> m_scratch;
};

} // namespace ghostline::render
