// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Surroundings of a run: the world that the user names, else nothing but the ground.
#include "model/base/error.h"
#include "model/world/scene_description.h"

#include <QString>

#include <stop_token>

namespace ghostline::recording {

/// `path`: named by the user, may be empty. A file of another kind is said in the scene's note.
model::Result<model::SceneDescription> runScene(const QString& path, std::stop_token stop = {});

} // namespace ghostline::recording
