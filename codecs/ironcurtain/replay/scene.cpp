// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/scene.h"

#include "codecs/io/field_view.h"
#include "codecs/ironcurtain/limits.h"
#include "codecs/ironcurtain/replay/map_layers.h"

#include <algorithm>
#include <set>

namespace ghostline::ironcurtain {

using io::cameraOver;

namespace {

constexpr double BaseDistance = 30.0; ///< metres from which a base is looked at

void addOutline(model::SceneDescription& scene, float width, float height)
{
    model::SceneLines outline;
    outline.role = model::SceneRole::Outline;
    outline.starts = {0};
    outline.points = {{0.0F, 0.0F, 0.0F},
                      {width, 0.0F, 0.0F},
                      {width, 0.0F, height},
                      {0.0F, 0.0F, height},
                      {0.0F, 0.0F, 0.0F}};
    scene.lines.push_back(std::move(outline));
}

} // namespace

model::SceneDescription describeScene(const Metadata& metadata, const Players& players, const Kinds& kinds,
                                      const SimState* start)
{
    model::SceneDescription scene;
    scene.name = metadata.mapName;
    const MapState* const map = start != nullptr ? start->map.get() : nullptr;
    if (map == nullptr || map->width == 0 || map->height == 0) {
        scene.note = QStringLiteral("no keyframe tells of the map");
        return scene;
    }
    if (map->width > MaxMapSide || map->height > MaxMapSide) {
        scene.note = QStringLiteral("a map of %1 x %2 cells is too large to be drawn")
                         .arg(map->width)
                         .arg(map->height);
    } else if (LayerPtr terrain = terrainLayer(*map, kinds)) {
        if (terrain->cellSize.x > 1.0)
            scene.note = QStringLiteral("terrain is drawn coarser than it is: one cell in %1 either way")
                             .arg(terrain->cellSize.x);
        scene.grids.push_back(std::move(terrain));
    }
    const glm::dvec3 far{map->width, 0.0, map->height};
    scene.bounds.include(glm::dvec3(0.0));
    scene.bounds.include(far);
    addOutline(scene, static_cast<float>(map->width), static_cast<float>(map->height));
    scene.cameras.push_back(
        cameraOver(QStringLiteral("Map"), far * 0.5, std::max(BaseDistance, glm::length(far))));
    std::set<QString> named;
    for (std::size_t p = 0; p < players.count(); ++p) {
        const PlayerState* const state = start->player(players[p].id);
        if (state == nullptr || !state->look)
            continue;
        QString name = QStringLiteral("Start of %1").arg(players[p].name);
        if (!named.insert(name).second)
            name += QStringLiteral(" (%1)").arg(players[p].id);
        scene.cameras.push_back(cameraOver(name, toWorld(state->look->start), BaseDistance));
    }
    return scene;
}

} // namespace ghostline::ironcurtain
