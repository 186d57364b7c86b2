// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Static surroundings of a log: its road network when a map is found, else the actors' own tracks.
#include "codecs/carla/roads/opendrive_mesh.h"
#include "model/codec/codec.h"
#include "model/world/actor.h"
#include "model/world/scene_description.h"

#include <span>

namespace ghostline::carla {

/// Where one actor was at one of the sampled frames (about one a second); hidden actors are left out.
struct TrackSample
{
    std::uint32_t actor = 0; ///< ActorId as a number
    model::FrameNumber frame = 0;
    glm::vec3 position{0.0F}; ///< world, metres
};

/// The map's name as a file name: "Carla/Maps/Town10HD_Opt" gives "Town10HD_Opt", then "Town10HD".
QStringList mapFileNames(const QString& storedMap);

/// The road network of a map file, or of the one that a scenario names.
model::Result<model::SceneDescription> readMapFile(const QString& path, const RoadSceneOptions& roads,
                                                   std::stop_token stop);

/// The road network of the map that lies beside the log. NotFound when none does; any other error says why
/// it cannot be used.
model::Result<model::SceneDescription> readMapBeside(const model::ByteSource& log, const QString& storedMap,
                                                     const RoadSceneOptions& roads, std::stop_token stop);

/// Lights and signs of which the cast has any are not drawn from a map.
RoadSceneOptions furnitureBeside(std::span<const model::ActorInfo> cast);

/// Fills in SceneDescription::doubt where most of the sampled places lie off the roads.
void compareWithTracks(model::SceneDescription& roads, std::span<const TrackSample> samples);

/// Faint trails from the sampled places; samples of one actor in ascending frames, actors in any order.
model::SceneDescription buildTrackScene(std::span<const TrackSample> samples);

/// readMapBeside(), else buildTrackScene() with a note that says why there are no roads.
model::SceneDescription carlaScene(const model::ByteSource& log, const QString& storedMap,
                                   std::span<const model::ActorInfo> cast,
                                   std::span<const TrackSample> samples, std::stop_token stop);

} // namespace ghostline::carla
