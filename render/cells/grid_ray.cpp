// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/cells/grid_ray.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::render {

namespace {

constexpr int MostCells = 4096; ///< of one ray: what is farther away than that hides nobody

/// Walks from cell to cell: each step crosses the nearest of the next three faces.
double freeShareIn(const model::GridLayer& grid, const glm::dvec3& from, const glm::dvec3& to)
{
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
    for (int cells = 0; cells < MostCells; ++cells) {
        const int axis = next.x <= next.y && next.x <= next.z ? 0 : next.y <= next.z ? 1 : 2;
        const double at = next[axis];
        if (!(at < 1.0))
            break;
        cell[axis] += step[axis];
        next[axis] += each[axis];
        if (const model::GridKind* kind = grid.at(cell); kind != nullptr && !kind->translucent)
            return std::max(at, 0.0);
    }
    return 1.0;
}

} // namespace

double freeShare(const GridLayers& grids, const glm::dvec3& from, const glm::dvec3& to)
{
    double share = 1.0;
    for (const auto& grid : grids) {
        if (grid)
            share = std::min(share, freeShareIn(*grid, from, to));
    }
    return share;
}

} // namespace ghostline::render
