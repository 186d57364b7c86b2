// SPDX-License-Identifier: GPL-3.0-or-later
// Two-bone arms, a spine that bends a little and legs that hang from it; every limb keeps its length.
#include "codecs/echo/sample/body.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::sample {

namespace {

/// Indices of the game's list; it counts the arms right, left and the legs left, right.
enum : std::size_t {
    Pelvis,
    HeadBone,
    RightHandBone,
    LeftHandBone,
    RightFore,
    LeftFore,
    RightUpper,
    LeftUpper,
    Neck,
    Chest,
    SpineTop,
    SpineMid,
    SpineLow,
    RightCollar,
    LeftCollar,
    LeftThigh,
    RightThigh,
    LeftShin,
    RightShin,
    LeftFoot,
    RightFoot,
    LeftToe,
    RightToe
};

constexpr double Thigh = 0.41;
constexpr double Shin = 0.41;
constexpr double Hip = 0.09;
const Vec Forward(0.0, 0.0, 1.0);

glm::dquat about(const Vec& axis, double angle) { return glm::angleAxis(angle, axis); }

/// Turns +Y along `along`, and +Z as near to `facing` as that lets it.
glm::dquat aim(const Vec& along, const Vec& facing)
{
    const Vec up = glm::normalize(along);
    Vec left = glm::cross(up, facing);
    const double width = glm::length(left);
    left = width > 1e-6 ? left / width : glm::normalize(glm::cross(up, Vec(0.3, 0.0, 1.0)));
    return glm::normalize(glm::quat_cast(glm::dmat3(left, up, glm::cross(left, up))));
}

void put(std::array<Bone, Bones>& bones, std::size_t bone, const Vec& place, const glm::dquat& turn)
{
    bones[bone] = {glm::vec3(place), glm::normalize(glm::quat(turn))};
}

void addArm(std::array<Bone, Bones>& bones, const BodyPose& pose, int hand)
{
    const bool left = hand == 0;
    const auto h = static_cast<std::size_t>(hand);
    const Vec top = shoulder(hand);
    const Vec place = withinReach(pose.hands[h], hand);
    const Vec middle = elbow(place, hand);
    const Vec bend = middle - (top + place) * 0.5;
    put(bones, left ? LeftUpper : RightUpper, top, aim(middle - top, bend));
    put(bones, left ? LeftFore : RightFore, middle, aim(place - middle, bend));
    put(bones, left ? LeftHandBone : RightHandBone, place, pose.handTurns[h]);
}

/// `hips`: turn of the pelvis.
void addLeg(std::array<Bone, Bones>& bones, const BodyPose& pose, const Vec& pelvis, const glm::dquat& hips,
            int side)
{
    const bool left = side == 0;
    const double bend = pose.kneeBend[static_cast<std::size_t>(side)];
    const Vec joint = pelvis + hips * Vec(left ? Hip : -Hip, -0.05, 0.0);
    // A bent knee goes forward by half the bend, the shin back by as much.
    const glm::dquat thigh = hips * about({1.0, 0.0, 0.0}, pose.swingBack * 0.4 - bend * 0.5) *
                             about({0.0, 0.0, 1.0}, pose.swingLeft * 0.3 + (left ? 0.06 : -0.06));
    const glm::dquat shin = thigh * about({1.0, 0.0, 0.0}, bend);
    const glm::dquat foot = shin * about({1.0, 0.0, 0.0}, 0.5);
    const Vec knee = joint + thigh * Vec(0.0, -Thigh, 0.0);
    const Vec ankle = knee + shin * Vec(0.0, -Shin, 0.0);
    put(bones, left ? LeftThigh : RightThigh, joint, thigh);
    put(bones, left ? LeftShin : RightShin, knee, shin);
    put(bones, left ? LeftFoot : RightFoot, ankle, foot);
    put(bones, left ? LeftToe : RightToe, ankle + foot * Vec(0.0, -0.06, 0.14), foot);
}

} // namespace

Vec shoulder(int hand) { return {hand == 0 ? 0.18 : -0.18, -0.24, -0.03}; }

Vec withinReach(const Vec& place, int hand)
{
    const Vec top = shoulder(hand);
    const Vec arm = place - top;
    const double length = glm::length(arm);
    if (length > ArmReach)
        return top + arm * (ArmReach / length);
    return length > 0.12 ? place : top + (length > 1e-6 ? arm / length : Forward) * 0.12;
}

Vec elbow(const Vec& place, int hand)
{
    const Vec top = shoulder(hand);
    const Vec arm = place - top;
    const double length = std::clamp(glm::length(arm), 0.1, ArmReach);
    const Vec along = arm / std::max(glm::length(arm), 1e-6);
    const double before =
        (UpperArm * UpperArm - ForeArm * ForeArm + length * length) / (2.0 * length); // law of cosines
    const double aside = std::sqrt(std::max(UpperArm * UpperArm - before * before, 0.0));
    const Vec pole = glm::normalize(Vec(hand == 0 ? 0.6 : -0.6, -0.7, -0.45));
    const Vec out = pole - along * glm::dot(pole, along);
    const double width = glm::length(out);
    return top + along * before + (width > 1e-6 ? out / width : Vec(0.0, -1.0, 0.0)) * aside;
}

std::array<Bone, Bones> bonesOf(const BodyPose& pose)
{
    std::array<Bone, Bones> bones{};
    const glm::dquat still(1.0, 0.0, 0.0, 0.0);
    const auto bent = [&pose](double share) {
        return about({1.0, 0.0, 0.0}, pose.swingBack * share) *
               about({0.0, 0.0, 1.0}, pose.swingLeft * share);
    };
    const Vec mid(0.0, -0.40, -0.03);
    const Vec low = mid + bent(0.2) * Vec(0.0, -0.12, 0.01);
    const Vec pelvis = low + bent(0.4) * Vec(0.0, -0.12, 0.01);
    put(bones, HeadBone, Vec(0.0), pose.head);
    put(bones, Neck, {0.0, -0.14, -0.03}, still);
    put(bones, Chest, {0.0, -0.21, 0.02}, still);
    put(bones, RightCollar, {-0.08, -0.21, -0.01}, still);
    put(bones, LeftCollar, {0.08, -0.21, -0.01}, still);
    put(bones, SpineTop, {0.0, -0.27, -0.04}, still);
    put(bones, SpineMid, mid, still);
    put(bones, SpineLow, low, bent(0.2));
    put(bones, Pelvis, pelvis, bent(0.4));
    for (int side = 0; side < 2; ++side) {
        addArm(bones, pose, side);
        addLeg(bones, pose, pelvis, bent(0.4), side);
    }
    return bones;
}

} // namespace ghostline::echo::sample
