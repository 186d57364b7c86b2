// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chooses what to send so that a file compresses better and no reader is further off than with plain files.
#include "codecs/echo/butter/butter_choice.h"
#include "codecs/echo/butter/butter_memory.h"

namespace ghostline::echo::encode {

/// Follows what readers reconstruct, sends differences against that, and leaves out or rounds whatever keeps
/// the error below the plain writer's. The largest errors of the plain writer so far, by kind of field, are
/// the bounds; it is run along to know them.
class ButterTight
{
public:
    enum class Kind : std::uint8_t { Part, Disc, Vr, Velocity, DiscVelocity, Bone };

    PoseCode pose(PoseMemory& memory, const PartPose& pose, bool fresh, Kind kind);
    /// False where nothing is to be sent.
    bool velocity(VectorMemory& memory, VectorMemory& plain, const glm::vec3& velocity, bool fresh,
                  Half3& delta);
    /// The disc, which has one bit for all of it; false where nothing is to be sent.
    bool disc(PoseMemory& memory, VectorMemory& velocity, VectorMemory& plainVelocity, const PartPose& pose,
              const glm::vec3& v, bool fresh, PoseCode& code, Half3& velocityDelta);
    /// A clock step of as few bits as the clock's own precision allows.
    static float clockStep(float clock, double shown);
    /// How much less than there was readers may show: a tenth of what a stored time is cut off by at most.
    static float possessionTolerance(float seconds) { return static_cast<float>(halfStep(seconds) / 10); }

    BoneCode bone(BoneMemory& memory, const Bone& bone, bool fresh);

private:
    struct Bound
    {
        double middle = 0.0;
        double edge = 0.0;
    };
    /// Steps sent a moment ago, which a compressor finds again.
    using Recent = std::array<Half3, 4>;
    Half3 step(VectorMemory& memory, const glm::vec3& truth, const Bound& bound, double radius);
    Half3 cheapest(const glm::dvec3& wanted, double radius) const;
    std::uint32_t turn(std::uint32_t last, std::uint32_t plain, const glm::quat& truth,
                       const Bound& bound) const;
    void sent(const Half3& delta);
    Bound& positionBound(Kind kind) { return m_position[static_cast<std::size_t>(kind)]; }
    Bound& rotationBound(Kind kind) { return m_rotation[static_cast<std::size_t>(kind)]; }

    std::array<Bound, 6> m_position{};
    std::array<Bound, 6> m_rotation{};
    ByteCosts m_costs;
    Recent m_recent{};
    std::size_t m_nextRecent = 0;
};

/// Of a pose, by the plain writer where `tight` is null.
inline PoseCode poseCode(ButterTight* tight, PoseMemory& memory, const PartPose& pose, bool fresh,
                         ButterTight::Kind kind)
{
    return tight != nullptr ? tight->pose(memory, pose, fresh, kind) : plainPose(memory, pose, fresh);
}

} // namespace ghostline::echo::encode
