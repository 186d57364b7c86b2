// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which of many runs are copies of each other, wholly or in part.
#include "model/compare/copied_run.h"

#include <memory>
#include <unordered_map>

namespace ghostline::model {

struct CopiedPair
{
    std::size_t a = 0;                    ///< which of those that were added, from 0
    std::size_t b = 0;                    ///< less than a
    std::vector<CopiedStretch> stretches; ///< never empty
    double metres() const
    {
        double sum = 0.0;
        for (const CopiedStretch& stretch : stretches)
            sum += stretch.metres;
        return sum;
    }
};

/// Each run is held against all before it in time that grows with its own length, not with their number: only
/// those that share a block of places with it are compared. Holds all tracks. Not thread-safe.
class GHOSTLINE_MODEL_EXPORT CopySearch
{
public:
    /// The pairs that it makes with those before.
    std::vector<CopiedPair> add(std::shared_ptr<const RunTrack> track);
    std::size_t runs() const { return m_tracks.size(); }

private:
    std::vector<std::size_t> meetings(const RunTrack& track) const;
    void index(const RunTrack& track);

    std::vector<std::shared_ptr<const RunTrack>> m_tracks;
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> m_runs; ///< by the hash of a block
};

} // namespace ghostline::model
