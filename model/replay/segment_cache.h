// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decoded segments by keyframe, least recently used dropped first, never above the byte budget. Not
// thread-safe.
#include "model/base/export.h"
#include "model/replay/replay_index.h"
#include "model/replay/segment.h"

#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ghostline::model {

/// What a cached segment stands for; one that differs in a later revision is stale.
struct SegmentKey
{
    Keyframe keyframe;
    FrameRange range;
    bool last = false; ///< nothing followed it, so its last frame had nothing to be interpolated toward
};

GHOSTLINE_MODEL_EXPORT SegmentKey segmentKey(const ReplayIndex& index, int keyframe);
GHOSTLINE_MODEL_EXPORT bool sameSegment(const SegmentKey& a, const SegmentKey& b);

class GHOSTLINE_MODEL_EXPORT SegmentCache
{
public:
    /// What left the cache, handed out so that the caller frees it when no lock is held.
    using Dropped = std::vector<std::shared_ptr<const Segment>>;

    explicit SegmentCache(std::size_t budget) : m_budget(budget) {}

    /// Null when absent; otherwise it is now the most recently used. Allocates nothing.
    std::shared_ptr<const Segment> find(int keyframe);
    bool contains(int keyframe) const { return m_places.contains(keyframe); }
    /// False when it does not fit, even without all others but `kept` (-1 = none).
    bool insert(int keyframe, const SegmentKey& key, std::shared_ptr<const Segment> segment, int kept,
                Dropped& dropped);
    void setBudget(std::size_t budget, Dropped& dropped);
    /// Drops what a new revision made stale.
    void retain(const ReplayIndex& index, Dropped& dropped);
    void clear(Dropped& dropped);

    std::size_t bytes() const { return m_bytes; }
    std::size_t budget() const { return m_budget; }
    int count() const { return static_cast<int>(m_places.size()); }
    /// Ascending, merged.
    std::vector<FrameRange> ranges() const;

private:
    struct Entry
    {
        int keyframe = 0;
        SegmentKey key;
        std::shared_ptr<const Segment> segment;
        std::size_t bytes = 0;
    };
    using Place = std::list<Entry>::iterator;

    Place remove(Place place, Dropped& dropped);
    void shrinkTo(std::size_t bytes, int kept, Dropped& dropped);

    std::size_t m_budget;
    std::size_t m_bytes = 0;
    std::list<Entry> m_entries; ///< most recently used first
    std::unordered_map<int, Place> m_places;
};

} // namespace ghostline::model
