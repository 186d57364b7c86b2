// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The border between CARLA's space and ours: left-handed centimetres, Z up, becomes right-handed metres, Y
// up.
#include "codecs/carla/format/packets.h"
#include "model/world/interpolation.h"

namespace ghostline::carla {

/// Scenario runners park unused actors 500 m down; below this they are out of the scene.
inline constexpr double HiddenBelowCm = -10'000.0;
/// Further than this between two frames is a jump, not a movement.
inline constexpr double JumpMetres = 20.0;

struct RawPose
{
    Vec3 location;
    Rotation rotation;
    friend bool operator==(const RawPose&, const RawPose&) = default;
};

/// Centimetres to metres: (x, z, y) / 100.
inline glm::dvec3 worldPosition(const Vec3& cm) { return {cm.x / 100.0, cm.z / 100.0, cm.y / 100.0}; }
/// A vector that is in metres already (velocities): (x, z, y).
inline glm::vec3 worldVector(const Vec3& v)
{
    return {static_cast<float>(v.x), static_cast<float>(v.z), static_cast<float>(v.y)};
}
/// Ry(90 - yaw) Rx(-pitch) Rz(roll), w >= 0: an actor that faces local +Z.
glm::quat worldOrientation(const Rotation& degrees);
inline model::Pose worldPose(const RawPose& raw)
{
    return {worldPosition(raw.location), worldOrientation(raw.rotation)};
}

/// An offset in an actor's own axes (x forward, y right, z up; cm) in ours (+Z forward, +X left, +Y up;
/// metres).
inline glm::dvec3 localOffset(const Vec3& cm) { return {-cm.y / 100.0, cm.z / 100.0, cm.x / 100.0}; }
/// A rotation relative to an actor's own axes.
glm::quat localOrientation(const Rotation& degrees);
inline model::Pose localPose(const RawPose& raw)
{
    return {localOffset(raw.location), localOrientation(raw.rotation)};
}

/// `local`, given in the axes of `parent`, in the axes that `parent` is given in.
inline model::Pose compose(const model::Pose& parent, const model::Pose& local)
{
    return {parent.position + glm::dquat(parent.orientation) * local.position,
            glm::normalize(parent.orientation * local.orientation)};
}

} // namespace ghostline::carla
