// SPDX-License-Identifier: GPL-3.0-or-later
// Packed numbers, texts and places, both ways. Rounding follows Java to the bit, so that bytes come out the
// same.
#include "codecs/recording/format/primitives.h"

#include "codecs/io/var_int.h"
#include "codecs/recording/format/packed_read.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ghostline::recording {

namespace {

constexpr double Largest = 32766.0;               ///< of a packed component
constexpr double Smallest = 3.051944088384301e-5; ///< vectors below it are zero
/// Beyond it the scale's upper part would turn negative.
constexpr double LargestScale = 8589934591.0;

/// 15 bits of a component that lies in [-scale, scale].
std::uint64_t packComponent(double value, double scale)
{
    return static_cast<std::uint64_t>(roundJava((value / scale * 0.5 + 0.5) * Largest));
}

bool isContinuation(unsigned char byte) { return (byte & 0xC0U) == 0x80; }

/// Length of the UTF-8 character at `at`, 0 when there is none: no overlong forms, surrogates or values
/// beyond Unicode.
std::size_t characterLength(const unsigned char* at, std::size_t left)
{
    const unsigned char first = at[0];
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return left >= 2 && isContinuation(at[1]) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        if (left < 3 || !isContinuation(at[1]) || !isContinuation(at[2]))
            return 0;
        const bool overlong = first == 0xE0 && at[1] < 0xA0;
        const bool surrogate = first == 0xED && at[1] >= 0xA0;
        return overlong || surrogate ? 0 : 3;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        if (left < 4 || !isContinuation(at[1]) || !isContinuation(at[2]) || !isContinuation(at[3]))
            return 0;
        const bool overlong = first == 0xF0 && at[1] < 0x90;
        const bool beyond = first == 0xF4 && at[1] > 0x8F;
        return overlong || beyond ? 0 : 4;
    }
    return 0;
}

bool isUtf8(std::string_view text)
{
    const auto* at = reinterpret_cast<const unsigned char*>(text.data());
    std::size_t left = text.size();
    while (left > 0) {
        // Names of blocks and entities are plain ASCII: eight bytes of it at once.
        constexpr std::uint64_t UpperBits = 0x8080'8080'8080'8080ULL;
        for (std::uint64_t run = 0; left >= sizeof run; at += sizeof run, left -= sizeof run) {
            std::memcpy(&run, at, sizeof run);
            if ((run & UpperBits) != 0)
                break;
        }
        if (left == 0)
            break;
        const std::size_t length = characterLength(at, left);
        if (length == 0)
            return false;
        at += length;
        left -= length;
    }
    return true;
}

} // namespace

double roundJava(double value) { return std::floor(value + 0.5); }

Angle Angle::ofDegrees(double degrees)
{
    if (!std::isfinite(degrees))
        return {};
    if (std::abs(degrees) > 1e9)
        degrees = std::fmod(degrees, 360.0);
    const auto steps = static_cast<std::int64_t>(roundJava(degrees * (65536.0 / 360.0)));
    return {static_cast<std::int16_t>(static_cast<std::uint16_t>(steps & 0xFFFF))};
}

glm::dvec3 PackedVector::value() const
{
    if (bits == 0)
        return glm::dvec3(0.0);
    std::int64_t scale = static_cast<std::int64_t>(bits & 3U);
    if ((bits & 4U) != 0)
        scale |= static_cast<std::int64_t>(more) << 2;
    const auto component = [&](int shift) {
        const auto q = static_cast<double>((bits >> shift) & 0x7FFFU);
        return (std::min(q, Largest) * 2.0 / Largest - 1.0) * static_cast<double>(scale);
    };
    return {component(3), component(18), component(33)};
}

PackedVector PackedVector::of(const glm::dvec3& v)
{
    const auto sane = [](double c) {
        return std::isnan(c) ? 0.0 : std::clamp(c, -LargestScale, LargestScale);
    };
    const glm::dvec3 held{sane(v.x), sane(v.y), sane(v.z)};
    const double most = std::max({std::abs(held.x), std::abs(held.y), std::abs(held.z)});
    if (most < Smallest)
        return {};
    const double scale = std::ceil(most);
    const auto whole = static_cast<std::uint64_t>(scale);
    const bool continued = (whole & 3U) != whole;
    PackedVector packed;
    packed.bits = (continued ? (whole & 3U) | 4U : whole) | packComponent(held.x, scale) << 3 |
                  packComponent(held.y, scale) << 18 | packComponent(held.z, scale) << 33;
    packed.more = continued ? static_cast<std::int32_t>(whole >> 2) : 0;
    return packed;
}

std::int64_t packBlock(const glm::ivec3& block)
{
    const auto bits = [](int value, std::uint64_t mask) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & mask;
    };
    return static_cast<std::int64_t>(bits(block.x, 0x3FFFFFF) << 38 | bits(block.z, 0x3FFFFFF) << 12 |
                                     bits(block.y, 0xFFF));
}

glm::ivec3 unpackBlock(std::int64_t packed)
{
    const auto bits = static_cast<std::uint64_t>(packed);
    const auto field = [](std::uint64_t top, int width) { // the field at the top of 64 bits, sign-extended
        return static_cast<int>(static_cast<std::int64_t>(top) >> (64 - width));
    };
    return {field(bits, 26), field(bits << 52, 12), field(bits << 26, 26)};
}

glm::quat lookRotation(double yaw, double pitch)
{
    const double halfYaw = glm::radians(-yaw) / 2.0;
    const double halfPitch = glm::radians(pitch) / 2.0;
    const glm::dquat turn(std::cos(halfYaw), 0.0, std::sin(halfYaw), 0.0);
    const glm::dquat nod(std::cos(halfPitch), std::sin(halfPitch), 0.0, 0.0);
    return glm::quat(turn * nod);
}

std::int32_t readCount(io::ByteCursor& in) { return packed::count(in); }

std::string_view readText(io::ByteCursor& in)
{
    const auto length = static_cast<std::size_t>(packed::count(in));
    const std::string_view text = in.text(length);
    if (!isUtf8(text)) {
        in.fail();
        return {};
    }
    return text;
}

template<io::Scalar T>
void writeBe(Bytes& out, T value)
{
    std::array<std::byte, sizeof(T)> raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    if constexpr (std::endian::native == std::endian::little)
        std::reverse(raw.begin(), raw.end());
    out.insert(out.end(), raw.begin(), raw.end());
}
template void writeBe(Bytes&, std::int8_t);
template void writeBe(Bytes&, std::uint8_t);
template void writeBe(Bytes&, std::int16_t);
template void writeBe(Bytes&, std::uint16_t);
template void writeBe(Bytes&, std::int32_t);
template void writeBe(Bytes&, std::uint32_t);
template void writeBe(Bytes&, std::int64_t);
template void writeBe(Bytes&, std::uint64_t);
template void writeBe(Bytes&, float);
template void writeBe(Bytes&, double);

void writePackedVector(Bytes& out, const PackedVector& v)
{
    const auto first = static_cast<std::byte>(v.bits & 0xFFU);
    out.push_back(first);
    if (first == std::byte{0})
        return;
    out.push_back(static_cast<std::byte>((v.bits >> 8) & 0xFFU));
    writeBe(out, static_cast<std::uint32_t>(v.bits >> 16));
    if ((v.bits & 4U) != 0)
        io::writeVarInt(out, v.more);
}

void writePackedMove(Bytes& out, const PackedMove& move)
{
    for (const std::int64_t axis : move.delta)
        io::writeZigzag(out, axis);
    writeBe(out, move.yaw.steps);
    writeBe(out, move.pitch.steps);
}

void writePlace(Bytes& out, const Place& place)
{
    writeBe(out, place.position.x);
    writeBe(out, place.position.y);
    writeBe(out, place.position.z);
    writeBe(out, place.yaw);
    writeBe(out, place.pitch);
}

void writeText(Bytes& out, std::string_view text)
{
    io::writeVarInt(out, static_cast<std::int32_t>(text.size()));
    const auto bytes = std::as_bytes(std::span(text));
    out.insert(out.end(), bytes.begin(), bytes.end());
}

} // namespace ghostline::recording
