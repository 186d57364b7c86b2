// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of B by hash, a rolling hash over A; what meets is compared place by place and grown to both sides.
#include "model/compare/copied_run.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace ghostline::model {

namespace {

/// Frames of a block. Every stretch of CopiedFrames holds at least two whole ones.
constexpr FrameNumber Block = 20;
/// A way gone round and round meets itself at every lap: more places than this to grow from would tell
/// nothing new, and the time would no longer be linear.
constexpr std::size_t MostMeetings = 4;

std::uint64_t bitsOf(double value) { return std::bit_cast<std::uint64_t>(value); }

std::uint64_t mixed(std::uint64_t bits)
{
    bits = (bits ^ (bits >> 31U)) * 0x9E37'79B9'7F4A'7C15ULL;
    return bits ^ (bits >> 29U);
}

/// One place as a number; that two have the same one proves nothing yet.
std::uint64_t digestOf(const glm::dvec3& place)
{
    return mixed(mixed(mixed(bitsOf(place.x)) + bitsOf(place.y)) + bitsOf(place.z));
}

/// Bit for bit: -0 is not 0.
bool samePlace(const glm::dvec3& a, const glm::dvec3& b)
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

/// First frames of the blocks of a run, by hash.
using BlockIndex = std::unordered_map<std::uint64_t, std::vector<FrameNumber>>;

BlockIndex indexBlocks(const Places& places)
{
    BlockIndex index;
    RollingBlock block(places);
    for (FrameNumber frame = 0; frame < places.count(); ++frame) {
        block.take(frame);
        if ((frame + 1) % Block != 0 || !block.valid(frame))
            continue;
        std::vector<FrameNumber>& starts = index[block.hash()];
        if (starts.size() < MostMeetings)
            starts.push_back(frame - Block + 1);
    }
    return index;
}

class Search
{
public:
    Search(const Places& a, const Places& b) : m_a(a), m_b(b), m_blocks(indexBlocks(b)) {}

    std::vector<CopiedStretch> run()
    {
        std::vector<CopiedStretch> out;
        RollingBlock block(m_a);
        for (FrameNumber frame = 0; frame < m_a.count(); ++frame) {
            block.take(frame);
            if (frame < m_done || !block.valid(frame))
                continue;
            const auto found = m_blocks.find(block.hash());
            if (found == m_blocks.end())
                continue;
            const CopiedStretch best = longestAt(frame - Block + 1, found->second);
            if (best.a.empty())
                continue;
            const CopiedStretch stretch = trimmed(best);
            // What was grown to its end once is not grown through again.
            m_done = best.a.end;
            if (stretch.a.count() < CopiedFrames || stretch.metres < CopiedMetres)
                continue;
            m_taken = stretch.a.end;
            out.push_back(stretch);
        }
        return out;
    }

private:
    CopiedStretch longestAt(FrameNumber start, const std::vector<FrameNumber>& meetings) const
    {
        CopiedStretch best;
        for (const FrameNumber meeting : meetings) {
            const CopiedStretch grown = grownFrom(start, meeting);
            if (grown.a.count() > best.a.count())
                best = grown;
        }
        return best;
    }
    bool same(FrameNumber a, FrameNumber b) const
    {
        return m_a.has(a) && m_b.has(b) && samePlace(m_a.at(a), m_b.at(b));
    }
    /// Empty where only the hashes are alike. Back no further than frames that were not grown through yet,
    /// less what is too short to matter.
    CopiedStretch grownFrom(FrameNumber a, FrameNumber b) const
    {
        FrameNumber length = 0;
        while (same(a + length, b + length))
            ++length;
        if (length < Block)
            return {};
        const FrameNumber first = std::max(m_taken, m_done - CopiedFrames);
        FrameNumber back = 0;
        while (a - back > first && same(a - back - 1, b - back - 1))
            ++back;
        return {{a - back, a + length}, {b - back, b + length}, 0.0};
    }
    /// From the first move to the last, with the way between.
    CopiedStretch trimmed(CopiedStretch stretch) const
    {
        while (stretch.a.count() > 1 && !m_a.moves(stretch.a.first + 1)) {
            ++stretch.a.first;
            ++stretch.b.first;
        }
        while (stretch.a.count() > 1 && !m_a.moves(stretch.a.end - 1)) {
            --stretch.a.end;
            --stretch.b.end;
        }
        for (FrameNumber frame = stretch.a.first + 1; frame < stretch.a.end; ++frame)
            stretch.metres += m_a.metresTo(frame);
        return stretch;
    }

    const Places& m_a;
    const Places& m_b;
    BlockIndex m_blocks;
    FrameNumber m_taken = 0; ///< frames of A before this one are in a stretch, or lie before one
    FrameNumber m_done = 0;  ///< frames of A before this one need no second look
};

} // namespace

std::vector<CopiedStretch> copiedStretches(const RunTrack& a, const RunTrack& b)
{
    const Places placesOfA(a);
    const Places placesOfB(b);
    return Search(placesOfA, placesOfB).run();
}

} // namespace ghostline::model
