// SPDX-License-Identifier: GPL-3.0-or-later
// Proportions are a stylised grown-up's: a little broad, so that a figure reads from across an arena.
#include "render/actors/body_pose.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

using model::BonePose;
using model::BoneRole;

constexpr float LongestLimb = 1.5F;   // metres; further apart two joints do not belong together
constexpr float ShortestLimb = 0.01F; // nothing to see
constexpr float HeadReach = 0.6F;     // a tracked head further from the bone is not that head

constexpr glm::vec3 HeadHalf{0.125F, 0.155F, 0.145F};
constexpr glm::vec3 HandHalf{0.045F, 0.09F, 0.034F}; // a mitten, +Y along the fingers
constexpr float JointRadius = 0.03F;

// Without bones: distances along the body's own up and left from the head, metres.
constexpr float ShoulderDrop = 0.27F;
constexpr float ShoulderSide = 0.19F;
constexpr float HipDrop = 0.78F;
constexpr float HipSide = 0.10F;
constexpr float LegLength = 0.62F;
constexpr float UpperArm = 0.30F;
constexpr float Forearm = 0.28F;
constexpr float LongestStretch = 1.45F; // arms grow this much before the wrist lags behind the hand

bool finite(const glm::vec3& v) { return std::isfinite(v.x + v.y + v.z); }

glm::vec3 unitOr(const glm::vec3& v, const glm::vec3& otherwise)
{
    const float l = glm::length(v);
    return std::isfinite(l) && l > 1e-5F ? v / l : otherwise;
}

glm::vec3 anyAcross(const glm::vec3& direction)
{
    const glm::vec3 axis =
        std::abs(direction.y) < 0.9F ? glm::vec3(0.0F, 1.0F, 0.0F) : glm::vec3(1.0F, 0.0F, 0.0F);
    return glm::normalize(axis - direction * glm::dot(axis, direction));
}

glm::quat safe(const glm::quat& q)
{
    const float l = glm::length(q);
    return std::isfinite(l) && l > 1e-3F ? q / l : glm::quat(1.0F, 0.0F, 0.0F, 0.0F);
}

/// Axes as a rotation: up is kept, left is made square to it.
glm::quat facing(const glm::vec3& left, const glm::vec3& up)
{
    const glm::vec3 x = unitOr(left - up * glm::dot(left, up), anyAcross(up));
    return glm::quat_cast(glm::mat3(x, up, glm::cross(x, up)));
}

/// Bones of one person by role.
class Bones
{
public:
    Bones(const BodyPlan& plan, std::span<const BonePose> bones) : m_plan(plan), m_bones(bones) {}
    const BonePose* operator()(BoneRole role) const { return at(m_plan.of(role)); }
    const BonePose* at(int index) const
    {
        if (index < 0 || static_cast<std::size_t>(index) >= m_bones.size())
            return nullptr;
        const BonePose& bone = m_bones[static_cast<std::size_t>(index)];
        return finite(bone.position) ? &bone : nullptr;
    }
    /// The first of these that is there.
    const BonePose* either(BoneRole first, BoneRole second) const
    {
        const BonePose* bone = (*this)(first);
        return bone ? bone : (*this)(second);
    }

private:
    const BodyPlan& m_plan;
    std::span<const BonePose> m_bones;
};

void addLimb(BodyFigure& out, const glm::vec3& from, const glm::vec3& to, float radius,
             BodyTone tone = BodyTone::Limb)
{
    const glm::vec3 along = to - from;
    const float length = glm::length(along);
    if (!(length > ShortestLimb) || length > LongestLimb)
        return;
    // Reaches past both joints, so that neighbours meet.
    const float r = std::min(radius, length * 0.6F);
    out.add({BodyForm::Limb,
             tone,
             from + along * 0.5F,
             fromUp(along / length),
             {r, length * 0.5F + r * 0.55F, r}});
}

void addLimb(BodyFigure& out, const BonePose* from, const BonePose* to, float radius)
{
    if (from && to)
        addLimb(out, from->position, to->position, radius);
}

void addHead(BodyFigure& out, const glm::vec3& at, const glm::quat& turn)
{
    out.head = at;
    out.add({BodyForm::Head, BodyTone::Head, at, turn, HeadHalf});
}

void addHand(BodyFigure& out, const glm::vec3& at, const glm::quat& turn)
{
    const glm::quat fingers(0.70710678F, 0.70710678F, 0.0F, 0.0F); // +Y to +Z
    out.add({BodyForm::Hand, BodyTone::Hand, at, turn * fingers, HandHalf});
}

struct ArmRoles
{
    BoneRole upper, fore, hand, tracked;
    float side; ///< +1 left
};
constexpr std::array<ArmRoles, 2> Arms{{
    {BoneRole::LeftUpperArm, BoneRole::LeftForearm, BoneRole::LeftHand, BoneRole::TrackedLeftHand, 1.0F},
    {BoneRole::RightUpperArm, BoneRole::RightForearm, BoneRole::RightHand, BoneRole::TrackedRightHand, -1.0F},
}};

struct LegRoles
{
    BoneRole thigh, shin, foot, toe;
};
constexpr std::array<LegRoles, 2> Legs{{
    {BoneRole::LeftThigh, BoneRole::LeftShin, BoneRole::LeftFoot, BoneRole::LeftToe},
    {BoneRole::RightThigh, BoneRole::RightShin, BoneRole::RightFoot, BoneRole::RightToe},
}};

void addFullArms(const Bones& bones, BodyFigure& out)
{
    for (const ArmRoles& arm : Arms) {
        const BonePose* fore = bones(arm.fore);
        const BonePose* hand = bones(arm.hand);
        addLimb(out, bones(arm.upper), fore, 0.066F);
        addLimb(out, fore, hand, 0.054F);
        if (!hand)
            continue;
        // The bone's own axes are anybody's guess: a tracked hand's are known, else it lies along the
        // forearm.
        const BonePose* tracked = bones(arm.tracked);
        const bool near = tracked && glm::distance(tracked->position, hand->position) < HeadReach * 0.5F;
        const glm::vec3 along = fore ? unitOr(hand->position - fore->position, out.forward) : out.forward;
        const glm::quat turn = near ? safe(tracked->orientation)
                                    : facing(glm::cross(out.up, along), glm::cross(along, anyAcross(along)));
        addHand(out, hand->position + along * 0.04F, turn);
    }
}

void addFullLegs(const Bones& bones, BodyFigure& out)
{
    for (const LegRoles& leg : Legs) {
        addLimb(out, bones(leg.thigh), bones(leg.shin), 0.096F);
        addLimb(out, bones(leg.shin), bones(leg.foot), 0.07F);
        addLimb(out, bones(leg.foot), bones(leg.toe), 0.056F);
    }
}

/// Below the trunk and round the upper ends of the thighs.
void addHips(BodyFigure& out, const glm::vec3& at, const glm::quat& turn, float wide)
{
    out.add({BodyForm::Limb, BodyTone::Limb, at + out.up * 0.02F, turn, {wide, 0.13F, 0.104F}});
}

/// One piece from the hips to the shoulders, as wide as these; hips as wide as the thighs are apart.
void addFullTrunk(const Bones& bones, const BonePose& pelvis, const glm::vec3& top, const glm::vec3& left,
                  BodyFigure& out)
{
    const glm::vec3 along = top - pelvis.position;
    const float length = glm::length(along);
    const BonePose* leftArm = bones(BoneRole::LeftUpperArm);
    const BonePose* rightArm = bones(BoneRole::RightUpperArm);
    const float apart = leftArm && rightArm ? glm::distance(leftArm->position, rightArm->position) : 0.36F;
    const float wide = std::clamp(apart * 0.5F + 0.015F, 0.13F, 0.25F);
    const glm::quat turn = facing(left, out.up);
    if (length > ShortestLimb && length < LongestLimb) {
        constexpr float Below = 0.05F, Above = 0.035F; // metres beyond pelvis and neck
        const float half = (length + Below + Above) * 0.5F;
        out.chest = top - along * 0.30F;
        out.add({BodyForm::Torso,
                 BodyTone::Torso,
                 top - out.up * (half - Above),
                 turn,
                 {wide, half, wide * 0.6F}});
    }
    const BonePose* leftLeg = bones(BoneRole::LeftThigh);
    const BonePose* rightLeg = bones(BoneRole::RightThigh);
    const float hips =
        leftLeg && rightLeg ? std::min(glm::distance(leftLeg->position, rightLeg->position), 0.5F) : 0.2F;
    addHips(out, pelvis.position, turn, hips * 0.5F + 0.075F);
}

/// Where the neck begins, as near as the bones tell.
glm::vec3 topOfTrunk(const Bones& bones, const BonePose& headBone)
{
    if (const BonePose* neck = bones.either(BoneRole::Neck, BoneRole::Chest))
        return neck->position;
    const BonePose* left = bones(BoneRole::LeftUpperArm);
    const BonePose* right = bones(BoneRole::RightUpperArm);
    return left && right ? (left->position + right->position) * 0.5F : headBone.position;
}

void buildFull(const Bones& bones, const BodyPlan& plan, const BonePose& pelvis, const BonePose& headBone,
               const glm::quat& heading, BodyFigure& out)
{
    const BonePose* leftArm = bones(BoneRole::LeftUpperArm);
    const BonePose* rightArm = bones(BoneRole::RightUpperArm);
    const glm::vec3 top = topOfTrunk(bones, headBone);
    out.up = unitOr(top - pelvis.position, heading * glm::vec3(0.0F, 1.0F, 0.0F));
    const glm::vec3 ownLeft = heading * glm::vec3(1.0F, 0.0F, 0.0F);
    const glm::vec3 left =
        leftArm && rightArm ? unitOr(leftArm->position - rightArm->position, ownLeft) : ownLeft;
    out.forward = facing(left, out.up) * glm::vec3(0.0F, 0.0F, 1.0F);
    out.chest = top;

    const BonePose* tracked = bones(BoneRole::TrackedHead);
    const bool near = tracked && glm::distance(tracked->position, headBone.position) < HeadReach;
    const glm::quat look = near ? safe(tracked->orientation) : facing(left, out.up);
    // A head bone is the joint below the skull; a tracked head is the eyes.
    const glm::vec3 head = near ? tracked->position : headBone.position + out.up * (HeadHalf.y * 0.6F);
    addFullTrunk(bones, pelvis, top, left, out);
    addFullLegs(bones, out);
    addFullArms(bones, out);
    addLimb(out, top, head - out.up * 0.05F, 0.06F);
    addHead(out, head, look);
    for (const int other : plan.others) {
        if (const BonePose* bone = bones.at(other))
            out.add({BodyForm::Joint,
                     BodyTone::Hand,
                     bone->position,
                     {1.0F, 0.0F, 0.0F, 0.0F},
                     glm::vec3(JointRadius)});
    }
}

/// An arm from the shoulder to where the hand was recorded; longer ones than people have are stretched.
void addReachingArm(const glm::vec3& shoulder, const BonePose& hand, const glm::vec3& pole, BodyFigure& out)
{
    const float distance = glm::distance(shoulder, hand.position);
    const float stretch = std::clamp(distance / (UpperArm + Forearm) * 1.02F, 1.0F, LongestStretch);
    const ArmPose arm = solveTwoBone(shoulder, hand.position, UpperArm * stretch, Forearm * stretch, pole);
    addLimb(out, shoulder, arm.elbow, 0.06F);
    addLimb(out, arm.elbow, arm.wrist, 0.05F);
    addHand(out, hand.position, safe(hand.orientation));
}

void buildTracked(const Bones& bones, const BonePose& head, const glm::quat& heading, BodyFigure& out)
{
    const glm::vec3 left = heading * glm::vec3(1.0F, 0.0F, 0.0F);
    out.up = heading * glm::vec3(0.0F, 1.0F, 0.0F);
    out.forward = heading * glm::vec3(0.0F, 0.0F, 1.0F);
    const glm::vec3 top = head.position - out.up * (ShoulderDrop - 0.05F);
    const glm::vec3 hips = head.position - out.up * HipDrop;
    out.chest = head.position - out.up * (ShoulderDrop + 0.1F);

    addHead(out, head.position, safe(head.orientation));
    addLimb(out, head.position - out.up * 0.1F, top, 0.06F);
    const float half = (HipDrop - ShoulderDrop) * 0.5F + 0.05F;
    out.add({BodyForm::Torso, BodyTone::Torso, top - out.up * (half - 0.02F), heading, {0.2F, half, 0.125F}});
    addHips(out, hips, heading, HipSide + 0.075F);
    for (const ArmRoles& arm : Arms) {
        const BonePose* hand = bones(arm.tracked);
        const glm::vec3 side = left * arm.side;
        const glm::vec3 shoulder = head.position - out.up * ShoulderDrop + side * ShoulderSide;
        const glm::vec3 pole = side * 0.6F - out.up * 0.75F - out.forward * 0.45F;
        if (hand && glm::distance(hand->position, head.position) < 2.0F * LongestLimb)
            addReachingArm(shoulder, *hand, pole, out);
        // Nobody recorded the legs: a taper that trails behind says so.
        const glm::vec3 hip = hips + side * HipSide - out.up * 0.04F;
        addLimb(out, hip, hip - out.up * LegLength - out.forward * 0.14F + side * 0.03F, 0.096F);
    }
}

/// Between the hands when they are before the body, else where they would be.
glm::vec3 guardOf(const Bones& bones, const BodyFigure& figure)
{
    const glm::vec3 usual = figure.chest + figure.forward * 0.42F;
    const BonePose* left = bones.either(BoneRole::TrackedLeftHand, BoneRole::LeftHand);
    const BonePose* right = bones.either(BoneRole::TrackedRightHand, BoneRole::RightHand);
    if (!left || !right)
        return usual;
    const glm::vec3 middle = (left->position + right->position) * 0.5F;
    const float ahead = glm::dot(middle - figure.chest, figure.forward);
    return ahead > 0.1F && glm::distance(middle, figure.chest) < 0.9F ? middle + figure.forward * 0.14F
                                                                      : usual;
}

} // namespace

glm::quat fromUp(const glm::vec3& direction)
{
    if (direction.y < -0.9999F)
        return {0.0F, 1.0F, 0.0F, 0.0F};
    const glm::vec3 axis{direction.z, 0.0F, -direction.x};
    return glm::normalize(glm::quat(1.0F + direction.y, axis.x, axis.y, axis.z));
}

ArmPose solveTwoBone(const glm::vec3& shoulder, const glm::vec3& target, float upper, float lower,
                     const glm::vec3& pole)
{
    const glm::vec3 to = target - shoulder;
    const float distance = glm::length(to);
    const glm::vec3 hang = unitOr(pole, {0.0F, -1.0F, 0.0F});
    const glm::vec3 along = std::isfinite(distance) && distance > 1e-5F ? to / distance : anyAcross(hang);
    const float shortest = std::abs(upper - lower) + 1e-4F;
    const float reach = std::isfinite(distance)
                            ? std::clamp(distance, shortest, std::max(upper + lower - 1e-4F, shortest))
                            : shortest;
    const float foot =
        std::clamp((upper * upper - lower * lower + reach * reach) / (2.0F * reach), -upper, upper);
    const float bend = std::sqrt(std::max(upper * upper - foot * foot, 0.0F));
    const glm::vec3 out = unitOr(hang - along * glm::dot(hang, along), anyAcross(along));
    return {shoulder + along * foot + out * bend, shoulder + along * reach};
}

BodyPlan planBody(const model::Skeleton& skeleton)
{
    BodyPlan plan;
    plan.bone.fill(-1);
    for (std::size_t i = 0; i < skeleton.roles.size(); ++i) {
        const auto role = static_cast<std::size_t>(skeleton.roles[i]);
        if (skeleton.roles[i] == BoneRole::Other)
            plan.others.push_back(static_cast<int>(i));
        else if (role < BoneRoles && plan.bone[role] < 0)
            plan.bone[role] = static_cast<int>(i);
    }
    const bool full = plan.of(BoneRole::Pelvis) >= 0 && plan.of(BoneRole::Head) >= 0;
    plan.recognised = full || plan.of(BoneRole::TrackedHead) >= 0;
    return plan;
}

void BodyFigure::add(const BodyPiece& piece)
{
    if (count == pieces.size() || !finite(piece.centre))
        return;
    const float reach = piece.form == BodyForm::Limb ? piece.half.y : std::max(piece.half.x, piece.half.y);
    low = count == 0 ? piece.centre - reach : glm::min(low, piece.centre - reach);
    high = count == 0 ? piece.centre + reach : glm::max(high, piece.centre + reach);
    pieces[count++] = piece;
}

bool buildBody(const BodyPlan& plan, std::span<const BonePose> poses, const glm::quat& heading,
               BodyFigure& out)
{
    out.count = 0;
    const Bones bones(plan, poses);
    const BonePose* pelvis = bones(BoneRole::Pelvis);
    const BonePose* headBone = bones(BoneRole::Head);
    const BonePose* tracked = bones(BoneRole::TrackedHead);
    const glm::quat own = safe(heading);
    if (pelvis && headBone)
        buildFull(bones, plan, *pelvis, *headBone, own, out);
    else if (tracked)
        buildTracked(bones, *tracked, own, out);
    else
        return false;
    out.guard = guardOf(bones, out);
    return true;
}

} // namespace ghostline::render
