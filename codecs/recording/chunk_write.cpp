// SPDX-License-Identifier: GPL-3.0-or-later
// Laying out the raw bytes of a chunk.
#include "codecs/io/var_int.h"
#include "codecs/recording/chunk.h"

#include <limits>

namespace ghostline::recording {

ChunkWriter::ChunkWriter(Profile profile, std::int32_t startTick, const Snapshot* snapshot)
    : m_profile(profile), m_startTick(startTick), m_nextTick(startTick)
{
    if (profile == Profile::S1 && snapshot != nullptr)
        writeSnapshot(m_out, *snapshot);
}

void ChunkWriter::openTick(std::int32_t tick)
{
    m_tickStart = m_out.size();
    io::writeVarInt(m_out, m_profile == Profile::S1 ? tick - m_startTick : tick);
    m_countAt = m_out.size();
    writeBe(m_out, std::int16_t{0});
    m_events = 0;
    m_open = true;
    m_nextTick = tick + 1;
}

void ChunkWriter::closeTick()
{
    if (!m_open)
        return;
    m_open = false;
    if (m_events == 0 && m_profile == Profile::S1) {
        m_out.resize(m_tickStart);
        return;
    }
    const auto count = static_cast<std::uint32_t>(m_events);
    m_out[m_countAt] = static_cast<std::byte>(count >> 8);
    m_out[m_countAt + 1] = static_cast<std::byte>(count & 0xFFU);
}

void ChunkWriter::beginTick(std::int32_t tick)
{
    closeTick();
    if (m_profile != Profile::S1) {
        while (m_nextTick < tick) {
            openTick(m_nextTick);
            closeTick();
        }
    }
    openTick(tick);
}

bool ChunkWriter::add(const Event& event)
{
    if (!m_open || m_events == std::numeric_limits<std::int16_t>::max())
        return false;
    writeEvent(m_out, event, m_profile);
    ++m_events;
    return true;
}

const Bytes& ChunkWriter::finish()
{
    closeTick();
    return m_out;
}

} // namespace ghostline::recording
