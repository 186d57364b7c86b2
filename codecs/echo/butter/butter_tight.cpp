// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_tight.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ghostline::echo::encode {

namespace {

// Fields that drift in plain files without a bound are not let drift as far here, however bad a moment of it
// was.
constexpr double MostVelocity = 0.05; ///< m/s
constexpr double MostBone = 0.005;    ///< metres
constexpr double MostBoneTurn = 2.0;  ///< degrees; the plain writer sends no turn of less than one
constexpr double BoneShare = 0.8;     ///< of its bound: how far off a bone's step may leave it
constexpr double Rounding = 1.000001; ///< what is exactly at its bound is within it
constexpr double RepeatedBits = 12.0; ///< what a step costs that was sent a moment ago

void raise(double& bound, double value) { bound = std::max(bound, value); }

/// How far off a place is at most that is stored as three halfs.
double binRadius(const glm::dvec3& place)
{
    const glm::dvec3 steps(halfStep(place.x), halfStep(place.y), halfStep(place.z));
    return glm::length(steps) / 2;
}

/// Whether two rotations are at most so many degrees apart.
bool within(const glm::dquat& a, const glm::dquat& b, double degrees)
{
    return std::abs(glm::dot(a, b)) >= std::cos(glm::radians(degrees) / 2);
}

} // namespace

float ButterTight::clockStep(float clock, double shown)
{
    const double precision =
        std::abs(static_cast<double>(std::nextafter(clock, 1e9F)) - static_cast<double>(clock));
    return shortFloat(static_cast<double>(clock) - shown, std::max(precision / 2, 1e-6));
}

void ButterTight::sent(const Half3& delta)
{
    m_costs.add(delta);
    if (std::find(m_recent.begin(), m_recent.end(), delta) == m_recent.end()) {
        m_recent[m_nextRecent] = delta;
        m_nextRecent = (m_nextRecent + 1) % m_recent.size();
    }
}

Half3 ButterTight::cheapest(const glm::dvec3& wanted, double radius) const
{
    Half3 best{};
    double left = radius * radius;
    for (int axis = 0; axis < 3; ++axis) {
        const double tolerance = std::sqrt(left / (3 - axis));
        const Half half = cheapestHalf(wanted[axis], tolerance, m_costs);
        const double off = halfMiddle(half) - wanted[axis];
        left = std::max(0.0, left - off * off);
        best[static_cast<std::size_t>(axis)] = half;
    }
    double lowest = m_costs.of(best);
    for (const Half3& recent : m_recent) {
        if (lowest > RepeatedBits && glm::distance(middles(recent), wanted) <= radius) {
            best = recent;
            lowest = RepeatedBits;
        }
    }
    return best;
}

Half3 ButterTight::step(VectorMemory& memory, const glm::vec3& truth, const Bound& bound, double radius)
{
    const glm::dvec3 wanted = glm::dvec3(truth) - memory.middle;
    Half3 best = halfs(glm::vec3(wanted));
    const double smallest = std::min(radius, 1e-4);
    const auto fits = [&](const Half3& delta, double most) {
        return glm::distance(middles(delta), wanted) <= most * Rounding &&
               static_cast<double>(glm::distance(memory.edge + edges(delta), truth)) <= bound.edge * Rounding;
    };
    if (fits(Half3{}, std::min(radius, bound.middle)))
        return {};
    for (double r = std::min(radius, bound.middle); r >= smallest; r *= 0.5) {
        const Half3 delta = cheapest(wanted, r);
        if (fits(delta, bound.middle)) {
            best = delta;
            break;
        }
    }
    memory.middle += middles(best);
    memory.edge += edges(best);
    return best;
}

std::uint32_t ButterTight::turn(std::uint32_t last, std::uint32_t plain, const glm::quat& truth,
                                const Bound& bound) const
{
    const glm::dquat wanted = glm::normalize(glm::dquat(truth)); // floats are too rough for a cosine near 1
    const auto fits = [&](std::uint32_t bits) {
        return within(rotationOf(bits, 0.5), wanted, bound.middle) &&
               within(rotationOf(bits, 0.0), wanted, bound.edge);
    };
    if (last == plain || plain == 0 || fits(last))
        return plain == 0 ? plain : last;
    std::uint32_t best = plain;
    double lowest = m_costs.of(plain);
    for (int i = 0; i < 27; ++i) {
        std::uint32_t bits = plain & 3U;
        bool inside = true;
        int rest = i;
        for (unsigned shift = 2; shift < 32; shift += 10, rest /= 3) {
            const int level = static_cast<int>((plain >> shift) & Component) + rest % 3 - 1;
            inside = inside && level >= 0 && level <= static_cast<int>(Component);
            bits |= (static_cast<std::uint32_t>(level) & Component) << shift;
        }
        const double cost = m_costs.of(bits);
        if (inside && cost < lowest && fits(bits)) {
            best = bits;
            lowest = cost;
        }
    }
    return best;
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
    memory.rotation = fresh ? usual.rotation : turn(last, usual.rotation, pose.orientation, turned);
    code.rotation = memory.rotation;
    code.sendRotation = fresh || code.rotation != last;
    if (code.sendRotation)
        m_costs.add(code.rotation);
    if (fresh) {
        code.delta = usual.delta;
        memory.position.middle = middles(code.delta);
        memory.position.edge = edges(code.delta);
    } else {
        const double radius = std::min(moved.middle, binRadius(truth));
        code.delta = step(memory.position, pose.position, moved, radius);
        // left out means "the same step again" to one reader and "the same place" to another
        code.sendPosition = code.delta != Half3{} || memory.position.delta != Half3{};
    }
    memory.position.delta = code.delta;
    if (code.sendPosition)
        sent(code.delta);
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
    raise(bound.middle, std::min(MostVelocity, glm::distance(plain.middle, truth)));
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
    delta = step(memory, velocity, bound, bound.middle);
    sent(delta);
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
        velocityDelta = step(velocity, v, bound, bound.middle);
    }
    velocity.truth = v;
    velocity.delta = velocityDelta;
    return fresh || code.sendRotation || code.delta != Half3{} || velocityDelta != Half3{} || !resting;
}

BoneCode ButterTight::bone(BoneMemory& memory, const Bone& bone, bool fresh)
{
    BoneCode code;
    const glm::dvec3 truth(bone.position);
    const glm::dquat rotation(bone.orientation);
    // the plain writer along with it
    const BoneCode plain = plainBone(memory.truth, bone, fresh);
    for (int axis = 0; axis < 3 && plain.sendPosition; ++axis)
        memory.plainMiddle[axis] += boneMiddle(plain.step[static_cast<std::size_t>(axis)]);
    if (plain.sendRotation)
        memory.plainRotation = glm::normalize(rotationOf(plain.turn, 0.5) * memory.plainRotation);
    Bound& moved = positionBound(Kind::Bone);
    Bound& turnedBound = rotationBound(Kind::Bone);
    raise(moved.middle, std::min(MostBone, glm::distance(memory.plainMiddle, truth)));
    raise(turnedBound.middle, std::min(MostBoneTurn, degreesBetween(memory.plainRotation, rotation)));

    code.sendPosition = fresh || glm::distance(memory.middle, truth) > moved.middle;
    double left = fresh ? 0.0 : moved.middle * moved.middle * BoneShare * BoneShare;
    for (int axis = 0; axis < 3 && code.sendPosition; ++axis) {
        const double wanted = truth[axis] - memory.middle[axis];
        const auto fixed =
            fresh ? boneFixed(wanted) : cheapestBoneStep(wanted, std::sqrt(left / (3 - axis)), m_costs);
        const double off = boneMiddle(fixed) - wanted;
        left = std::max(0.0, left - off * off);
        code.step[static_cast<std::size_t>(axis)] = fixed;
        memory.middle[axis] += boneMiddle(fixed);
        m_costs.addBone(fixed);
    }
    code.sendRotation = fresh || degreesBetween(memory.rotation, rotation) > turnedBound.middle;
    if (code.sendRotation) {
        const glm::dquat turned = rotation * glm::inverse(memory.rotation);
        code.turn = fresh ? smallestThree(glm::quat(turned))
                          : cheapestTurn(turned, turnedBound.middle * BoneShare, m_costs);
        m_costs.add(code.turn);
        memory.rotation = glm::normalize(rotationOf(code.turn, 0.5) * memory.rotation);
    }
    return code;
}

} // namespace ghostline::echo::encode
