// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Skeletons of a frame: differences to those of the frame before, over the borders of chunks.
#include "codecs/echo/butter/butter_reader.h"

#include <algorithm>
#include <array>

namespace ghostline::echo::butter {

namespace detail {

inline constexpr std::size_t MaskBytes = 3;
/// A keyframe's skeleton of another writer may be absolute. It then names nearly all bones, ...
inline constexpr int AbsoluteBones = 20;
/// ... which lie this far from the body on average, in metres.
inline constexpr float NearestBody = 0.2F;
inline constexpr float FarthestBody = 1.2F;

inline std::uint32_t mask24(const std::byte* at)
{
    return std::to_integer<std::uint32_t>(at[0]) | std::to_integer<std::uint32_t>(at[1]) << 8U |
           std::to_integer<std::uint32_t>(at[2]) << 16U;
}

/// Middles of what one byte holds: zigzag 0 to 240, the most frequent form by far.
constexpr std::array<float, 241> shortMiddles()
{
    std::array<float, 241> values{};
    for (std::size_t z = 1; z < values.size(); ++z) {
        const std::size_t whole = (z + 1) / 2;
        const auto steps = static_cast<float>(whole);
        values[z] = (z % 2 == 0 ? steps + 0.5F : -steps - 0.5F) / 4096.0F;
    }
    return values;
}
inline constexpr std::array<float, 241> ShortMiddles = shortMiddles();

template<bool Exact>
float coordinate(const std::byte*& at)
{
    if constexpr (Exact) {
        const auto first = std::to_integer<std::size_t>(*at);
        if (first < ShortMiddles.size()) {
            ++at;
            return ShortMiddles[first];
        }
        return boneCoordinate<Bin::Middle>(packedInteger(at));
    } else {
        return boneCoordinate<Bin::Edge>(packedInteger(at));
    }
}

/// Whether differences read as places are nearer to the last pose than the last pose changed by them would
/// be.
inline bool looksAbsolute(const BoneSet& base, const std::array<glm::vec3, Bones>& read, std::uint32_t mask)
{
    if (std::popcount(mask) < AbsoluteBones)
        return false;
    float far = 0.0F;
    float movedIfAbsolute = 0.0F;
    float count = 0.0F;
    for (std::size_t k = 0; k < Bones; ++k) {
        if ((mask >> k & 1U) == 0)
            continue;
        far += glm::length(read[k]);
        movedIfAbsolute += glm::length(read[k] - base.bones[k].position);
        count += 1.0F;
    }
    return far / count >= NearestBody && far / count <= FarthestBody && movedIfAbsolute < far;
}

template<bool Exact>
void decodeSet(FrameReader<Exact>& in, BoneSet& set, bool hasBase, bool keyframe)
{
    const std::byte* at = in.here();
    const std::uint32_t moved = mask24(at) & ((1U << Bones) - 1U);
    const std::uint32_t turned = mask24(at + MaskBytes) & ((1U << Bones) - 1U);
    at += 2 * MaskBytes;
    if (Exact && keyframe && hasBase) {
        std::array<glm::vec3, Bones> read{};
        const std::byte* ahead = at;
        for (std::size_t k = 0; k < Bones; ++k) {
            if ((moved >> k & 1U) == 0)
                continue;
            read[k].x = coordinate<Exact>(ahead);
            read[k].y = coordinate<Exact>(ahead);
            read[k].z = coordinate<Exact>(ahead);
        }
        if (looksAbsolute(set, read, moved))
            set.bones = BoneSet{}.bones;
    }
    for (std::uint32_t left = moved; left != 0; left &= left - 1) {
        glm::vec3& position = set.bones[static_cast<std::size_t>(std::countr_zero(left))].position;
        const float x = coordinate<Exact>(at);
        const float y = coordinate<Exact>(at);
        const float z = coordinate<Exact>(at);
        position = position + glm::vec3(x, y, z);
    }
    in.goTo(at);
    for (std::uint32_t left = turned; left != 0; left &= left - 1) {
        glm::quat& q = set.bones[static_cast<std::size_t>(std::countr_zero(left))].orientation;
        glm::quat step;
        const bool sound = smallestThree < Exact ? Bin::Middle : Bin::Edge > (in.u32(), step);
        if (Exact && !sound)
            continue;
        q = product(step, q);
        // Both are of length 1 but for rounding: one step of Newton's is exact enough.
        if (Exact)
            q = q * (1.5F - 0.5F * (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w));
    }
}

} // namespace detail

/// For the last frame of the block. `before`: the skeletons of the frame before the block's first.
template<bool Exact>
Problem decodeBones(FrameReader<Exact>& in, FrameBlock& block, std::span<const BoneSet> before, bool keyframe)
{
    auto& sets = block.bones;
    Frame& frame = block.frames.back();
    const bool first = block.frames.size() == 1;
    // Carried over chunks by the writer; the reference reader starts from nothing at each keyframe.
    Run base;
    if (!first && (Exact || !keyframe))
        base = block.frames[block.frames.size() - 2].bones;
    const bool carried = Exact && first && !before.empty();
    const auto known = carried ? before.size() : std::size_t{base.count};
    const unsigned head = in.u8();
    if (in.over())
        return Problem::CutShort;
    frame.hasBones = (head & 1U) != 0;
    frame.bones = {static_cast<std::uint32_t>(sets.size()), 0};
    if (!frame.hasBones)
        return Problem::None;
    const std::size_t count = head >> 1U;
    bool hasBase = known > 0 && known == count;
    if (!Exact && !first && !keyframe && block.frames[block.frames.size() - 2].hasBones) {
        if (count > known)
            return Problem::ReaderFails;
        hasBase = true;
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!hasBase)
            sets.emplace_back();
        else if (carried)
            sets.push_back(before[i]);
        else
            sets.push_back(sets[base.first + i]);
        detail::decodeSet(in, sets.back(), hasBase, keyframe);
        if (in.over())
            return Problem::CutShort;
    }
    frame.bones.count = static_cast<std::uint32_t>(count);
    return Problem::None;
}

} // namespace ghostline::echo::butter
