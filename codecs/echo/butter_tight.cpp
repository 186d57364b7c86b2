// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter_tight.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ghostline::echo::encode {

namespace {

constexpr double Share = 0.95; ///< of half a bin: what one axis may be off

/// The half with the fewest bits set at its end whose middle lies within the tolerance; 0 where that does.
Half shortHalf(double wanted, double tolerance)
{
    if (std::abs(wanted) <= tolerance)
        return 0;
    for (int bits = 0; bits < 10; ++bits) {
        // round to 1 + bits digits: add half of the last one, cut the rest
        int exponent = 0;
        const double mantissa = std::frexp(wanted, &exponent);
        const double digit = std::ldexp(1.0, bits + 1);
        const auto rounded = static_cast<float>(std::ldexp(std::round(mantissa * digit) / digit, exponent));
        const Half short16 = half(rounded);
        if (std::abs(halfMiddle(short16) - wanted) <= tolerance)
            return short16;
    }
    return half(static_cast<float>(wanted));
}

/// Takes the larger of the two.
void raise(double& bound, double value) { bound = std::max(bound, value); }

} // namespace

float ButterTight::clockStep(float clock, double shown)
{
    const double wanted = static_cast<double>(clock) - shown;
    const double tolerance =
        std::max(std::abs(static_cast<double>(std::nextafter(clock, 1e9F)) - clock) / 2, 1e-6);
    if (std::abs(wanted) <= tolerance)
        return 0.0F;
    int exponent = 0;
    const double mantissa = std::frexp(wanted, &exponent);
    for (int bits = 1; bits < 24; ++bits) {
        const double digit = std::ldexp(1.0, bits);
        const double rounded = std::ldexp(std::round(mantissa * digit) / digit, exponent);
        if (std::abs(rounded - wanted) <= tolerance)
            return static_cast<float>(rounded);
    }
    return static_cast<float>(wanted);
}

Half3 ButterTight::step(VectorMemory& memory, const glm::vec3& truth, const Bound& bound,
                        const glm::dvec3& tolerance) const
{
    const glm::dvec3 wanted = glm::dvec3(truth) - memory.middle;
    Half3 best = halfs(glm::vec3(wanted));
    for (double share = 1.0; share > 0.001; share *= 0.5) {
        Half3 delta{};
        for (int axis = 0; axis < 3; ++axis)
            delta[static_cast<std::size_t>(axis)] = shortHalf(wanted[axis], tolerance[axis] * share);
        const glm::dvec3 middle = memory.middle + middles(delta);
        const glm::vec3 edge = memory.edge + edges(delta);
        if (glm::distance(middle, glm::dvec3(truth)) <= bound.middle &&
            static_cast<double>(glm::distance(edge, truth)) <= bound.edge) {
            best = delta;
            break;
        }
    }
    memory.middle += middles(best);
    memory.edge += edges(best);
    return best;
}

std::uint32_t ButterTight::turn(std::uint32_t last, std::uint32_t plain, const glm::quat& truth, bool fresh,
                                const Bound& bound) const
{
    const glm::dquat wanted(truth);
    const auto fits = [&](std::uint32_t bits) {
        return degreesBetween(rotationOf(bits, 0.5), wanted) <= bound.middle &&
               degreesBetween(rotationOf(bits, 0.0), wanted) <= bound.edge;
    };
    if (!fresh && fits(last))
        return last;
    return plain;
}

PoseCode ButterTight::pose(PoseMemory& memory, const PartPose& pose, bool fresh, Kind kind)
{
    const glm::dvec3 truth(pose.position);
    // what the plain writer would do here
    PoseMemory plain;
    plain.position = memory.plain;
    plain.rotation = memory.plainRotation;
    const PoseCode usual = plainPose(plain, pose, fresh);
    if (fresh) {
        plain.position.middle = middles(usual.delta);
        plain.position.edge = edges(usual.delta);
    } else {
        plain.position.middle += middles(usual.delta);
        if (usual.sendPosition)
            plain.position.edge += edges(usual.delta);
    }
    memory.plain = plain.position;
    memory.plainRotation = usual.rotation;
    Bound& moved = positionBound(kind);
    raise(moved.middle, glm::distance(memory.plain.middle, truth));
    raise(moved.edge, static_cast<double>(glm::distance(memory.plain.edge, pose.position)));
    Bound& turned = rotationBound(kind);
    const glm::dquat rotation(pose.orientation);
    raise(turned.middle, degreesBetween(rotationOf(usual.rotation, 0.5), rotation));
    raise(turned.edge, degreesBetween(rotationOf(usual.rotation, 0.0), rotation));

    PoseCode code;
    memory.position.truth = pose.position;
    const std::uint32_t last = memory.rotation;
    memory.rotation = turn(last, usual.rotation, pose.orientation, fresh, turned);
    code.rotation = memory.rotation;
    code.sendRotation = fresh || code.rotation != last;
    if (fresh) {
        code.delta = usual.delta;
        memory.position.middle = middles(code.delta);
        memory.position.edge = edges(code.delta);
    } else {
        glm::dvec3 tolerance;
        for (int axis = 0; axis < 3; ++axis)
            tolerance[axis] = halfStep(truth[axis]) / 2 * Share;
        code.delta = step(memory.position, pose.position, moved, tolerance);
        // left out means "the same step again" to one reader and "the same place" to another
        code.sendPosition = code.delta != Half3{} || memory.position.delta != Half3{};
    }
    memory.position.delta = code.delta;
    return code;
}

bool ButterTight::velocity(VectorMemory& memory, VectorMemory& plain, const glm::vec3& velocity, bool fresh,
                           Half3& delta)
{
    const glm::dvec3 truth(velocity);
    if (fresh)
        plain.middle = {};
    if (fresh)
        plain.edge = {};
    Half3 usual{};
    if (plainVelocity(plain, velocity, fresh, usual)) {
        plain.middle += middles(usual);
        plain.edge += edges(usual);
    }
    Bound& bound = positionBound(Kind::Velocity);
    raise(bound.middle, glm::distance(plain.middle, truth));
    raise(bound.edge, static_cast<double>(glm::distance(plain.edge, velocity)));
    if (fresh) {
        memory.middle = {};
        memory.edge = {};
    }
    memory.truth = velocity;
    if (glm::distance(memory.middle, truth) <= bound.middle &&
        static_cast<double>(glm::distance(memory.edge, velocity)) <= bound.edge) {
        delta = {};
        return false;
    }
    delta = step(memory, velocity, bound, glm::dvec3(bound.middle));
    return true;
}

bool ButterTight::disc(PoseMemory& memory, VectorMemory& velocity, VectorMemory& plainVelocity,
                       const PartPose& pose, const glm::vec3& v, bool fresh, PoseCode& code,
                       Half3& velocityDelta)
{
    const bool resting = memory.position.delta == Half3{} && velocity.delta == Half3{};
    code = this->pose(memory, pose, fresh, Kind::Disc);
    const Half3 usual = halfs(fresh ? v : v - plainVelocity.truth);
    plainVelocity.middle = (fresh ? glm::dvec3(0.0) : plainVelocity.middle) + middles(usual);
    plainVelocity.edge = (fresh ? glm::vec3(0.0F) : plainVelocity.edge) + edges(usual);
    plainVelocity.truth = v;
    Bound& bound = positionBound(Kind::DiscVelocity);
    raise(bound.middle, glm::distance(plainVelocity.middle, glm::dvec3(v)));
    raise(bound.edge, static_cast<double>(glm::distance(plainVelocity.edge, v)));
    if (fresh) {
        velocity.middle = middles(usual);
        velocity.edge = edges(usual);
        velocityDelta = usual;
    } else {
        velocityDelta = step(velocity, v, bound, glm::dvec3(bound.middle));
    }
    velocity.truth = v;
    velocity.delta = velocityDelta;
    return fresh || code.sendRotation || code.delta != Half3{} || velocityDelta != Half3{} || !resting;
}

ButterTight::BoneCode ButterTight::bone(BoneMemory& memory, const Bone& bone, bool fresh)
{
    BoneCode code;
    const glm::dvec3 truth(bone.position);
    const glm::dquat rotation(bone.orientation);
    // the plain writer along with it
    const glm::vec3 change = bone.position - memory.truth.position;
    if (fresh || glm::length(change) > 0.001F) {
        for (int axis = 0; axis < 3; ++axis)
            memory.plainMiddle[axis] += boneMiddle(boneFixed(static_cast<double>(change[axis])));
    }
    if (fresh || degreesBetween(rotation, glm::dquat(memory.truth.orientation)) > 1.0) {
        const glm::quat turned = bone.orientation * glm::inverse(memory.truth.orientation);
        const glm::dquat decoded = rotationOf(smallestThree(turned), 0.5);
        memory.plainRotation = glm::normalize(decoded * memory.plainRotation);
    }
    Bound& moved = positionBound(Kind::Bone);
    Bound& turnedBound = rotationBound(Kind::Bone);
    raise(moved.middle, glm::distance(memory.plainMiddle, truth));
    raise(turnedBound.middle, degreesBetween(memory.plainRotation, rotation));

    code.sendPosition = fresh || glm::distance(memory.middle, truth) > moved.middle;
    if (code.sendPosition) {
        for (int axis = 0; axis < 3; ++axis) {
            const double wanted = (truth[axis] - memory.middle[axis]) / BoneStep;
            const auto fixed = boneFixed(truth[axis] - memory.middle[axis]);
            (void)wanted;
            code.step[static_cast<std::size_t>(axis)] = fixed;
            memory.middle[axis] += boneMiddle(fixed);
            memory.edge[axis] += boneEdge(fixed);
        }
    }
    code.sendRotation = fresh || degreesBetween(memory.rotation, rotation) > turnedBound.middle;
    if (code.sendRotation) {
        const glm::dquat turned = rotation * glm::inverse(memory.rotation);
        code.turn = smallestThree(glm::quat(turned));
        memory.rotation = glm::normalize(rotationOf(code.turn, 0.5) * memory.rotation);
    }
    return code;
}

} // namespace ghostline::echo::encode
