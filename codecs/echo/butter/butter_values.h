// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers as .butter packs them. Its writer truncates everywhere, so a bin's middle is nearer to the truth
// than the edge that is stored: Middle; the reference reader shows the edge.
#include "codecs/echo/frame/frame.h"
#include "codecs/io/byte_cursor.h"

#include <array>
#include <bit>
#include <cstdint>

namespace ghostline::echo::butter {

enum class Bin : bool { Edge, Middle };

/// What a frame begins with.
inline constexpr std::uint16_t KeyframeMagic = 0xFEFC;
inline constexpr std::uint16_t FrameMagic = 0xFEFE;

/// Kinds of goals that have a code.
inline constexpr unsigned CodedGoalTypes = 9;

inline bool bit(unsigned mask, unsigned number) { return (mask >> number & 1U) != 0; }

// --- halfs

constexpr bool isFinite(std::uint16_t half) { return (half & 0x7C00U) != 0x7C00U; }

namespace detail {

/// A finite half's magnitude, given where a float has its exponent and mantissa; ten spare bits below.
inline float widened(std::uint32_t magnitude)
{
    const float normal = std::bit_cast<float>(magnitude + (112U << 23U));
    // Denormals: with an exponent put in front and its value taken off again.
    const float tiny = std::bit_cast<float>(magnitude + (113U << 23U)) - 0x1p-14F;
    return (magnitude & 0x0F800000U) != 0 ? normal : tiny;
}

inline float withSign(float value, std::uint16_t half)
{
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) | (half & 0x8000U) << 16U);
}

} // namespace detail

/// As stored; infinities and NaN too.
inline float halfEdge(std::uint16_t half)
{
    const std::uint32_t magnitude = (half & 0x7FFFU) << 13U;
    const float value =
        isFinite(half) ? detail::widened(magnitude) : std::bit_cast<float>(magnitude + (224U << 23U));
    return detail::withSign(value, half);
}

/// Half a step further from zero, except zero itself. Only for finite ones.
inline float halfMiddle(std::uint16_t half)
{
    const std::uint32_t magnitude = (half & 0x7FFFU) << 13U;
    return detail::withSign(detail::widened(magnitude | (magnitude != 0 ? 0x1000U : 0U)), half);
}

/// The half next to a positive number, toward zero.
inline std::uint16_t halfBelow(float value)
{
    if (!(value > 0.0F))
        return 0;
    if (value >= 65504.0F)
        return 0x7BFF;
    if (value < 0x1p-14F)
        return static_cast<std::uint16_t>(value * 0x1p24F);
    return static_cast<std::uint16_t>((std::bit_cast<std::uint32_t>(value) >> 13U) - (112U << 10U));
}

// --- smallest three

namespace detail {

inline constexpr double QuaternionRange = 1.41421356;
inline constexpr double QuaternionLowest = 0.70710678;

/// Floats in the steps that the reference reader takes.
constexpr std::array<float, 1024> quaternionEdges()
{
    std::array<float, 1024> values{};
    for (std::size_t v = 0; v < values.size(); ++v)
        values[v] = static_cast<float>(
            static_cast<double>(static_cast<float>(v) / 1023.0F) * QuaternionRange - QuaternionLowest);
    return values;
}

constexpr std::array<float, 1024> quaternionMiddles()
{
    std::array<float, 1024> values{};
    for (std::size_t v = 0; v < values.size(); ++v) {
        const double bin = v == 1023 ? 1023.0 : static_cast<double>(v) + 0.5;
        values[v] = static_cast<float>(bin / 1023.0 * QuaternionRange - QuaternionLowest);
    }
    return values;
}

inline constexpr std::array<float, 1024> QuaternionEdges = quaternionEdges();
inline constexpr std::array<float, 1024> QuaternionMiddles = quaternionMiddles();
/// Places of the three stored components, by the one left out.
inline constexpr std::array<std::array<std::uint8_t, 3>, 4> StoredPlaces{
    {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}}};

} // namespace detail

/// False when the three are too large to be of a rotation: the writer's word for "undefined". At the edge the
/// fourth is then NaN, as the reference reader has it.
template<Bin Where>
bool smallestThree(std::uint32_t packed, glm::quat& out)
{
    const auto& table = Where == Bin::Middle ? detail::QuaternionMiddles : detail::QuaternionEdges;
    const float a = table[packed >> 2U & 1023U];
    const float b = table[packed >> 12U & 1023U];
    const float c = table[packed >> 22U];
    const float rest = 1.0F - a * a - b * b - c * c;
    if (Where == Bin::Middle && rest < 0.0F)
        return false;
    const std::size_t left = packed & 3U;
    std::array<float, 4> q{};
    q[detail::StoredPlaces[left][0]] = a;
    q[detail::StoredPlaces[left][1]] = b;
    q[detail::StoredPlaces[left][2]] = c;
    q[left] = std::sqrt(rest);
    out = glm::quat(q[3], q[0], q[1], q[2]);
    return rest >= 0.0F;
}

/// Hamilton's product, in the order of operations that the reference reader uses.
inline glm::quat product(const glm::quat& a, const glm::quat& b)
{
    return {a.w * b.w - (a.x * b.x + a.y * b.y + a.z * b.z), a.x * b.w + b.x * a.w + (a.y * b.z - a.z * b.y),
            a.y * b.w + b.y * a.w + (a.z * b.x - a.x * b.z), a.z * b.w + b.z * a.w + (a.x * b.y - a.y * b.x)};
}

// --- fixed point of bones

/// Bytes of the longest packed integer.
inline constexpr std::size_t MostIntegerBytes = 9;
/// Steps of a bone's coordinate: -2 to 2 metres in 14 bits.
inline constexpr float BoneStep = 1.0F / 4096.0F;
inline constexpr std::int64_t BoneSteps = 8192;

/// SQLite's variable length, zigzag. MostIntegerBytes must be readable.
inline std::int64_t packedInteger(const std::byte*& at)
{
    const auto next = [&at] { return std::to_integer<std::uint64_t>(*at++); };
    const std::uint64_t first = next();
    std::uint64_t z = first;
    if (first > 249) {
        z = 0;
        const auto count = static_cast<unsigned>(first - 247);
        for (unsigned i = 0; i < count; ++i)
            z |= next() << (8U * i);
    } else if (first == 249) {
        z = 2288 + (next() << 8U);
        z += next();
    } else if (first > 240) {
        z = 240 + ((first - 241) << 8U);
        z += next();
    }
    return static_cast<std::int64_t>(z >> 1U) ^ -static_cast<std::int64_t>(z & 1U);
}

template<Bin Where>
float boneCoordinate(std::int64_t steps)
{
    if constexpr (Where == Bin::Edge)
        return static_cast<float>((static_cast<double>(steps) + 8192.0) / 16384.0 * 4.0 - 2.0);
    const std::int64_t n = steps < -BoneSteps ? -BoneSteps : steps > BoneSteps ? BoneSteps : steps;
    const float middle = n > 0 ? 0.5F : n < 0 ? -0.5F : 0.0F;
    return (static_cast<float>(n) + middle) * BoneStep;
}

} // namespace ghostline::echo::butter
