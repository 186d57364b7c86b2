// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_memory.h"

namespace ghostline::echo::encode {

namespace {

constexpr float VelocityStep = 0.0001F;    ///< (0.01 m/s)^2: smaller changes are left out; likewise below
constexpr float BonePositionStep = 0.001F; ///< metres
constexpr double BoneRotationStep = 1.0;   ///< degrees

} // namespace

PoseCode plainPose(PoseMemory& memory, const PartPose& pose, bool fresh)
{
    VectorMemory& position = memory.position;
    PoseCode code;
    code.delta = halfs(fresh ? pose.position : pose.position - position.truth);
    code.rotation = smallestThree(pose.orientation);
    code.sendRotation = fresh || code.rotation != memory.rotation;
    code.sendPosition = code.sendRotation || code.delta != position.delta;
    position.truth = pose.position;
    position.delta = code.delta;
    memory.rotation = code.rotation;
    return code;
}

bool plainVelocity(VectorMemory& memory, const glm::vec3& velocity, bool fresh, Half3& delta)
{
    const glm::vec3 change = fresh ? velocity : velocity - memory.truth;
    memory.truth = velocity;
    delta = halfs(change);
    return glm::dot(change, change) > VelocityStep;
}

BoneCode plainBone(const Bone& before, const Bone& bone, bool fresh)
{
    const glm::vec3 change = bone.position - before.position;
    BoneCode code;
    code.sendPosition = fresh || glm::length(change) > BonePositionStep;
    code.sendRotation = fresh || degreesBetween(bone.orientation, before.orientation) > BoneRotationStep;
    for (int axis = 0; axis < 3; ++axis)
        code.step[static_cast<std::size_t>(axis)] = boneFixed(static_cast<double>(change[axis]));
    code.turn = smallestThree(bone.orientation * glm::inverse(before.orientation));
    return code;
}

} // namespace ghostline::echo::encode
