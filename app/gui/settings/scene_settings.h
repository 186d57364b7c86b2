// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which maps are shown, by the command line and the settings together.
#include "app/gui/settings/settings.h"
#include "model/codec/scene_reader.h"

namespace ghostline::app {

/// The radius of a choice that leaves it to the settings.
inline constexpr double RadiusOfSettings = 0.0;

/// `said` goes before: its folders are searched first, its radius counts where it is one.
model::SceneChoice withSettings(model::SceneChoice said, const Settings& settings);

} // namespace ghostline::app
