// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where decoding can begin, and what must be decoded to reach a frame.
#include "model/base/export.h"
#include "model/base/time_types.h"

#include <span>
#include <vector>

namespace ghostline::model {

struct Keyframe
{
    FrameNumber frame = 0;    ///< first frame that decoding from here yields
    std::uint64_t offset = 0; ///< bytes from the start of the source
    std::uint64_t size = 0;   ///< bytes up to the next keyframe
    bool full = true;         ///< false: stored as a delta
    int baseline = -1; ///< of a delta: the one to be decoded before it; -1: the source sees to that itself
    /// Rises when decoding the same bytes yields more than in the revision before: what is cached is stale.
    std::uint32_t knowledge = 0;
};

/// Immutable value sorted by frame. Thread-safe.
class GHOSTLINE_MODEL_EXPORT KeyframeIndex
{
public:
    KeyframeIndex() = default;
    /// `entries` sorted by frame; a delta with an impossible baseline is dropped. `frames`: total of the
    /// replay.
    KeyframeIndex(std::vector<Keyframe> entries, FrameNumber frames);

    int count() const { return static_cast<int>(m_entries.size()); }
    bool empty() const { return m_entries.empty(); }
    const Keyframe& operator[](int i) const { return m_entries[static_cast<std::size_t>(i)]; }
    std::span<const Keyframe> entries() const { return m_entries; }
    int fullCount() const;
    int deltaCount() const { return count() - fullCount(); }
    /// Index of the last keyframe at or before frame (binary search), 0 when before the first, -1 when empty.
    int at(FrameNumber frame) const;
    /// Frames [own frame, next keyframe's frame or the end).
    FrameRange range(int index) const;
    /// What must be decoded, in this order, to have keyframe `index`: from a full one along the baselines.
    std::vector<int> chain(int index) const;

    // Entries without a size hold nothing recorded: they are only where decoding goes on, after a long
    // stretch in which nothing was recorded or that cannot be read.
    int recordedCount() const;
    /// Index of the last recorded one at or before a frame, -1 when there is none.
    int recordedAt(FrameNumber frame) const;
    /// Index of the first recorded one after a frame, -1 when there is none.
    int recordedAfter(FrameNumber frame) const;

private:
    std::vector<Keyframe> m_entries;
    FrameNumber m_frames = 0;
};

} // namespace ghostline::model
