// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Cells of a scene: their batch, and the entities that draw it once there is anything to draw.
#include "render/cells/grid_batch.h"
#include "render/qt3d/grid_entity.h"

namespace ghostline::render {

class GridScene
{
public:
    /// `layers` of the frame graph outlive it; entities become children of `root`.
    GridScene(Qt3DCore::QNode* root, const std::array<Qt3DRender::QLayer*, Passes>& layers);

    GridBatch& batch() { return m_batch; }
    const GridBatch& batch() const { return m_batch; }
    void setTheme(const Theme& theme);
    /// Meshes what is left, or as much of it as one frame has time for: an edit is seen at once, a whole map
    /// takes some frames. False when there was nothing to mesh.
    bool mesh(bool all);
    /// Uploads what has changed. True when entities were made, which take a few frames to be seen.
    bool update();
    /// What is out of view, turned away or too far off is not drawn.
    void cull(const glm::dmat4& view, const glm::dmat4& projection, const glm::dmat4* casters);
    void showAll();

private:
    Qt3DCore::QNode* m_root;
    std::array<Qt3DRender::QLayer*, Passes> m_layers;
    GridBatch m_batch;
    QColor m_editColour;
    CellReach m_reach;
    GridEntity* m_entity = nullptr; ///< a child of `m_root`
};

} // namespace ghostline::render
