// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/scene.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/replay/map_layers.h"
#include "codecs/rts/scene.h"

#include <algorithm>

namespace ghostline::ironcurtain {

using rts::cameraOver;

namespace {

constexpr double BaseDistance = 30.0; ///< metres from which a base is looked at

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
    rts::addOutline(scene, glm::vec3(0.0F),
                    {static_cast<float>(map->width), 0.0F, static_cast<float>(map->height)});
    scene.cameras.push_back(
        cameraOver(QStringLiteral("Map"), far * 0.5, std::max(BaseDistance, glm::length(far))));
    for (std::size_t p = 0; p < players.count(); ++p) {
        const PlayerState* const state = start->player(players[p].id);
        if (state == nullptr || !state->look)
            continue;
        rts::addStartCamera(scene, players[p].name, players[p].id, toWorld(state->look->start), BaseDistance);
    }
    return scene;
}

} // namespace ghostline::ironcurtain
