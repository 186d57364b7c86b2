// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the programs are told of a map: `--scene-at X,Y,Z`, `--scene-radius M`.
#include "model/codec/scene_reader.h"

namespace ghostline::model {

inline constexpr double LeastSceneRadius = 16.0; ///< metres
inline constexpr double MostSceneRadius = 4096.0;

/// Three numbers with commas, metres; empty = none. InvalidArgument otherwise.
GHOSTLINE_MODEL_EXPORT Result<std::optional<glm::dvec3>> parseScenePlace(const QString& text);
/// Metres within the limits above; empty = `usual`. InvalidArgument otherwise.
GHOSTLINE_MODEL_EXPORT Result<double> parseSceneRadius(const QString& text, double usual = UsualSceneRadius);

} // namespace ghostline::model
