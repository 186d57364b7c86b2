// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The map as layers of thin cells: terrain once, resources as they are at each keyframe.
#include "codecs/ironcurtain/units/kinds.h"
#include "model/world/grid_layer.h"

#include <deque>
#include <mutex>

namespace ghostline::ironcurtain {

using LayerPtr = std::shared_ptr<const model::GridLayer>;

/// Null when there are no cells. A map of more cells than a view can draw is shown coarser.
LayerPtr terrainLayer(const MapState& map, const Kinds& kinds);

/// Resources in steps of richness. Layers of neighbouring keyframes share the sections that did not change.
/// Thread-safe.
class ResourceLayers
{
public:
    LayerPtr of(const std::shared_ptr<const MapState>& map, const Kinds& kinds);

private:
    struct Made
    {
        std::shared_ptr<const MapState> map;
        LayerPtr layer;
    };
    std::mutex m_mutex;
    std::deque<Made> m_made; ///< newest first
    std::shared_ptr<const std::vector<model::GridKind>> m_kinds;
    std::vector<InternedId> m_kindIds; ///< of which those are
    std::size_t m_kindStrings = 0;     ///< strings there were when the kinds got their names
};

} // namespace ghostline::ironcurtain
