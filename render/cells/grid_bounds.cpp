// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/cells/grid_bounds.h"

#include "model/base/numbers.h"

#include <algorithm>
#include <glm/vector_relational.hpp>

namespace ghostline::render {

namespace {

constexpr double Reach = 24.0;        // metres round what is there
constexpr double LonelyReach = 128.0; // round the middle of the cells

/// A section, or the part of it that is filled.
struct Box
{
    const model::GridLayer* layer = nullptr;
    const model::GridSection* section = nullptr;
    glm::dvec3 min{0.0};
    glm::dvec3 max{0.0};
};

Box boxOf(const model::GridLayer& layer, const model::GridSection& section)
{
    const glm::dvec3 side = layer.cellSize * static_cast<double>(model::GridSection::Side);
    const glm::dvec3 low = layer.origin + glm::dvec3(section.at) * side;
    return {&layer, &section, low, low + side};
}

/// Barriers reach far above what there is to see.
bool isSeen(const model::GridLayer& layer, std::uint16_t kind)
{
    if (!layer.kinds || kind >= layer.kinds->size())
        return true;
    const model::GridKind& own = (*layer.kinds)[kind];
    return own.form != model::GridForm::Nothing && !own.invisible;
}

/// Its high corner is not above its low one where nothing is seen.
Box filledOf(Box box)
{
    glm::ivec3 low{model::GridSection::Side};
    glm::ivec3 high{0};
    for (const model::GridCell& cell : box.section->cells) {
        if (!isSeen(*box.layer, cell.kind))
            continue;
        const glm::ivec3 at = model::gridCellAt(glm::ivec3(0), cell.place);
        low = glm::min(low, at);
        high = glm::max(high, at + 1);
    }
    const glm::dvec3 corner = box.min;
    box.min = corner + glm::dvec3(low) * box.layer->cellSize;
    box.max = corner + glm::dvec3(high) * box.layer->cellSize;
    return box;
}

glm::dvec3 middleOf(const std::vector<Box>& boxes)
{
    glm::dvec3 middle{0.0};
    std::vector<double> places;
    places.reserve(boxes.size());
    for (int axis = 0; axis < 3; ++axis) {
        places.clear();
        for (const Box& box : boxes)
            places.push_back((box.min[axis] + box.max[axis]) * 0.5);
        middle[axis] = model::median(places);
    }
    return middle;
}

} // namespace

model::Bounds withGrids(model::Bounds bounds, std::initializer_list<const GridLayers*> grids)
{
    std::vector<Box> boxes;
    for (const GridLayers* layers : grids) {
        for (const auto& layer : *layers) {
            if (!layer)
                continue;
            boxes.reserve(boxes.size() + layer->sections.size());
            for (const auto& section : layer->sections)
                boxes.push_back(boxOf(*layer, *section));
        }
    }
    if (boxes.empty())
        return bounds;
    const double reach = bounds.valid ? Reach : LonelyReach;
    if (!bounds.valid)
        bounds.include(middleOf(boxes));
    const glm::dvec3 low = bounds.min - reach;
    const glm::dvec3 high = bounds.max + reach;
    const auto meets = [&low, &high](const Box& box) {
        return glm::all(glm::lessThan(glm::max(box.min, low), glm::min(box.max, high)));
    };
    for (const Box& box : boxes) {
        if (!meets(box))
            continue;
        const Box filled = filledOf(box);
        if (meets(filled)) {
            bounds.include(glm::max(filled.min, low));
            bounds.include(glm::min(filled.max, high));
        }
    }
    return bounds;
}

} // namespace ghostline::render
