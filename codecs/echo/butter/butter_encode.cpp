// SPDX-License-Identifier: GPL-3.0-or-later
// docs/formats/echo.md, "Numbers": halfs, smallest three, fixed point and variable-length integers.
#include "codecs/echo/butter/butter_encode.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace ghostline::echo::encode {

namespace {

constexpr double Root = butter::detail::QuaternionLowest;
constexpr double Range = butter::detail::QuaternionRange;

} // namespace

Half half(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint32_t>((bits >> 16) & 0x8000U);
    const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
    if (magnitude > 0x7F800000U)
        return 0;
    if (magnitude >= 0x47800000U) // 65536
        return static_cast<Half>(sign | 0x7BFFU);
    const int exponent = static_cast<int>(magnitude >> 23) - 127 + 15;
    if (exponent < -9)
        return static_cast<Half>(sign);
    if (exponent <= 0)
        return static_cast<Half>(sign | (((magnitude & 0x7FFFFFU) | 0x800000U) >> (14 - exponent)));
    return static_cast<Half>(sign | (static_cast<std::uint32_t>(exponent) << 10) |
                             ((magnitude & 0x7FFFFFU) >> 13));
}

Half3 halfs(const glm::vec3& value) { return {half(value.x), half(value.y), half(value.z)}; }

glm::vec3 edges(const Half3& halfs) { return {halfEdge(halfs[0]), halfEdge(halfs[1]), halfEdge(halfs[2])}; }

glm::dvec3 middles(const Half3& halfs)
{
    return {halfMiddle(halfs[0]), halfMiddle(halfs[1]), halfMiddle(halfs[2])};
}

double halfStep(double magnitude)
{
    int exponent = 0;
    std::frexp(magnitude, &exponent); // magnitude = [0.5, 1) * 2^exponent
    return std::ldexp(1.0, std::max(exponent, -13) - 11);
}

std::uint32_t smallestThree(const glm::quat& rotation)
{
    const std::array<float, 4> parts{rotation.x, rotation.y, rotation.z, rotation.w};
    std::uint32_t largest = 0;
    for (std::uint32_t i = 1; i < 4; ++i) {
        if (std::abs(parts[i]) > std::abs(parts[largest]))
            largest = i;
    }
    if (!(std::abs(parts[largest]) > 0.0F))
        return 0;
    const double sign = parts[largest] < 0.0F ? -1.0 : 1.0;
    std::uint32_t bits = largest;
    unsigned shift = 2;
    for (std::uint32_t i = 0; i < 4; ++i) {
        if (i == largest)
            continue;
        const double level = (static_cast<double>(parts[i]) * sign + Root) / Range * Component;
        bits |= static_cast<std::uint32_t>(std::clamp(level, 0.0, static_cast<double>(Component))) << shift;
        shift += 10;
    }
    return bits;
}

glm::dquat rotationOf(std::uint32_t bits, double inBin)
{
    std::array<double, 3> small{};
    double squares = 0.0;
    for (unsigned i = 0; i < 3; ++i) {
        const double level = static_cast<double>((bits >> (2 + 10 * i)) & Component) + inBin;
        small[i] = std::min(level, static_cast<double>(Component)) / Component * Range - Root;
        squares += small[i] * small[i];
    }
    if (squares > 1.0)
        return {0.0, 0.0, 0.0, 0.0};
    std::array<double, 4> parts{};
    std::size_t next = 0;
    for (std::size_t i = 0; i < 4; ++i)
        parts[i] = i == (bits & 3U) ? std::sqrt(1.0 - squares) : small[next++];
    return {parts[3], parts[0], parts[1], parts[2]};
}

double degreesBetween(const glm::dquat& a, const glm::dquat& b)
{
    const double lengths = glm::length(a) * glm::length(b);
    if (!(lengths > 0.0))
        return 0.0;
    const double cosine = std::min(1.0, std::abs(glm::dot(a, b)) / lengths);
    // acos alone loses half its digits near 1
    const double half = std::sqrt(std::max(0.0, 1.0 - cosine * cosine));
    return 2.0 * std::atan2(half, cosine) * 180.0 / std::numbers::pi;
}

std::int32_t boneFixed(double metres)
{
    return static_cast<std::int32_t>(std::clamp(metres / BoneStep, -8192.0, 8191.0));
}

void appendVarInt(Bytes& out, std::int64_t value)
{
    const std::uint64_t folded =
        (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
    const auto byte = [&](std::uint64_t v) { out.push_back(static_cast<std::byte>(v & 0xFF)); };
    if (folded <= 240) {
        byte(folded);
    } else if (folded <= 2287) {
        byte(241 + ((folded - 240) >> 8));
        byte(folded - 240);
    } else if (folded <= 67823) {
        byte(249);
        byte((folded - 2288) >> 8);
        byte(folded - 2288);
    } else {
        const auto count = std::max<unsigned>(3, (static_cast<unsigned>(std::bit_width(folded)) + 7) / 8);
        byte(247 + count);
        for (unsigned i = 0; i < count; ++i)
            byte(folded >> (8 * i));
    }
}

void append(Bytes& out, const Half3& halfs)
{
    for (const Half half : halfs)
        append(out, half);
}

void appendFloat(Bytes& out, float value) { append(out, std::bit_cast<std::uint32_t>(value)); }

} // namespace ghostline::echo::encode
