// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to be seen, for framings: without outliers, with the cells near by.
#include "render/grid_bounds.h"
#include "render/world_view.h"

#include <algorithm>

namespace ghostline::render {

namespace {

constexpr double OutlierMetres = 200.0; // never an outlier within this distance of the middle
constexpr double OutlierFactor = 6.0;   // of the median distance
constexpr double StageMargin = 0.1;     // of the stage: as far beside it one is still on it
constexpr double SmallestFit = 14.0;    // metres round the middle: one actor alone is seen in its street

double median(std::vector<double>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

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
    const glm::dvec2 middle{median(xs), median(zs)};
    const auto distance = [&middle](const PickBox& box) {
        return glm::length(glm::dvec2(box.centre.x, box.centre.z) - middle);
    };
    for (const PickBox& box : boxes)
        distances.push_back(distance(box));
    const double limit = std::max(OutlierMetres, OutlierFactor * median(distances));
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

} // namespace

model::Bounds WorldView::actorBounds() const
{
    const model::Bounds actors = nearBounds(participants());
    if (!actors.valid && m_scene.bounds.valid)
        return m_scene.bounds;
    return withGrids(actors, {&m_state.grids, &m_scene.grids});
}

model::Bounds WorldView::stageBounds(const model::SceneDescription& scene) const
{
    const std::vector<PickBox> boxes = participants();
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

std::vector<PickBox> WorldView::participants() const
{
    std::vector<PickBox> boxes;
    for (const bool background : {false, true}) {
        for (std::size_t row = 0; row < m_state.size(); ++row) {
            if (m_buffers.drawn(m_state, row) && m_buffers.background(m_state, row) == background)
                boxes.push_back(m_buffers.box(m_state, row));
        }
        if (!boxes.empty())
            break;
    }
    return boxes;
}

model::Bounds WorldView::boundsOf(model::ActorId actor) const
{
    model::Bounds bounds;
    const std::ptrdiff_t row = m_state.row(actor);
    if (row >= 0)
        include(bounds, m_buffers.box(m_state, static_cast<std::size_t>(row)));
    return bounds;
}

} // namespace ghostline::render
