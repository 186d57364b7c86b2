// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a camera needs to know of somebody whom it follows: place, size, eyes. No GL.
#include "model/replay_info.h"
#include "render/camera.h"
#include "render/instance_buffers.h"

#include <optional>
#include <span>
#include <vector>

namespace ghostline::render {

/// Where a skeleton has its head: bones that also look, best first, and one known by name only.
struct HeadBones
{
    std::vector<std::size_t> looking{};
    std::optional<std::size_t> named{};
};
HeadBones headBonesOf(const model::Skeleton& skeleton);

/// `info` may be null; `heads`: of every skeleton of its replay.
CameraSubject seatOf(const InstanceBuffers& buffers, const model::WorldState& state, std::size_t row,
                     const model::ActorInfo* info, std::span<const HeadBones> heads);

} // namespace ghostline::render
