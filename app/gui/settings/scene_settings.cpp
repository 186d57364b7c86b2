// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/settings/scene_settings.h"

namespace ghostline::app {

model::SceneChoice withSettings(model::SceneChoice said, const Settings& settings)
{
    said.folders += settings.sceneFolders;
    said.folders.removeDuplicates();
    if (!(said.radius > RadiusOfSettings))
        said.radius = settings.sceneRadius;
    return said;
}

} // namespace ghostline::app
