// SPDX-License-Identifier: GPL-3.0-or-later
// An outlier is told by how far it is from the middle, compared with the others.
#include "render/view/world_bounds.h"

#include "model/base/numbers.h"
#include "render/cells/grid_bounds.h"

#include <algorithm>

namespace ghostline::render {

namespace {

constexpr double OutlierMetres = 200.0; // never an outlier within this distance of the middle
constexpr double OutlierFactor = 6.0;   // of the median distance
constexpr double StageMargin = 0.1;     // of the stage: as far beside it one is still on it
constexpr double SmallestFit = 14.0;    // metres round the middle: one actor alone is seen in its street

void include(model::Bounds& bounds, const PickBox& box)
{
    const double reach = static_cast<double>(glm::length(box.half));
    bounds.include(box.centre - glm::dvec3(reach));
    bounds.include(box.centre + glm::dvec3(reach));
}

/// Round all of them but outliers.
model::Bounds nearBounds(const std::vector<PickBox>& boxes)
{
    if (boxes.empty())
        return {};
    std::vector<double> xs, zs, distances;
    for (const PickBox& box : boxes) {
        xs.push_back(box.centre.x);
        zs.push_back(box.centre.z);
    }
    const glm::dvec2 middle{model::median(xs), model::median(zs)};
    const auto distance = [&middle](const PickBox& box) {
        return glm::length(glm::dvec2(box.centre.x, box.centre.z) - middle);
    };
    for (const PickBox& box : boxes)
        distances.push_back(distance(box));
    const double limit = std::max(OutlierMetres, OutlierFactor * model::median(distances));
    model::Bounds bounds;
    for (const PickBox& box : boxes) {
        if (distance(box) <= limit)
            include(bounds, box);
    }
    const glm::dvec3 centre = (bounds.min + bounds.max) * 0.5;
    bounds.include(centre - glm::dvec3(SmallestFit, 0.0, SmallestFit));
    bounds.include(centre + glm::dvec3(SmallestFit, 0.0, SmallestFit));
    return bounds;
}

std::vector<PickBox> participants(const model::WorldState& state, const ActorStyles& styles)
{
    std::vector<PickBox> boxes;
    for (const bool background : {false, true}) {
        for (std::size_t row = 0; row < state.size(); ++row) {
            if (styles.drawn(state, row) && styles.background(state, row) == background)
                boxes.push_back(styles.box(state, row));
        }
        if (!boxes.empty())
            break;
    }
    return boxes;
}

} // namespace

model::Bounds actorBounds(const ViewContent& content, const ActorStyles& styles)
{
    const model::Bounds actors = nearBounds(participants(*content.state, styles));
    if (!actors.valid && content.scene->bounds.valid)
        return content.scene->bounds;
    return withGrids(actors, {&content.state->grids, &content.scene->grids});
}

model::Bounds stageBounds(const ViewContent& content, const ActorStyles& styles,
                          const model::SceneDescription& scene)
{
    const std::vector<PickBox> boxes = participants(*content.state, styles);
    const glm::dvec3 margin = StageMargin * (scene.bounds.max - scene.bounds.min);
    const glm::dvec3 low = scene.bounds.min - margin;
    const glm::dvec3 high = scene.bounds.max + margin;
    const auto beside = std::ranges::count_if(boxes, [&](const PickBox& box) {
        const glm::dvec3& at = box.centre;
        return at.x < low.x || at.x > high.x || at.z < low.z || at.z > high.z;
    });
    model::Bounds bounds = scene.bounds;
    if (2 * static_cast<std::size_t>(beside) > boxes.size()) {
        const model::Bounds actors = nearBounds(boxes);
        bounds.include(actors.min);
        bounds.include(actors.max);
    }
    return bounds;
}

model::Bounds boundsOf(const ViewContent& content, const ActorStyles& styles, model::ActorId actor)
{
    model::Bounds bounds;
    const std::ptrdiff_t row = content.state->row(actor);
    if (row >= 0)
        include(bounds, styles.box(*content.state, static_cast<std::size_t>(row)));
    return bounds;
}

} // namespace ghostline::render
