// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/replay/keyframe_index.h"

#include <algorithm>

namespace ghostline::model {

KeyframeIndex::KeyframeIndex(std::vector<Keyframe> entries, FrameNumber frames)
    : m_frames(std::max<FrameNumber>(frames, 0))
{
    constexpr int Dropped = -1;
    std::vector<int> newIndex(entries.size(), Dropped);
    m_entries.reserve(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        Keyframe entry = entries[i];
        if (!m_entries.empty() && entry.frame < m_entries.back().frame)
            continue; // not sorted: binary search would miss it
        if (entry.full)
            entry.baseline = -1;
        if (entry.baseline >= 0) {
            const bool possible = static_cast<std::size_t>(entry.baseline) < i;
            entry.baseline = possible ? newIndex[static_cast<std::size_t>(entry.baseline)] : Dropped;
            if (entry.baseline == Dropped)
                continue; // what it builds on does not exist
        }
        newIndex[i] = static_cast<int>(m_entries.size());
        m_entries.push_back(entry);
    }
}

int KeyframeIndex::fullCount() const
{
    return static_cast<int>(
        std::count_if(m_entries.begin(), m_entries.end(), [](const Keyframe& k) { return k.full; }));
}

int KeyframeIndex::at(FrameNumber frame) const
{
    if (m_entries.empty())
        return -1;
    const auto after = std::upper_bound(m_entries.begin(), m_entries.end(), frame,
                                        [](FrameNumber f, const Keyframe& k) { return f < k.frame; });
    return std::max(0, static_cast<int>(after - m_entries.begin()) - 1);
}

FrameRange KeyframeIndex::range(int i) const
{
    if (i < 0 || i >= count())
        return {};
    const FrameNumber first = (*this)[i].frame;
    const FrameNumber end = i + 1 < count() ? (*this)[i + 1].frame : m_frames;
    return {first, std::max(first, end)};
}

std::vector<int> KeyframeIndex::chain(int i) const
{
    std::vector<int> steps;
    // Baselines only point backward, so this ends.
    for (; i >= 0 && i < count(); i = (*this)[i].baseline)
        steps.push_back(i);
    std::reverse(steps.begin(), steps.end());
    return steps;
}

int KeyframeIndex::recordedCount() const
{
    return static_cast<int>(std::ranges::count_if(m_entries, [](const Keyframe& k) { return k.size > 0; }));
}

int KeyframeIndex::recordedAt(FrameNumber frame) const
{
    int i = at(frame);
    if (i >= 0 && (*this)[i].frame > frame) // before the first one
        return -1;
    while (i >= 0 && (*this)[i].size == 0)
        --i;
    return i;
}

int KeyframeIndex::recordedAfter(FrameNumber frame) const
{
    auto next = std::upper_bound(m_entries.begin(), m_entries.end(), frame,
                                 [](FrameNumber f, const Keyframe& k) { return f < k.frame; });
    next = std::find_if(next, m_entries.end(), [](const Keyframe& k) { return k.size > 0; });
    return next == m_entries.end() ? -1 : static_cast<int>(next - m_entries.begin());
}

} // namespace ghostline::model
