// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A heat map in the 3D view, on its ground.
#include "render/base/view_content.h"
#include "render/qt3d/scene_graph.h"
#include "render/scenery/ground_surface.h"

namespace ghostline::render {

class HeatLayer
{
public:
    void change(const ViewContent& content, ViewChanges changes);
    bool dirty() const { return m_dirty; }
    void refresh(SceneGraph& graph, const ViewContent& content);

private:
    GroundSurface m_surface; ///< of the scene, once there is a heat map
    bool m_shown = false;
    bool m_dirty = false;
    bool m_surfaceDirty = true;
};

} // namespace ghostline::render
