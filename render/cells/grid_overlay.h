// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Layers whose cells lie on each other: recorded edits over surroundings. Where a cell lies in another layer,
// and which sections see a change.
#include "model/world/grid_layer.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace ghostline::render {

/// Another layer's cells at the place of one's own.
struct GridOverlay
{
    const model::GridLayer* layer = nullptr;
    glm::ivec3 offset{0};  ///< own cell + offset = the cell there
    bool replaces = false; ///< its cells take the place of one's own; else they only hide what is behind them
};

/// What leads from cells of `own` to those of `other`: nothing unless all edges of cells meet.
std::optional<glm::ivec3> cellOffset(const model::GridLayer& own, const model::GridLayer& other);

/// Null where there is none.
const model::GridSection* sectionAt(const model::GridLayer& layer, const glm::ivec3& at);
/// Whether the layer says anything of this cell, even that there is nothing.
bool holdsCell(const model::GridLayer& layer, const glm::ivec3& cell);

/// Of `layers`, those that override and whose cells meet those of `own`; in place of what `out` held.
void findOverrides(const model::GridLayer& own,
                   const std::vector<std::shared_ptr<const model::GridLayer>>& layers,
                   std::vector<GridOverlay>& out);
/// Whether one of them takes the place of a cell.
bool isReplaced(const std::vector<GridOverlay>& overlays, const glm::ivec3& cell);

/// Sections of a layer `offset` away that hold or touch a cell in which two versions of a section differ.
/// Either may be null.
std::vector<glm::ivec3> sectionsTouched(const model::GridSection* before, const model::GridSection* after,
                                        const glm::ivec3& offset);

/// Visits the cells of a section within a box, given in cells of it; both ends count.
template<typename Visit>
void visitCells(const model::GridSection& section, const glm::ivec3& low, const glm::ivec3& high, Visit visit)
{
    constexpr int Side = model::GridSection::Side;
    const auto before = [](const model::GridCell& c, int place) { return c.place < place; };
    auto at = section.cells.begin();
    const auto end = section.cells.end();
    for (int y = low.y; y <= high.y && at != end; ++y) {
        const int first = (y * Side + low.z) * Side + low.x;
        const int last = (y * Side + high.z) * Side + high.x;
        at = std::lower_bound(at, end, first, before);
        for (; at != end && at->place <= last; ++at) {
            const int x = at->place % Side;
            if (x >= low.x && x <= high.x)
                visit(*at);
        }
    }
}

} // namespace ghostline::render
