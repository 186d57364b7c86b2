// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/copies_among.h"

#include "model/compare/rolling_block.h"

#include <set>

namespace ghostline::model {

using namespace copies;

std::vector<CopiedPair> CopySearch::add(std::shared_ptr<const RunTrack> track)
{
    std::vector<CopiedPair> pairs;
    for (const std::size_t other : meetings(*track)) {
        std::vector<CopiedStretch> stretches = copiedStretches(*track, *m_tracks[other]);
        if (!stretches.empty())
            pairs.push_back({m_tracks.size(), other, std::move(stretches)});
    }
    index(*track);
    m_tracks.push_back(std::move(track));
    return pairs;
}

/// Runs of which a block of places, at any offset, is in this one.
std::vector<std::size_t> CopySearch::meetings(const RunTrack& track) const
{
    const Places places(track);
    RollingBlock block(places);
    std::set<std::size_t> met;
    for (FrameNumber frame = 0; frame < places.count(); ++frame) {
        block.take(frame);
        if (!block.valid(frame))
            continue;
        if (const auto found = m_runs.find(block.hash()); found != m_runs.end())
            met.insert(found->second.begin(), found->second.end());
    }
    return {met.begin(), met.end()};
}

void CopySearch::index(const RunTrack& track)
{
    const Places places(track);
    RollingBlock block(places);
    for (FrameNumber frame = 0; frame < places.count(); ++frame) {
        block.take(frame);
        if ((frame + 1) % Block != 0 || !block.valid(frame))
            continue;
        std::vector<std::size_t>& runs = m_runs[block.hash()];
        if (runs.empty() || runs.back() != m_tracks.size())
            runs.push_back(m_tracks.size());
    }
}

} // namespace ghostline::model
