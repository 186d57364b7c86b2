// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/first_sight.h"

#include <algorithm>

namespace ghostline::app {

namespace {

/// The one that the recording is about; None where there is nobody or several are.
model::ActorId onlyPrincipal(const model::ReplayInfo& info)
{
    model::ActorId found = model::ActorId::None;
    for (const model::ActorInfo& actor : info.cast) {
        if (!actor.principal)
            continue;
        if (found != model::ActorId::None)
            return model::ActorId::None;
        found = actor.id;
    }
    return found;
}

} // namespace

FirstSight firstSight(const model::ReplayInfo& info, const model::SceneDescription& scene)
{
    // Armies on a map: they are counted, watched in tables, or told without heights.
    if (!info.census.empty() || !info.observer.empty() || scene.heightless)
        return {.mode = render::CameraMode::TopDown};
    // A match about one thing, in a place that has cameras for it.
    if (!scene.cameras.empty() && std::ranges::any_of(info.cast, &model::ActorInfo::focus))
        return {.mode = render::CameraMode::Director};
    // A run, or somebody's drive.
    if (const model::ActorId subject = onlyPrincipal(info); subject != model::ActorId::None)
        return {.mode = render::CameraMode::Follow, .subject = subject};
    return {};
}

} // namespace ghostline::app
