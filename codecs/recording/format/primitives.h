// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The packed numbers of the event stream (docs/formats/recording.md, Primitives). Each keeps what was
// recorded, so that writing it again gives the same bytes; value() says what it means.
#include "codecs/io/byte_cursor.h"

#include <array>
#include <compare>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <vector>

namespace ghostline::recording {

using Bytes = std::vector<std::byte>;

/// Java's Math.round: halves go up, also below zero.
double roundJava(double value);

/// 65536 steps a turn; wraps.
struct Angle
{
    std::int16_t steps = 0;
    double degrees() const { return steps * (360.0 / 65536.0); } ///< in [-180, 180)
    static Angle ofDegrees(double degrees);
    friend bool operator==(Angle, Angle) = default;
};

/// Packed vector of 1, 6 or more bytes: 15 bits a component on a common whole scale.
struct PackedVector
{
    std::uint64_t bits = 0; ///< 48 bits as recorded; 0 = the zero vector (one byte)
    std::int32_t more = 0;  ///< the scale's upper part, where bit 2 of `bits` says there is one
    glm::dvec3 value() const;
    static PackedVector of(const glm::dvec3& v);
    friend bool operator==(const PackedVector&, const PackedVector&) = default;
};

/// How far something moved in 1/4096 block, and where it looks now (not by how much it turned).
struct PackedMove
{
    std::array<std::int64_t, 3> delta{};
    Angle yaw;
    Angle pitch;
    friend bool operator==(const PackedMove&, const PackedMove&) = default;
};

/// Metres, and degrees in the game's sense: yaw 0 looks along +Z, 90 along -X; positive pitch looks down.
struct Place
{
    glm::dvec3 position{0.0};
    float yaw = 0.0F;
    float pitch = 0.0F;
};

/// 26, 26 and 12 bits: x, z, y.
std::int64_t packBlock(const glm::ivec3& block);
glm::ivec3 unpackBlock(std::int64_t packed);

/// Orientation of an actor that faces local +Z: Ry(-yaw) Rx(pitch), degrees.
glm::quat lookRotation(double yaw, double pitch);

/// Anything negative fails the cursor.
std::int32_t readCount(io::ByteCursor& in);
/// Plain UTF-8 behind a VarInt length; what is not UTF-8 or too long fails the cursor.
std::string_view readText(io::ByteCursor& in);

void writePackedVector(Bytes& out, const PackedVector& v);
void writePackedMove(Bytes& out, const PackedMove& move);
void writePlace(Bytes& out, const Place& place);
void writeText(Bytes& out, std::string_view text);
template<io::Scalar T>
void writeBe(Bytes& out, T value); ///< big-endian; defined for the scalar types of the format

} // namespace ghostline::recording
