// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/replay/segment_cache.h"

#include <algorithm>

namespace ghostline::model {

SegmentKey segmentKey(const ReplayIndex& index, int keyframe)
{
    return {index.keyframes[keyframe], index.keyframes.range(keyframe),
            keyframe + 1 == index.keyframes.count()};
}

bool sameSegment(const SegmentKey& a, const SegmentKey& b)
{
    return a.keyframe.frame == b.keyframe.frame && a.keyframe.offset == b.keyframe.offset &&
           a.keyframe.full == b.keyframe.full && a.keyframe.baseline == b.keyframe.baseline &&
           a.keyframe.knowledge == b.keyframe.knowledge && a.range == b.range && a.last == b.last;
}

std::shared_ptr<const Segment> SegmentCache::find(int keyframe)
{
    const auto found = m_places.find(keyframe);
    if (found == m_places.end())
        return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found->second);
    return found->second->segment;
}

bool SegmentCache::insert(int keyframe, const SegmentKey& key, std::shared_ptr<const Segment> segment,
                          int kept, Dropped& dropped)
{
    if (const auto old = m_places.find(keyframe); old != m_places.end())
        remove(old->second, dropped);
    const std::size_t bytes = segment->bytes();
    const auto keptPlace = m_places.find(kept);
    const std::size_t keptBytes = keptPlace == m_places.end() ? 0 : keptPlace->second->bytes;
    if (bytes > m_budget || keptBytes > m_budget - bytes)
        return false;
    // Room is made before the new one counts: at no moment is more held than the budget.
    shrinkTo(m_budget - bytes, kept, dropped);
    m_entries.push_front({keyframe, key, std::move(segment), bytes});
    m_places[keyframe] = m_entries.begin();
    m_bytes += bytes;
    return true;
}

void SegmentCache::setBudget(std::size_t budget, Dropped& dropped)
{
    m_budget = budget;
    shrinkTo(budget, -1, dropped);
}

void SegmentCache::retain(const ReplayIndex& index, Dropped& dropped)
{
    for (Place p = m_entries.begin(); p != m_entries.end();) {
        const bool same =
            p->keyframe < index.keyframes.count() && sameSegment(p->key, segmentKey(index, p->keyframe));
        p = same ? std::next(p) : remove(p, dropped);
    }
}

void SegmentCache::clear(Dropped& dropped) { shrinkTo(0, -1, dropped); }

std::vector<FrameRange> SegmentCache::ranges() const
{
    std::vector<FrameRange> ranges;
    for (const Entry& e : m_entries)
        ranges.push_back(e.key.range);
    std::sort(ranges.begin(), ranges.end(),
              [](const FrameRange& a, const FrameRange& b) { return a.first < b.first; });
    std::vector<FrameRange> merged;
    for (const FrameRange& r : ranges) {
        if (!merged.empty() && r.first <= merged.back().end)
            merged.back().end = std::max(merged.back().end, r.end);
        else
            merged.push_back(r);
    }
    return merged;
}

SegmentCache::Place SegmentCache::remove(Place place, Dropped& dropped)
{
    m_bytes -= place->bytes;
    m_places.erase(place->keyframe);
    dropped.push_back(std::move(place->segment));
    return m_entries.erase(place);
}

void SegmentCache::shrinkTo(std::size_t bytes, int kept, Dropped& dropped)
{
    for (Place p = m_entries.end(); m_bytes > bytes && p != m_entries.begin();) {
        --p;
        if (p->keyframe != kept)
            p = remove(p, dropped);
    }
}

} // namespace ghostline::model
