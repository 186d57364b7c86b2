// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_scene.h"

#include "codecs/recording/worlds/world_file.h"

#include <QFileInfo>

namespace ghostline::recording {

model::Result<model::SceneDescription> runScene(const QString& path, std::stop_token stop)
{
    model::SceneDescription none;
    if (path.isEmpty()) {
        none.note = QStringLiteral("no scene");
        return none;
    }
    auto scene = readWorld(path, {}, stop);
    if (scene || scene.error().code != model::ErrorCode::Unsupported)
        return scene;
    none.note = QStringLiteral("%1 is not shown: %2").arg(QFileInfo(path).fileName(), scene.error().message);
    return none;
}

} // namespace ghostline::recording
