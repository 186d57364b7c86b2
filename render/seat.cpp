// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/seat.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double SizeWithoutBody = 24.0; // metres

} // namespace

HeadBones headBonesOf(const model::Skeleton& skeleton)
{
    HeadBones heads;
    for (const model::BoneRole role : {model::BoneRole::TrackedHead, model::BoneRole::Head}) {
        const auto bone = std::find(skeleton.roles.begin(), skeleton.roles.end(), role);
        if (bone != skeleton.roles.end())
            heads.looking.push_back(static_cast<std::size_t>(bone - skeleton.roles.begin()));
    }
    const auto head = std::find_if(skeleton.bones.begin(), skeleton.bones.end(), [](const QString& name) {
        return name.contains(QLatin1String("head"), Qt::CaseInsensitive);
    });
    if (head != skeleton.bones.end())
        heads.named = static_cast<std::size_t>(head - skeleton.bones.begin());
    return heads;
}

CameraSubject seatOf(const InstanceBuffers& buffers, const model::WorldState& state, std::size_t row,
                     const model::ActorInfo* info, std::span<const HeadBones> heads)
{
    const PickBox box = buffers.box(state, row);
    const glm::dvec3 half{box.half};
    CameraSubject seat;
    seat.pose = {state.positions[row], state.orientations[row]};
    // Nobody to be seen stands for what they look after: from higher up.
    const bool body = buffers.shape(state, row).drawable;
    seat.size = body ? 2.0 * std::max({half.x, half.y, half.z}) : SizeWithoutBody;
    seat.velocity = state.velocities[row];
    const glm::dquat toLocal = glm::conjugate(glm::dquat(seat.pose.orientation));
    const glm::dvec3 centre = toLocal * (box.centre - seat.pose.position);
    // High in the box, and in a long one toward the front, where a driver sits.
    seat.eye = centre + glm::dvec3(0.0, half.y * 0.7, half.z > 1.0 ? half.z * 0.15 : half.z);
    if (info == nullptr)
        return seat;
    if (info->shape == model::ActorShape::View) {
        seat.head = seat.pose;
        seat.eye = glm::dvec3(0.0);
        seat.verticalFov = 2.0 * glm::degrees(std::atan(static_cast<double>(info->boxHalf.y)));
        return seat;
    }
    seat.spins = info->kind == model::ActorKind::Disc || info->shape == model::ActorShape::Disc;
    if (info->skeleton < 0 || static_cast<std::size_t>(info->skeleton) >= heads.size())
        return seat;
    const HeadBones& head = heads[static_cast<std::size_t>(info->skeleton)];
    const auto bones = state.bonesOf(row);
    for (const std::size_t bone : head.looking) {
        if (bone < bones.size()) {
            seat.head = model::Pose{glm::dvec3(bones[bone].position), bones[bone].orientation};
            seat.eye = toLocal * (seat.head->position - seat.pose.position);
            return seat;
        }
    }
    if (head.named && *head.named < bones.size())
        seat.eye = toLocal * (glm::dvec3(bones[*head.named].position) - seat.pose.position);
    return seat;
}

} // namespace ghostline::render
