// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Follows the layers of cells of a replay from one state to the next: which layers and sections are new, gone
// or replaced. For the 3D view and the map.
#include "render/cells/grid_mesh.h"
#include "render/cells/grid_overlay.h"

#include <algorithm>
#include <list>
#include <memory>
#include <vector>

namespace ghostline::render {

using GridLayers = std::vector<std::shared_ptr<const model::GridLayer>>;
using GridSections = std::vector<std::shared_ptr<const model::GridSection>>;

/// Which of the two lists of layers: of the surroundings, or of the state.
enum class GridSet : std::uint8_t { Scene, State };

/// What is kept of a layer that is shown.
struct ShownLayer
{
    std::shared_ptr<const model::GridLayer> shown; ///< null before the first
    GridSet set = GridSet::Scene;
    GridLooks looks;

    /// Takes over the kinds of cells. False when one that was known before looks different now.
    bool updateLooks(const model::GridLayer& next)
    {
        static const std::vector<model::GridKind> None;
        return (shown && shown->kinds == next.kinds) || looks.update(next.kinds ? *next.kinds : None);
    }
    /// Whether cells of `next` lie where cells of the same number did before.
    bool liesAs(const model::GridLayer& next) const
    {
        return shown && shown->origin == next.origin && shown->cellSize == next.cellSize &&
               shown->overrides == next.overrides;
    }
};

/// Whether one of two shown layers is recorded and overrides the other, of the surroundings.
inline bool overlie(const ShownLayer& a, const ShownLayer& b)
{
    const auto overrides = [](const ShownLayer& over, const ShownLayer& under) {
        return over.set == GridSet::State && under.set == GridSet::Scene && over.shown && under.shown &&
               over.shown->overrides;
    };
    return overrides(a, b) || overrides(b, a);
}

/// Of `layers`, those that override this one, or that it overrides.
template<typename Layers>
std::vector<GridOverlay> overlaysOf(const ShownLayer& layer, const Layers& layers)
{
    std::vector<GridOverlay> out;
    for (const ShownLayer& other : layers) {
        if (!overlie(layer, other))
            continue;
        if (const auto offset = cellOffset(*layer.shown, *other.shown))
            out.push_back({other.shown.get(), *offset, other.set == GridSet::State});
    }
    return out;
}

/// Makes `kept` follow the layers of one set, which are told apart by their ids: `remove(layer)` is called
/// before one goes, `show(layer, next)` for each that is there.
template<typename Layer, typename Remove, typename Show>
void followLayers(std::list<Layer>& kept, GridSet set, const GridLayers& layers, const Remove& remove,
                  const Show& show)
{
    for (auto own = kept.begin(); own != kept.end();) {
        const bool stays = own->set != set || std::ranges::any_of(layers, [&own](const auto& layer) {
                               return layer && layer->id == own->shown->id;
                           });
        if (!stays)
            remove(*own);
        own = stays ? std::next(own) : kept.erase(own);
    }
    for (const auto& layer : layers) {
        if (!layer)
            continue;
        auto own = std::ranges::find_if(
            kept, [&](const Layer& each) { return each.set == set && each.shown->id == layer->id; });
        if (own == kept.end()) {
            own = kept.emplace(own);
            own->set = set;
        }
        show(*own, layer);
    }
}

/// Calls `replace(before, after)` for each section that is new (`before` is null), gone (`after` is null) or
/// another object than before. Both lists are in grid order, so one walk finds them. `before` may be null.
template<typename Replace>
void compareSections(const GridSections* before, const GridSections& after, const Replace& replace)
{
    static const std::shared_ptr<const model::GridSection> None;
    static const GridSections Nothing;
    const GridSections& known = before != nullptr ? *before : Nothing;
    auto old = known.begin();
    for (const auto& section : after) {
        for (; old != known.end() && model::gridOrder((*old)->at, section->at); ++old)
            replace(*old, None);
        const bool same = old != known.end() && (*old)->at == section->at;
        if (!same || *old != section)
            replace(same ? *old : None, section);
        old += same ? 1 : 0;
    }
    for (; old != known.end(); ++old)
        replace(*old, None);
}

} // namespace ghostline::render
