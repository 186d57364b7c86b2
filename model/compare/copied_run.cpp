// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of B by hash, a rolling hash over A; what meets is compared place by place and grown to both sides.
#include "model/compare/copied_run.h"

#include "model/compare/rolling_block.h"

#include <algorithm>
#include <unordered_map>

namespace ghostline::model {

using namespace copies;

namespace {

/// A way gone round and round meets itself at every lap: more places than this to grow from would tell
/// nothing new, and the time would no longer be linear.
constexpr std::size_t MostMeetings = 4;

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
