// SPDX-License-Identifier: GPL-3.0-or-later
// The game's own names of its bones are not public; this table is what published viewers draw.
#include "codecs/echo/frame/skeleton.h"

namespace ghostline::echo {

using model::BoneRole;

namespace {

struct BoneInfo
{
    const char* name;
    int parent; ///< recorded bone, -1 = none
    BoneRole role;
};

constexpr std::array<BoneInfo, Bones> BoneTable{{{"pelvis", -1, BoneRole::Pelvis},
                                                 {"head_bone", 8, BoneRole::Head},
                                                 {"right_hand_bone", 4, BoneRole::RightHand},
                                                 {"left_hand_bone", 5, BoneRole::LeftHand},
                                                 {"right_forearm", 6, BoneRole::RightForearm},
                                                 {"left_forearm", 7, BoneRole::LeftForearm},
                                                 {"right_upper_arm", 10, BoneRole::RightUpperArm},
                                                 {"left_upper_arm", 10, BoneRole::LeftUpperArm},
                                                 {"neck", 10, BoneRole::Neck},
                                                 {"bone_9", -1, BoneRole::Other},
                                                 {"chest", 11, BoneRole::Chest},
                                                 {"spine_mid", 12, BoneRole::Spine},
                                                 {"spine_low", 0, BoneRole::Spine},
                                                 {"bone_13", -1, BoneRole::Other},
                                                 {"bone_14", -1, BoneRole::Other},
                                                 {"left_thigh", 0, BoneRole::LeftThigh},
                                                 {"right_thigh", 0, BoneRole::RightThigh},
                                                 {"left_shin", 15, BoneRole::LeftShin},
                                                 {"right_shin", 16, BoneRole::RightShin},
                                                 {"left_foot", 17, BoneRole::LeftFoot},
                                                 {"right_foot", 18, BoneRole::RightFoot},
                                                 {"left_toe", 19, BoneRole::LeftToe},
                                                 {"right_toe", 20, BoneRole::RightToe}}};

template<std::size_t N>
void swapPairs(std::array<std::uint8_t, Bones>& order, const std::array<BonePair, N>& pairs)
{
    for (const BonePair& pair : pairs)
        std::swap(order[pair.left], order[pair.right]);
}

} // namespace

model::Skeleton playerSkeleton()
{
    model::Skeleton out;
    out.name = QStringLiteral("player");
    out.bones = {QStringLiteral("head"), QStringLiteral("left_hand"), QStringLiteral("right_hand")};
    out.parents = {-1, -1, -1};
    out.roles = {BoneRole::TrackedHead, BoneRole::TrackedLeftHand, BoneRole::TrackedRightHand};
    for (const BoneInfo& bone : BoneTable) {
        out.bones.push_back(QLatin1String(bone.name));
        out.parents.push_back(bone.parent < 0 ? -1 : bone.parent + static_cast<int>(TrackedBones));
        out.roles.push_back(bone.role);
    }
    return out;
}

std::array<std::uint8_t, Bones> boneOrder(BoneSides sides)
{
    std::array<std::uint8_t, Bones> order{};
    for (std::size_t i = 0; i < Bones; ++i)
        order[i] = static_cast<std::uint8_t>(i);
    if (sides.armsSwapped)
        swapPairs(order, ArmPairs);
    if (sides.legsSwapped)
        swapPairs(order, LegPairs);
    return order;
}

} // namespace ghostline::echo
