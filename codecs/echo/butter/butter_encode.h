// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The small number forms of .butter as a writer makes them and as readers take them back.
#include "codecs/echo/butter/butter_values.h"

#include <vector>

namespace ghostline::echo::encode {

using Bytes = std::vector<std::byte>;
/// IEEE 754 binary16 as its bits.
using Half = std::uint16_t;
using Half3 = std::array<Half, 3>;
inline constexpr float LargestHalf = 65504.0F;

/// Cut off toward zero, as the format wants; NaN becomes 0, what is too large the largest number.
Half half(float value);
Half3 halfs(const glm::vec3& value);
using butter::halfEdge;
/// The middle of the bin of numbers that are cut off to this one; 0 stays 0.
inline double halfMiddle(Half half) { return static_cast<double>(butter::halfMiddle(half)); }
glm::vec3 edges(const Half3& halfs);
glm::dvec3 middles(const Half3& halfs);
/// Distance from one half to the next at this magnitude.
double halfStep(double magnitude);

/// The largest component left out, the others in ten bits each, cut off; NoRotation becomes 0.
std::uint32_t smallestThree(const glm::quat& rotation);
inline constexpr std::uint32_t Component = 1023;
/// What a reader makes of it: beginning (0) or middle (0.5) of the bins. Zero where it is no rotation.
glm::dquat rotationOf(std::uint32_t bits, double inBin);
/// Degrees between two rotations; 0 when one is none.
double degreesBetween(const glm::dquat& a, const glm::dquat& b);

/// Bone positions: fixed point of 1/4096 m, -2 m to +2 m, cut off toward zero.
inline constexpr double BoneStep = static_cast<double>(butter::BoneStep);
std::int32_t boneFixed(double metres);
inline double boneMiddle(std::int32_t fixed)
{
    return static_cast<double>(butter::boneCoordinate<butter::Bin::Middle>(fixed));
}
/// Sign folded into the lowest bit, then one to nine bytes, high numbers first.
void appendVarInt(Bytes& out, std::int64_t value);

template<typename T>
void append(Bytes& out, T value)
{
    using U = std::make_unsigned_t<T>;
    const auto bits = static_cast<U>(value);
    for (std::size_t i = 0; i < sizeof(T); ++i)
        out.push_back(static_cast<std::byte>((static_cast<std::uint64_t>(bits) >> (8 * i)) & 0xFF));
}
void append(Bytes& out, const Half3& halfs);
void appendFloat(Bytes& out, float value);

} // namespace ghostline::echo::encode
