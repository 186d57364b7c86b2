// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pages of a GridBatch as Qt 3D entities. There is always a spare, empty page, because a new entity takes a
// few frames to be seen.
#include "render/cells/grid_batch.h"
#include "render/qt3d/forward.h"
#include "render/qt3d/frame_graph.h"

#include <Qt3DCore/QEntity>

namespace ghostline::render {

/// Not a Q_OBJECT: it adds no signals.
class GridEntity : public Qt3DCore::QEntity
{
public:
    GridEntity(Qt3DCore::QNode* parent, const std::array<Qt3DRender::QLayer*, Passes>& layers);
    /// Uploads what has changed. True when entities were made, which take a few frames to be seen.
    bool update(GridBatch& batch);
    /// Frustum and back-face culling; `eye` is relative to the floating origin.
    void cull(const glm::dvec3& eye, const glm::dmat4& viewProjection);
    void showAll();

private:
    struct Page
    {
        Qt3DCore::QBuffer* vertices = nullptr;
        /// Each draws two opposite sides of cells, because the visible ones of those are one range of
        /// indices.
        std::array<Qt3DRender::QGeometryRenderer*, GridFaces / 2> sides{};
        GridExtent extent;
    };
    Page makePage(GridPass pass);
    static void draw(const Page& page, unsigned faces);

    std::array<Qt3DRender::QMaterial*, 2> m_materials{};
    std::array<Qt3DRender::QLayer*, 2> m_layers{};
    std::array<std::vector<Page>, 2> m_pages;
    Qt3DCore::QBuffer* m_indices = nullptr;
};

} // namespace ghostline::render
