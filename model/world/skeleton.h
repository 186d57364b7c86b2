// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bones that a codec declares once; their poses lie in WorldState, in world space and in this order.
#include <QString>

#include <cstdint>
#include <vector>

namespace ghostline::model {

/// What a bone is in a human body, so that a renderer can build one without knowing the format.
/// Other: drawn as a small joint where it stands, or as a segment to its parent. Helper: inside the body (an
/// eye, a root that holds the others), seen only where no body can be built.
enum class BoneRole : std::uint8_t {
    Other,
    Helper,
    // Tracked points: what a format without a full skeleton has. Their axes are the actor's (+Z where they
    // point, +Y up), so a head's +Z is where it looks.
    TrackedHead,
    TrackedLeftHand,
    TrackedRightHand,
    // The full body.
    Pelvis,
    Spine,
    Chest,
    Neck,
    Head,
    LeftUpperArm,
    LeftForearm,
    LeftHand,
    RightUpperArm,
    RightForearm,
    RightHand,
    LeftThigh,
    LeftShin,
    LeftFoot,
    LeftToe,
    RightThigh,
    RightShin,
    RightFoot,
    RightToe
};

/// An actor may show only the first few of its skeleton's bones (BoneSpan::count): tracked points come first.
struct Skeleton
{
    QString name;
    std::vector<QString> bones;
    std::vector<int> parents;      ///< -1 = root, no segment is drawn
    std::vector<BoneRole> roles{}; ///< empty = all Other
};

} // namespace ghostline::model
