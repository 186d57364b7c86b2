// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/grid_bounds.h"

#include <algorithm>

namespace ghostline::render {

namespace {

constexpr double Reach = 24.0;        // metres round what is there
constexpr double LonelyReach = 128.0; // round the middle of the cells

double median(std::vector<double>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

glm::dvec3 middleOf(const std::vector<model::Bounds>& boxes)
{
    glm::dvec3 middle{0.0};
    std::vector<double> places;
    places.reserve(boxes.size());
    for (int axis = 0; axis < 3; ++axis) {
        places.clear();
        for (const model::Bounds& box : boxes)
            places.push_back((box.min[axis] + box.max[axis]) * 0.5);
        middle[axis] = median(places);
    }
    return middle;
}

} // namespace

model::Bounds withGrids(model::Bounds bounds, std::initializer_list<const GridLayers*> grids)
{
    std::vector<model::Bounds> boxes;
    for (const GridLayers* layers : grids) {
        for (const auto& layer : *layers) {
            if (!layer)
                continue;
            const glm::dvec3 side = layer->cellSize * static_cast<double>(model::GridSection::Side);
            boxes.reserve(boxes.size() + layer->sections.size());
            for (const auto& section : layer->sections) {
                const glm::dvec3 low = layer->origin + glm::dvec3(section->at) * side;
                boxes.push_back({low, low + side, true});
            }
        }
    }
    if (boxes.empty())
        return bounds;
    const double reach = bounds.valid ? Reach : LonelyReach;
    if (!bounds.valid)
        bounds.include(middleOf(boxes));
    const glm::dvec3 low = bounds.min - reach;
    const glm::dvec3 high = bounds.max + reach;
    for (const model::Bounds& box : boxes) {
        const glm::dvec3 from = glm::max(box.min, low);
        const glm::dvec3 to = glm::min(box.max, high);
        if (from.x < to.x && from.y < to.y && from.z < to.z) {
            bounds.include(from);
            bounds.include(to);
        }
    }
    return bounds;
}

} // namespace ghostline::render
