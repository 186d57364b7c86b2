// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A person out of bone poses: which simple solids, where. Pure mathematics; nothing in here allocates per
// frame.
#include "model/world/skeleton.h"
#include "model/world/world_state.h"

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <vector>

namespace ghostline::render {

/// The rotation that takes +Y to `direction` (unit).
glm::quat fromUp(const glm::vec3& direction);

struct ArmPose
{
    glm::vec3 elbow{0.0F};
    glm::vec3 wrist{0.0F}; ///< the target, or as near to it as the arm reaches
};

/// Two-bone inverse kinematics: the elbow bends toward `pole` (a direction). Finite for any finite input.
ArmPose solveTwoBone(const glm::vec3& shoulder, const glm::vec3& target, float upper, float lower,
                     const glm::vec3& pole);

enum class BodyForm : std::uint8_t { Limb, Torso, Head, Hand, Joint };
enum class BodyTone : std::uint8_t { Head, Torso, Limb, Hand };

/// A unit mesh scaled to `half`, its +Y turned along the limb or the fingers.
struct BodyPiece
{
    BodyForm form = BodyForm::Limb;
    BodyTone tone = BodyTone::Limb;
    glm::vec3 centre{0.0F};
    glm::quat turn{1.0F, 0.0F, 0.0F, 0.0F};
    glm::vec3 half{0.0F};
};

inline constexpr std::size_t BoneRoles = static_cast<std::size_t>(model::BoneRole::RightToe) + 1;

/// Where in a skeleton each role lies; worked out once.
struct BodyPlan
{
    std::array<int, BoneRoles> bone{}; ///< -1 = the skeleton has none
    std::vector<int> others;           ///< bones without a role
    bool recognised = false;           ///< has a head to start from, or a full body
    int of(model::BoneRole role) const { return bone[static_cast<std::size_t>(role)]; }
};
BodyPlan planBody(const model::Skeleton& skeleton);

/// One person, ready to be drawn. Reused from actor to actor.
struct BodyFigure
{
    static constexpr std::size_t Capacity = 48;
    std::array<BodyPiece, Capacity> pieces{};
    std::size_t count = 0;

    glm::vec3 head{0.0F};
    glm::vec3 chest{0.0F};
    glm::vec3 up{0.0F, 1.0F, 0.0F};      ///< of the body, not of the head
    glm::vec3 forward{0.0F, 0.0F, 1.0F}; ///< of the body
    glm::vec3 guard{0.0F};               ///< where hands held up in defence are, or would be
    glm::vec3 low{0.0F};                 ///< bounds along the world's axes
    glm::vec3 high{0.0F};

    std::span<const BodyPiece> view() const { return {pieces.data(), count}; }
    void add(const BodyPiece& piece);
};

/// Builds what the bones allow: a full body, else head, torso and reaching arms. `heading` is the actor's own
/// orientation. False when there is not even a head; bones that are not finite count as missing.
bool buildBody(const BodyPlan& plan, std::span<const model::BonePose> bones, const glm::quat& heading,
               BodyFigure& out);

} // namespace ghostline::render
