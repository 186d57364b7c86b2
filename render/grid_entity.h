// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pages of a GridBatch as Qt 3D entities. One page more than is filled is always kept drawing, so that what
// moves to a new page is seen in the very next frame.
#include "render/frame_graph.h"
#include "render/grid_batch.h"

#include <Qt3DCore/QEntity>

namespace Qt3DCore {
class QBuffer;
} // namespace Qt3DCore
namespace Qt3DRender {
class QGeometryRenderer;
class QLayer;
class QMaterial;
} // namespace Qt3DRender

namespace ghostline::render {

/// Not a Q_OBJECT: it adds no signals.
class GridEntity : public Qt3DCore::QEntity
{
public:
    GridEntity(Qt3DCore::QNode* parent, const std::array<Qt3DRender::QLayer*, Passes>& layers);
    /// Uploads what has changed. True when entities were made, which take a few frames to be seen.
    bool update(GridBatch& batch);
    /// Leaves out what cannot be seen from there; `eye` is relative to the floating origin.
    void look(const glm::dvec3& eye, const glm::dmat4& viewProjection);
    void lookEverywhere();

private:
    struct Page
    {
        Qt3DCore::QBuffer* vertices = nullptr;
        /// Each draws two opposite sides of cells: of these, what can be seen is always in one piece.
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
