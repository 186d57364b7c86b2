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

/// The road network for a map: the file the user named (a map, or a scenario that names one), one beside the
/// log, one in the scene folders.
/// NotFound when there is none; any other error says why the file that was found cannot be used.
model::Result<model::SceneDescription> findRoadScene(const model::ByteSource& log, const QString& storedMap,
                                                     const model::OpenOptions& options,
                                                     const RoadSceneOptions& roads, std::stop_token stop);

/// Faint trails from the sampled places; samples of one actor in ascending frames, actors in any order.
model::SceneDescription buildTrackScene(std::span<const TrackSample> samples);

/// findRoadScene(), else buildTrackScene() with a note that says why there are no roads. Lights and signs of
/// which the log's cast has any are not drawn from the map.
model::SceneDescription carlaScene(const model::ByteSource& log, const QString& storedMap,
                                   const model::OpenOptions& options, std::span<const model::ActorInfo> cast,
                                   std::span<const TrackSample> samples, std::stop_token stop);

} // namespace ghostline::carla
