// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/rewrite/rewrite_merge.h"

namespace ghostline::recording {

using model::Result;

bool FrameMerger::fits(const ChunkEntry& entry, std::size_t bytes) const
{
    return m_entry && !m_alone && m_entry->formatVersion == entry.formatVersion &&
           m_entry->dataVersion == entry.dataVersion && m_entry->endTick() == entry.startTick &&
           m_frame.bytes().size() + bytes <= FrameRaw;
}

void FrameMerger::begin(const ChunkEntry& entry)
{
    m_entry = entry;
    m_entry->tickCount = 0;
    m_alone = false;
    m_frame.begin(entry.startTick);
}

Result<void> FrameMerger::add(const ChunkEntry& entry, std::span<const std::byte> raw, int number)
{
    const Profile profile = layoutOf(m_file, entry);
    const auto parts = takeApart(profile, entry, raw, number);
    const bool joins = parts && fits(entry, raw.size()) && m_state.mustBegin(entry, *parts).isEmpty();
    if (!joins) {
        if (auto done = finish(); !done)
            return done;
        begin(entry);
    }
    if (parts)
        m_state.play(entry, *parts, !joins);
    else
        m_state.lose();
    if (!parts) {
        ++m_undecodable;
        m_frame.addRaw(raw);
        m_alone = true;
    } else if (profile != Profile::S1) {
        m_frame.addRaw(raw); // ticks are absolute: one behind the other is all there is to it
    } else {
        if (m_entry->tickCount == 0)
            m_frame.addSnapshot(parts->snapshot);
        for (const TickBytes& tick : parts->ticks)
            m_frame.addTick(tick.tick, tick.events, tick.bytes);
    }
    m_entry->tickCount += entry.tickCount;
    return {};
}

Result<void> FrameMerger::finish()
{
    if (!m_entry)
        return {};
    ChunkEntry entry = *m_entry;
    m_entry.reset();
    entry.rawBytes = static_cast<std::int32_t>(m_frame.bytes().size());
    return m_taker(entry, m_frame.bytes());
}

} // namespace ghostline::recording
