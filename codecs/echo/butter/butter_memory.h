// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the writer remembers of the frame before: what was true, what was sent, what readers make of it.
#include "codecs/echo/butter/butter_encode.h"
#include "codecs/echo/frame/frame.h"

namespace ghostline::echo::encode {

/// A vector that is sent as differences.
struct VectorMemory
{
    glm::vec3 truth{0.0F};
    Half3 delta{};          ///< last difference, sent or left out because it was the same
    glm::dvec3 middle{0.0}; ///< what a reader shows that takes the middle of bins and repeats differences
    glm::vec3 edge{0.0F};   ///< what the reference reader shows
};

struct PoseMemory
{
    VectorMemory position;
    VectorMemory plain; ///< of the plain writer, for the tight one to measure itself by
    std::uint32_t rotation = 0;
    std::uint32_t plainRotation = 0;
};

/// What is sent of a pose.
struct PoseCode
{
    Half3 delta{};
    std::uint32_t rotation = 0;
    bool sendPosition = true;
    bool sendRotation = true;
};

struct StatsMemory
{
    bool known = false;
    Stats truth;
    std::array<std::uint8_t, 14> absolute{};
    float possession = 0.0F; ///< as readers have it
};

struct PlayerMemory
{
    std::int64_t userId = 0;
    std::uint8_t slot = 0;
    std::int32_t ping = 0;
    float truthLoss = 0.0F;
    float loss = 0.0F; ///< as readers have it
    std::uint8_t holdingLeft = 0;
    std::uint8_t holdingRight = 0;
    StatsMemory stats;
    VectorMemory velocity;
    VectorMemory plainVelocity;
    std::array<PoseMemory, Parts> parts{};
};

/// What is sent of a bone.
struct BoneCode
{
    bool sendPosition = true;
    bool sendRotation = true;
    std::array<std::int32_t, 3> step{};
    std::uint32_t turn = 0;
};

struct BoneMemory
{
    Bone truth;
    glm::dvec3 middle{0.0};
    glm::dvec3 edge{0.0};
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0}; ///< by middles
    glm::dquat edgeRotation{1.0, 0.0, 0.0, 0.0};
    glm::dvec3 plainMiddle{0.0};
    glm::dquat plainRotation{1.0, 0.0, 0.0, 0.0};
};
using BoneSetMemory = std::array<BoneMemory, Bones>;

// The reference's rules: differences from the true frame before; what is the same again is left out.

PoseCode plainPose(PoseMemory& memory, const PartPose& pose, bool fresh);
/// False where nothing is sent.
bool plainVelocity(VectorMemory& memory, const glm::vec3& velocity, bool fresh, Half3& delta);
/// Against `before`, the true bone of the frame before.
BoneCode plainBone(const Bone& before, const Bone& bone, bool fresh);

} // namespace ghostline::echo::encode
