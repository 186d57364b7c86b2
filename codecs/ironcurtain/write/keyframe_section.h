// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The keyframes of a finalised file: blobs go over as they are; where the deltas shall link otherwise they
// are made anew.
#include "codecs/ironcurtain/state/keyframe_store.h"
#include "codecs/ironcurtain/write/finalised_file.h"

namespace ghostline::ironcurtain {

class KeyframeSection
{
public:
    using Done = model::Result<void>;

    /// `store`: of the source. `deltas`: what a delta shall build on, Unknown = as in the source.
    KeyframeSection(FinalisedFile& out, const KeyframeStore& store, DeltaMode deltas)
        : m_out(out), m_store(store), m_deltas(deltas)
    {
    }
    /// The whole section; Damaged when the keyframe is lost with which every file begins. What else cannot be
    /// read is left out and noted.
    Done write(SectionExtent& section);

private:
    struct Baseline
    {
        int keyframe = -1; ///< of the source
        std::shared_ptr<const SimState> state;
    };
    const ReplayFile& source() const { return m_out.source(); }
    Done writeKeyframe(int index);
    Done addBlob(const KeyframeEntry& entry);
    Done addDelta(int index, const SimState& state);
    Done writeIndex(std::uint64_t begin);
    void drop(const KeyframeEntry& entry, const model::Error& why);
    Done noteSides();

    FinalisedFile& m_out;
    const KeyframeStore& m_store;
    const DeltaMode m_deltas;
    std::vector<KeyframeEntry> m_kept;
    Baseline m_full;           ///< the last full keyframe that went over
    Baseline m_previous;       ///< the last keyframe that went over
    int m_links = 0;           ///< of that one, where they are made anew
    std::size_t m_dropped = 0; ///< keyframes left out
};

} // namespace ghostline::ironcurtain
