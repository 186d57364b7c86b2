// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/camera_anchor.h"

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

CameraSubject cameraAnchor(const ActorStyles& styles, const model::WorldState& state, std::size_t row,
                           const model::ActorInfo* info, std::span<const HeadBones> heads)
{
    const PickBox box = styles.box(state, row);
    const glm::dvec3 half{box.half};
    CameraSubject anchor;
    anchor.pose = {state.positions[row], state.orientations[row]};
    // Nobody to be seen stands for what they look after: from higher up.
    const bool body = styles.shape(state, row).drawable;
    anchor.size = body ? 2.0 * std::max({half.x, half.y, half.z}) : SizeWithoutBody;
    anchor.velocity = state.velocities[row];
    const glm::dquat toLocal = glm::conjugate(glm::dquat(anchor.pose.orientation));
    const glm::dvec3 centre = toLocal * (box.centre - anchor.pose.position);
    // High in the box, and in a long one toward the front, where a driver sits.
    anchor.eye = centre + glm::dvec3(0.0, half.y * 0.7, half.z > 1.0 ? half.z * 0.15 : half.z);
    if (info == nullptr)
        return anchor;
    if (info->shape == model::ActorShape::View) {
        anchor.head = anchor.pose;
        anchor.eye = glm::dvec3(0.0);
        anchor.verticalFov = 2.0 * glm::degrees(std::atan(static_cast<double>(info->boxHalf.y)));
        return anchor;
    }
    anchor.spins = info->kind == model::ActorKind::Disc || info->shape == model::ActorShape::Disc;
    if (info->skeleton < 0 || static_cast<std::size_t>(info->skeleton) >= heads.size())
        return anchor;
    const HeadBones& head = heads[static_cast<std::size_t>(info->skeleton)];
    const auto bones = state.bonesOf(row);
    for (const std::size_t bone : head.looking) {
        if (bone < bones.size()) {
            anchor.head = model::Pose{glm::dvec3(bones[bone].position), bones[bone].orientation};
            anchor.eye = toLocal * (anchor.head->position - anchor.pose.position);
            return anchor;
        }
    }
    if (head.named && *head.named < bones.size())
        anchor.eye = toLocal * (glm::dvec3(bones[*head.named].position) - anchor.pose.position);
    return anchor;
}

} // namespace ghostline::render
