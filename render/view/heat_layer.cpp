// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/view/heat_layer.h"

#include "render/scenery/heat_mesh.h"

namespace ghostline::render {

void HeatLayer::change(const ViewContent& content, ViewChanges changes)
{
    const bool shown = content.options.heatMap && !content.heat->empty();
    m_surfaceDirty = m_surfaceDirty || (changes & ViewPart::Scene);
    const bool other = shown && (changes & (ViewPart::Theme | ViewPart::Scene | ViewPart::Heat));
    m_dirty = m_dirty || other || shown != m_shown;
    m_shown = shown;
}

void HeatLayer::refresh(SceneGraph& graph, const ViewContent& content)
{
    m_dirty = false;
    if (!m_shown)
        return graph.setHeat({});
    if (m_surfaceDirty)
        m_surface = GroundSurface(*content.scene);
    m_surfaceDirty = false;
    graph.setHeat(heatMesh(*content.heat, content.theme, m_surface, content.scene->groundHeight));
}

} // namespace ghostline::render
