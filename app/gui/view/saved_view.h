// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Views that are remembered by number: camera, whom it attends to, what is shown. Each belongs to one
// recording or to all of the user's.
#include "model/replay/replay_info.h"
#include "render/base/view_options.h"
#include "render/camera/camera.h"

#include <optional>

namespace ghostline::app {

/// An actor that is found again in the same recording by its number, in another one by its name.
struct RememberedActor
{
    qint64 nativeId = -1;
    QString name; ///< empty = nobody

    static RememberedActor of(const model::ActorInfo* actor);
    /// None when there is nobody of that name.
    model::ActorId in(const model::ReplayInfo& info) const;
    friend bool operator==(const RememberedActor&, const RememberedActor&) = default;
};

struct SavedView
{
    QString camera; ///< word of a mode, or name of one of the scene's cameras
    render::CameraPose pose;
    RememberedActor selection;
    RememberedActor followed;
    render::ViewOptions layers; ///< trailSeconds is not kept
};

inline constexpr int SavedViews = 9; ///< numbered from 1

/// False: it could not be kept. An empty path = for every recording.
bool storeView(const SavedView& view, const QString& replayPath, int number);
/// The recording's own view of that number, else the user's; nothing when there is neither, or only a damaged
/// one.
std::optional<SavedView> loadView(const QString& replayPath, int number);

} // namespace ghostline::app
