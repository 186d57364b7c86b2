// SPDX-License-Identifier: GPL-3.0-or-later
// The body is put together in its own axes, feet at the origin, +Z ahead, +Y up, +X left, and then laid into
// the world. Measures are those of a figure of 1.8 m.
#include "codecs/recording/replay/run_body.h"

#include "codecs/recording/replay/run_properties.h"

#include <cmath>
#include <glm/gtc/constants.hpp>

namespace ghostline::recording {

using model::BonePose;
using model::BoneRole;

namespace {

enum Bone : std::size_t {
    Eyes,
    Pelvis,
    Spine,
    Chest,
    Neck,
    Head,
    LeftShoulder,
    LeftElbow,
    LeftHand,
    RightShoulder,
    RightElbow,
    RightHand,
    LeftHip,
    LeftKnee,
    LeftAnkle,
    LeftToe,
    RightHip,
    RightKnee,
    RightAnkle,
    RightToe
};
static_assert(RightToe + 1 == BodyBones);

struct BoneInfo
{
    const char* name;
    int parent;
    BoneRole role;
};
constexpr std::array<BoneInfo, BodyBones> BoneTable{{
    {"eyes", -1, BoneRole::TrackedHead},
    {"pelvis", -1, BoneRole::Pelvis},
    {"spine", Pelvis, BoneRole::Spine},
    {"chest", Spine, BoneRole::Chest},
    {"neck", Chest, BoneRole::Neck},
    {"head", Neck, BoneRole::Head},
    {"left_upper_arm", Chest, BoneRole::LeftUpperArm},
    {"left_forearm", LeftShoulder, BoneRole::LeftForearm},
    {"left_hand", LeftElbow, BoneRole::LeftHand},
    {"right_upper_arm", Chest, BoneRole::RightUpperArm},
    {"right_forearm", RightShoulder, BoneRole::RightForearm},
    {"right_hand", RightElbow, BoneRole::RightHand},
    {"left_thigh", Pelvis, BoneRole::LeftThigh},
    {"left_shin", LeftHip, BoneRole::LeftShin},
    {"left_foot", LeftKnee, BoneRole::LeftFoot},
    {"left_toe", LeftAnkle, BoneRole::LeftToe},
    {"right_thigh", Pelvis, BoneRole::RightThigh},
    {"right_shin", RightHip, BoneRole::RightShin},
    {"right_foot", RightKnee, BoneRole::RightFoot},
    {"right_toe", RightAnkle, BoneRole::RightToe},
}};

// Metres.
constexpr float HipHeight = 0.90F;
constexpr float HipSide = 0.10F;
constexpr float ShoulderSide = 0.19F;
constexpr float Thigh = 0.42F;
constexpr float Shin = 0.40F;
constexpr float UpperArm = 0.28F;
constexpr float Forearm = 0.26F;
constexpr float FootLength = 0.15F;
// Along the trunk, from the hips.
constexpr float SpineUp = 0.16F;
constexpr float ChestUp = 0.34F;
constexpr float ShoulderUp = 0.52F;
constexpr float NeckUp = 0.56F;
constexpr float HeadUp = 0.61F;
constexpr float EyesUp = 0.72F;
// The two lying stances: how far the middle of the body is above the recorded place.
constexpr float ProneHeight = 0.3F;
constexpr float LyingHeight = 0.15F;

constexpr double StridesPerSecond = 1.7;
constexpr double FullStride = 4.3; ///< m/s from which legs swing as far as they do
constexpr float LegSwing = 0.65F;  ///< radians
constexpr float ArmSwing = 0.5F;

/// Angles in radians; forward is positive.
struct Joints
{
    float hips = HipHeight; ///< height
    float hipsAhead = 0.0F;
    float lean = 0.0F; ///< of the trunk
    std::array<float, 2> thigh{};
    std::array<float, 2> knee{}; ///< bends backward
    std::array<float, 2> arm{};
    std::array<float, 2> elbow{0.15F, 0.15F}; ///< bends forward
};

/// What hangs down, turned forward by an angle.
glm::vec3 hanging(float angle) { return {0.0F, -std::cos(angle), std::sin(angle)}; }

Joints jointsOf(Stance stance, const BodyState& state)
{
    Joints out;
    const bool walks = stance == Stance::Standing || stance == Stance::Sneaking || stance == Stance::Prone;
    if (walks) {
        const auto share = static_cast<float>(std::clamp(state.walking / FullStride, 0.0, 1.0));
        // Time, not the way behind, moves the legs: a way would differ with the place one came from.
        const double turns = state.seconds * StridesPerSecond;
        const auto phase = static_cast<float>(std::sin((turns - std::floor(turns)) * glm::two_pi<double>()));
        const float swing = phase * share * (stance == Stance::Prone ? 0.4F : 1.0F);
        out.thigh = {LegSwing * swing, -LegSwing * swing};
        out.knee = {share * 0.25F * (1.0F - phase), share * 0.25F * (1.0F + phase)};
        out.arm = {-ArmSwing * swing, ArmSwing * swing};
    }
    if (stance == Stance::Sneaking) {
        out.hips = 0.72F;
        out.hipsAhead = -0.12F;
        out.lean = 0.5F;
        for (std::size_t side = 0; side < 2; ++side) {
            out.thigh[side] += 0.62F;
            out.knee[side] += 0.95F;
        }
    } else if (stance == Stance::Sitting) {
        out.hips = 0.35F;
        out.thigh = {1.45F, 1.45F};
        out.knee = {1.0F, 1.0F};
        out.arm = {0.45F, 0.45F};
    } else if (stance == Stance::Prone) {
        // Swimmers and gliders hold their arms along the body, a little spread.
        out.arm[0] *= 0.5F;
        out.arm[1] *= 0.5F;
    }
    constexpr std::size_t Left = 0;
    constexpr std::size_t Right = 1;
    const auto raise = [&out](std::size_t side, float arm, float elbow) {
        out.arm[side] = std::max(out.arm[side], arm);
        out.elbow[side] = std::max(out.elbow[side], elbow);
    };
    if (state.usesMain)
        raise(Right, 1.15F, 0.75F);
    if (state.usesOff)
        raise(Left, 1.15F, 0.75F);
    if (state.swing >= 0.0F) {
        const float height = std::sin(std::min(state.swing, 1.0F) * glm::pi<float>());
        raise(state.swingOff ? Left : Right, 1.5F * height, 0.15F + 0.35F * height);
    }
    return out;
}

std::array<glm::vec3, BodyBones> placesOf(const Joints& joints)
{
    std::array<glm::vec3, BodyBones> out{};
    const glm::vec3 hips{0.0F, joints.hips, joints.hipsAhead};
    const glm::vec3 trunk{0.0F, std::cos(joints.lean), std::sin(joints.lean)};
    out[Pelvis] = hips;
    out[Spine] = hips + trunk * SpineUp;
    out[Chest] = hips + trunk * ChestUp;
    out[Neck] = hips + trunk * NeckUp;
    out[Head] = hips + trunk * HeadUp;
    // The head stays upright above a bent trunk.
    out[Eyes] = out[Head] + glm::vec3(0.0F, EyesUp - HeadUp, 0.03F);
    for (std::size_t side = 0; side < 2; ++side) {
        const glm::vec3 left{side == 0 ? 1.0F : -1.0F, 0.0F, 0.0F};
        const std::size_t arm = side == 0 ? LeftShoulder : RightShoulder;
        out[arm] = hips + trunk * ShoulderUp + left * ShoulderSide;
        out[arm + 1] = out[arm] + hanging(joints.arm[side]) * UpperArm + left * 0.03F;
        out[arm + 2] = out[arm + 1] + hanging(joints.arm[side] + joints.elbow[side]) * Forearm;
        const std::size_t leg = side == 0 ? LeftHip : RightHip;
        out[leg] = hips + left * HipSide + glm::vec3(0.0F, -0.02F, 0.0F);
        out[leg + 1] = out[leg] + hanging(joints.thigh[side]) * Thigh;
        out[leg + 2] = out[leg + 1] + hanging(joints.thigh[side] - joints.knee[side]) * Shin;
        out[leg + 3] = out[leg + 2] + glm::vec3(0.0F, -0.04F, FootLength);
    }
    return out;
}

glm::quat aroundX(float angle) { return {std::cos(angle * 0.5F), std::sin(angle * 0.5F), 0.0F, 0.0F}; }

glm::quat aroundZ(float angle) { return {std::cos(angle * 0.5F), 0.0F, 0.0F, std::sin(angle * 0.5F)}; }

} // namespace

Stance stanceOf(std::int32_t pose, std::uint8_t flags)
{
    switch (pose) {
    case 1: // fall_flying
    case 3: // swimming
    case 4: // spin_attack
        return Stance::Prone;
    case 2:
        return Stance::Asleep;
    case 5:
        return Stance::Sneaking;
    case 7:
        return Stance::Dying;
    case 10:
        return Stance::Sitting;
    case 0:
        // Some servers set the flags a tick before the pose.
        if ((flags & ElytraFlag) != 0)
            return Stance::Prone;
        return (flags & SneakFlag) != 0 ? Stance::Sneaking : Stance::Standing;
    default:
        return Stance::Standing;
    }
}

model::Skeleton playerSkeleton()
{
    model::Skeleton out;
    out.name = QStringLiteral("player");
    out.bones.reserve(BodyBones);
    out.parents.reserve(BodyBones);
    out.roles.reserve(BodyBones);
    for (const BoneInfo& bone : BoneTable) {
        out.bones.push_back(QLatin1String(bone.name));
        out.parents.push_back(bone.parent);
        out.roles.push_back(bone.role);
    }
    return out;
}

void poseBody(const BodyState& state, std::span<BonePose> out)
{
    const Stance stance = stanceOf(state.pose, state.flags);
    const std::array<glm::vec3, BodyBones> places = placesOf(jointsOf(stance, state));
    const glm::quat heading = lookRotation(state.yaw, 0.0);
    glm::quat turn = heading;
    glm::vec3 lift{0.0F};
    glm::vec3 pivot{0.0F};
    if (stance == Stance::Prone) {
        // Head first along the look, face down.
        turn = heading * aroundX(glm::half_pi<float>() + glm::radians(static_cast<float>(state.pitch)));
        pivot.y = HipHeight;
        lift.y = ProneHeight;
    } else if (stance == Stance::Asleep) {
        turn = heading * aroundX(-glm::half_pi<float>());
        pivot.y = HipHeight;
        lift.y = LyingHeight;
    } else if (stance == Stance::Dying) {
        turn = heading * aroundZ(glm::half_pi<float>());
        lift.y = LyingHeight;
    }
    const glm::vec3 feet = glm::vec3(state.position) + lift;
    for (std::size_t i = 0; i < BodyBones && i < out.size(); ++i)
        out[i] = {feet + turn * (places[i] - pivot), turn};
    const bool lies = stance == Stance::Asleep || stance == Stance::Dying;
    const glm::quat look = lies ? turn : lookRotation(state.yaw, state.pitch);
    if (out.size() > Head) {
        out[Eyes].orientation = look;
        out[Head].orientation = look;
    }
}

} // namespace ghostline::recording
