// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/cells/grid_ray.h"

#include "render/cells/grid_overlay.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ghostline::render {

namespace {

constexpr int MostCells = 4096; ///< of one ray: what is farther away than that hides nobody

/// The share of the way before it enters a box: nothing when it does not, or begins inside.
std::optional<double> enters(const glm::dvec3& low, const glm::dvec3& high, const glm::dvec3& start,
                             const glm::dvec3& way)
{
    double in = -std::numeric_limits<double>::infinity();
    double out = std::numeric_limits<double>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        if (way[axis] == 0.0) {
            if (start[axis] <= low[axis] || start[axis] >= high[axis])
                return std::nullopt;
            continue;
        }
        const double a = (low[axis] - start[axis]) / way[axis];
        const double b = (high[axis] - start[axis]) / way[axis];
        in = std::max(in, std::min(a, b));
        out = std::min(out, std::max(a, b));
    }
    return in < out && in >= 0.0 && in < 1.0 ? std::optional(in) : std::nullopt;
}

/// Of the boxes of one cell; places in cells.
std::optional<double> entersBoxes(const model::GridKind& kind, const glm::ivec3& cell,
                                  const glm::dvec3& start, const glm::dvec3& way)
{
    constexpr double Part = 1.0 / 16.0;
    std::optional<double> first;
    for (const model::GridBox& box : kind.boxes) {
        const glm::dvec3 corner(cell);
        const auto at =
            enters(corner + glm::dvec3(box.low) * Part, corner + glm::dvec3(box.high) * Part, start, way);
        if (at && (!first || *at < *first))
            first = at;
    }
    return first;
}

/// Walks from cell to cell: each step crosses the nearest of the next three faces.
double freeShareIn(const model::GridLayer& grid, const std::vector<GridOverlay>& overlays,
                   const glm::dvec3& from, const glm::dvec3& to)
{
    const auto boxesAt = [&](const glm::ivec3& cell) -> const model::GridKind* {
        const model::GridKind* kind = grid.at(cell);
        const bool counts = kind != nullptr && !kind->translucent && !kind->invisible &&
                            (kind->form == model::GridForm::Boxes || kind->opaque());
        return counts && !isReplaced(overlays, cell) ? kind : nullptr;
    };
    const glm::dvec3 start = (from - grid.origin) / grid.cellSize;
    const glm::dvec3 way = (to - grid.origin) / grid.cellSize - start;
    glm::ivec3 cell(glm::floor(start));
    glm::ivec3 step(0);
    glm::dvec3 next(std::numeric_limits<double>::infinity()); // the share of the way to the next face
    glm::dvec3 each = next;                                   // and from one face to the one after
    for (int axis = 0; axis < 3; ++axis) {
        if (way[axis] == 0.0)
            continue;
        step[axis] = way[axis] > 0.0 ? 1 : -1;
        each[axis] = 1.0 / std::abs(way[axis]);
        const double face = way[axis] > 0.0 ? cell[axis] + 1.0 : cell[axis];
        next[axis] = (face - start[axis]) / way[axis];
    }
    if (const model::GridKind* kind = boxesAt(cell); kind != nullptr && !kind->opaque()) {
        if (const auto at = entersBoxes(*kind, cell, start, way))
            return *at;
    }
    for (int cells = 0; cells < MostCells; ++cells) {
        const int axis = next.x <= next.y && next.x <= next.z ? 0 : next.y <= next.z ? 1 : 2;
        const double at = next[axis];
        if (!(at < 1.0))
            break;
        cell[axis] += step[axis];
        next[axis] += each[axis];
        const model::GridKind* kind = boxesAt(cell);
        if (kind == nullptr)
            continue;
        if (kind->opaque())
            return std::max(at, 0.0);
        if (const auto box = entersBoxes(*kind, cell, start, way))
            return *box;
    }
    return 1.0;
}

} // namespace

double freeShare(const GridLayers& surroundings, const GridLayers& recorded, const glm::dvec3& from,
                 const glm::dvec3& to)
{
    // Rays are cast for every picture: the memory is kept.
    thread_local std::vector<GridOverlay> overrides;
    double share = 1.0;
    for (const auto& grid : surroundings) {
        if (!grid)
            continue;
        findOverrides(*grid, recorded, overrides);
        share = std::min(share, freeShareIn(*grid, overrides, from, to));
    }
    overrides.clear();
    for (const auto& grid : recorded) {
        if (grid)
            share = std::min(share, freeShareIn(*grid, {}, from, to));
    }
    return share;
}

} // namespace ghostline::render
