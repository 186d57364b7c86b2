// SPDX-License-Identifier: GPL-3.0-or-later
// Joints by role, in the body's own axes; buildBody() makes a figure of them as of recorded ones.
#include "render/actors/made_up_body.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ghostline::render {

namespace {

using model::BonePose;
using model::BoneRole;

// A grown-up's limbs, metres.
constexpr float Thigh = 0.42F;
constexpr float Shin = 0.40F;
constexpr float Ankle = 0.08F; // above the ground
constexpr float HipApart = 0.09F;
constexpr float Trunk = 0.52F; // from the pelvis to the neck
constexpr float ShoulderApart = 0.19F;
constexpr float ShoulderBelowNeck = 0.06F;
constexpr float ArmAbove = 0.29F;
constexpr float ArmBelow = 0.27F;

/// Straight down, turned so far ahead.
glm::vec3 swung(float radians) { return {0.0F, -std::cos(radians), std::sin(radians)}; }
/// Straight up, turned so far ahead.
glm::vec3 leant(float radians) { return {0.0F, std::cos(radians), std::sin(radians)}; }

class Joints
{
public:
    glm::vec3& operator[](BoneRole role) { return m_poses[static_cast<std::size_t>(role)].position; }

    /// Pelvis to head; the limbs hang on it.
    void trunk(const glm::vec3& pelvis, float lean)
    {
        (*this)[BoneRole::Pelvis] = pelvis;
        const glm::vec3 neck = pelvis + leant(lean) * Trunk;
        (*this)[BoneRole::Neck] = neck;
        (*this)[BoneRole::Head] = neck + leant(lean * 0.5F) * 0.06F;
    }
    glm::vec3 shoulder(float side, float lean)
    {
        return (*this)[BoneRole::Neck] - leant(lean) * ShoulderBelowNeck +
               glm::vec3(side * ShoulderApart, 0.0F, 0.0F);
    }
    glm::vec3 hip(float side) { return (*this)[BoneRole::Pelvis] + glm::vec3(side * HipApart, -0.02F, 0.0F); }
    void leg(float side, const glm::vec3& hip, const glm::vec3& knee, const glm::vec3& ankle)
    {
        const bool left = side > 0.0F;
        (*this)[left ? BoneRole::LeftThigh : BoneRole::RightThigh] = hip;
        (*this)[left ? BoneRole::LeftShin : BoneRole::RightShin] = knee;
        (*this)[left ? BoneRole::LeftFoot : BoneRole::RightFoot] = ankle;
        (*this)[left ? BoneRole::LeftToe : BoneRole::RightToe] = ankle + glm::vec3(0.0F, -0.05F, 0.14F);
    }
    void arm(float side, const glm::vec3& shoulder, const glm::vec3& elbow, const glm::vec3& wrist)
    {
        const bool left = side > 0.0F;
        (*this)[left ? BoneRole::LeftUpperArm : BoneRole::RightUpperArm] = shoulder;
        (*this)[left ? BoneRole::LeftForearm : BoneRole::RightForearm] = elbow;
        (*this)[left ? BoneRole::LeftHand : BoneRole::RightHand] = wrist;
    }
    void raise(float metres)
    {
        for (BonePose& pose : m_poses)
            pose.position.y += metres;
    }
    void build(const BodyStand& stand, BodyFigure& out) const;

private:
    std::array<BonePose, BoneRoles> m_poses{};
};

/// Every joint that is set above stands in the place of its role.
const BodyPlan& rolePlan()
{
    static const BodyPlan plan = [] {
        BodyPlan p;
        p.bone.fill(-1);
        for (auto role = static_cast<std::size_t>(BoneRole::Pelvis); role < BoneRoles; ++role)
            p.bone[role] = static_cast<int>(role);
        for (const BoneRole unset : {BoneRole::Spine, BoneRole::Chest})
            p.bone[static_cast<std::size_t>(unset)] = -1;
        p.recognised = true;
        return p;
    }();
    return plan;
}

void Joints::build(const BodyStand& stand, BodyFigure& out) const
{
    BodyFigure own;
    buildBody(rolePlan(), m_poses, {1.0F, 0.0F, 0.0F, 0.0F}, own);
    const auto placed = [&stand](const glm::vec3& at) {
        return stand.place + stand.turn * (at * stand.scale);
    };
    out.count = 0;
    for (const BodyPiece& piece : own.view())
        out.add({piece.form, piece.tone, placed(piece.centre), stand.turn * piece.turn,
                 piece.half * stand.scale});
    out.head = placed(own.head);
    out.chest = placed(own.chest);
    out.guard = placed(own.guard);
    out.up = stand.turn * own.up;
    out.forward = stand.turn * own.forward;
}

} // namespace

void walkingBody(double strides, float effort, const BodyStand& stand, BodyFigure& out)
{
    constexpr float Swing = 0.42F;   // radians: with these legs a stride is as long as StrideLength
    constexpr float KneeLift = 0.9F; // of the knee that goes ahead
    const float most = std::clamp(effort, 0.0F, 1.0F);
    const float lean = 0.05F * most;
    Joints joints;
    joints.trunk({0.0F, Thigh + Shin + Ankle + 0.02F, 0.0F}, lean);
    float lowest = 10.0F;
    for (const float side : {1.0F, -1.0F}) {
        const double own = std::fmod(strides, 1.0) + (side > 0.0F ? 0.0 : 0.5);
        const auto phase = static_cast<float>(own * 2.0 * std::numbers::pi);
        const float thigh = Swing * most * std::sin(phase);
        const float bent = 0.05F + KneeLift * most * std::max(0.0F, std::cos(phase));
        const glm::vec3 hip = joints.hip(side);
        const glm::vec3 knee = hip + swung(thigh) * Thigh;
        const glm::vec3 ankle = knee + swung(thigh - bent) * Shin;
        joints.leg(side, hip, knee, ankle);
        lowest = std::min(lowest, ankle.y);
        // Against the leg of its side.
        const float upper = -0.8F * thigh;
        const glm::vec3 shoulder = joints.shoulder(side, lean);
        const glm::vec3 elbow = shoulder + swung(upper) * ArmAbove + glm::vec3(side * 0.03F, 0.0F, 0.0F);
        joints.arm(side, shoulder, elbow, elbow + swung(upper + 0.2F + 0.3F * most) * ArmBelow);
    }
    joints.raise(Ankle - lowest); // one foot is always on the ground
    joints.build(stand, out);
}

void ridingBody(const Saddle& saddle, float crank, const BodyStand& stand, BodyFigure& out)
{
    constexpr float OverSeat = 0.07F;
    Joints joints;
    const glm::vec3 pelvis = saddle.seat + glm::vec3(0.0F, OverSeat, 0.0F);
    // As far as the arms need to reach the grips, a little bent.
    const float reach = saddle.grips.z - pelvis.z - (ArmAbove + ArmBelow) * 0.7F;
    const float lean = std::asin(std::clamp(reach / Trunk, 0.05F, 0.8F));
    joints.trunk(pelvis, lean);
    for (const float side : {1.0F, -1.0F}) {
        const glm::vec3 shoulder = joints.shoulder(side, lean);
        const glm::vec3 grip = saddle.grips + glm::vec3(side * saddle.gripsApart, 0.03F, -0.03F);
        const ArmPose arm = solveTwoBone(shoulder, grip, ArmAbove, ArmBelow, {side * 0.6F, -0.8F, -0.2F});
        joints.arm(side, shoulder, arm.elbow, arm.wrist);
        const float own = crank + (side > 0.0F ? 0.0F : std::numbers::pi_v<float>);
        const glm::vec3 pedal =
            saddle.pedals +
            glm::vec3(side * saddle.pedalsApart, std::cos(own) * saddle.crank, std::sin(own) * saddle.crank);
        const glm::vec3 hip = joints.hip(side);
        const ArmPose leg =
            solveTwoBone(hip, pedal + glm::vec3(0.0F, Ankle, -0.08F), Thigh, Shin, {side * 0.2F, 0.4F, 1.0F});
        joints.leg(side, hip, leg.elbow, leg.wrist);
    }
    joints.build(stand, out);
}

} // namespace ghostline::render
