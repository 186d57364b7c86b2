// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A rolling hash over the places of a run: where those of two are alike, a copy may lie. For the files of
// this folder.
#include "model/compare/run_track.h"

#include <bit>

namespace ghostline::model::copies {

/// Frames of a block. Every stretch of CopiedFrames holds at least two whole ones.
inline constexpr FrameNumber Block = 20;
inline std::uint64_t bitsOf(double value) { return std::bit_cast<std::uint64_t>(value); }

inline std::uint64_t mixed(std::uint64_t bits)
{
    bits = (bits ^ (bits >> 31U)) * 0x9E37'79B9'7F4A'7C15ULL;
    return bits ^ (bits >> 29U);
}

/// One place as a number; that two have the same one proves nothing yet.
inline std::uint64_t digestOf(const glm::dvec3& place)
{
    return mixed(mixed(mixed(bitsOf(place.x)) + bitsOf(place.y)) + bitsOf(place.z));
}

/// Bit for bit: -0 is not 0.
inline bool samePlace(const glm::dvec3& a, const glm::dvec3& b)
{
    return bitsOf(a.x) == bitsOf(b.x) && bitsOf(a.y) == bitsOf(b.y) && bitsOf(a.z) == bitsOf(b.z);
}

constexpr std::uint64_t power(std::uint64_t base, FrameNumber exponent)
{
    std::uint64_t out = 1;
    for (FrameNumber i = 0; i < exponent; ++i)
        out *= base;
    return out;
}

class Places
{
public:
    explicit Places(const RunTrack& track)
        : m_track(track), m_count(static_cast<FrameNumber>(track.positions.size()))
    {
    }
    FrameNumber count() const { return m_count; }
    const glm::dvec3& at(FrameNumber frame) const
    {
        return m_track.positions[static_cast<std::size_t>(frame)];
    }
    bool has(FrameNumber frame) const { return frame >= 0 && frame < m_count && m_track.isAt(frame); }
    bool moves(FrameNumber frame) const { return has(frame - 1) && !samePlace(at(frame - 1), at(frame)); }
    /// Metres from the frame before; what was jumped over was not gone.
    double metresTo(FrameNumber frame) const
    {
        const bool jumped = m_track.jumped[static_cast<std::size_t>(frame)];
        return jumped ? 0.0 : glm::length(at(frame) - at(frame - 1));
    }

private:
    const RunTrack& m_track;
    FrameNumber m_count;
};

/// Rolls over the frames of a run; valid() once a whole block of places, one of them on the move, lies
/// behind. Where two merely stood still everything is alike.
class RollingBlock
{
public:
    explicit RollingBlock(const Places& places) : m_places(places) {}

    void take(FrameNumber frame)
    {
        if (!m_places.has(frame)) {
            m_hash = 0;
            m_length = 0;
            return;
        }
        if (m_length == Block) {
            m_hash -= digestOf(m_places.at(frame - Block)) * Leading;
            --m_length;
        }
        m_hash = m_hash * Base + digestOf(m_places.at(frame));
        ++m_length;
        if (m_length > 1 && m_places.moves(frame))
            m_moved = frame;
    }
    bool valid(FrameNumber frame) const { return m_length == Block && m_moved > frame - Block + 1; }
    std::uint64_t hash() const { return m_hash; }

private:
    static constexpr std::uint64_t Base = 0xD6E8'FEB8'6659'FD93ULL;
    static constexpr std::uint64_t Leading = power(Base, Block - 1);

    const Places& m_places;
    std::uint64_t m_hash = 0;
    FrameNumber m_length = 0;
    FrameNumber m_moved = -1; ///< the last frame that was elsewhere than the one before
};

} // namespace ghostline::model::copies
