// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns a RoadNetwork into surfaces: lane strips, markings, what stands beside.
#include "codecs/carla/roads/opendrive.h"
#include "model/bytes/byte_source.h"
#include "model/world/scene_description.h"

namespace ghostline::carla {

/// What a recording shows itself, so that it is not drawn twice.
struct RoadSceneOptions
{
    bool lights = true;
    bool signs = true;
    double chordError = 0.03; ///< metres by which curves deviate at most
};

/// Surfaces by role in world space, each role one mesh.
model::Result<model::SceneDescription>
buildRoadScene(const RoadNetwork& network, const RoadSceneOptions& options = {}, std::stop_token stop = {});

/// parseOpenDrive() and buildRoadScene() in one.
model::Result<model::SceneDescription> readOpenDrive(const model::ByteSource& bytes,
                                                     const RoadSceneOptions& options = {},
                                                     std::stop_token stop = {});

} // namespace ghostline::carla
