// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a camera needs to know of an actor that it follows: position, size, eyes. No GL.
#include "model/replay/replay_info.h"
#include "render/actors/actor_styles.h"
#include "render/camera/camera.h"

#include <optional>
#include <span>
#include <vector>

namespace ghostline::render {

/// Head bones of a skeleton: those whose orientation is that of the look, best first, and one that is
/// recognised only by its name.
struct HeadBones
{
    std::vector<std::size_t> looking{};
    std::optional<std::size_t> named{};
};
HeadBones headBonesOf(const model::Skeleton& skeleton);

/// `info` may be null; `heads`: of every skeleton of its replay.
CameraSubject cameraAnchor(const ActorStyles& styles, const model::WorldState& state, std::size_t row,
                           const model::ActorInfo* info, std::span<const HeadBones> heads);

} // namespace ghostline::render
