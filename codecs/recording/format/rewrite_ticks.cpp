// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/format/rewrite_ticks.h"

#include "codecs/io/var_int.h"

namespace ghostline::recording {

using model::Result;

namespace {

void append(Bytes& out, std::span<const std::byte> bytes)
{
    out.insert(out.end(), bytes.begin(), bytes.end());
}

} // namespace

Profile layoutOf(Profile file, const ChunkEntry& entry) { return chunkProfile(file, entry).value_or(file); }

Result<ChunkParts> takeApart(Profile profile, const ChunkEntry& entry, std::span<const std::byte> raw,
                             int number)
{
    ChunkReader reader(profile, entry, raw, number);
    if (const auto snapshot = reader.snapshot(); !snapshot)
        return tl::unexpected(snapshot.error());
    ChunkParts parts;
    if (profile == Profile::S1)
        parts.snapshot = raw.first(reader.position());
    Event event;
    while (reader.nextTick()) {
        TickBytes tick{reader.tick(), reader.eventsLeft(), {}};
        const std::size_t begin = reader.position();
        while (reader.nextEvent(event)) {
        }
        if (reader.failure())
            break;
        tick.bytes = raw.subspan(begin, reader.position() - begin);
        parts.ticks.push_back(tick);
    }
    if (reader.failure())
        return tl::unexpected(*reader.failure());
    parts.absolute = reader.readAsAbsolute();
    return parts;
}

void RawChunk::begin(std::int32_t startTick)
{
    m_startTick = startTick;
    m_bytes.clear();
}

void RawChunk::addSnapshot(std::span<const std::byte> withLength) { append(m_bytes, withLength); }

void RawChunk::addTick(std::int32_t tick, std::int32_t events, std::span<const std::byte> bytes)
{
    const bool relative = m_profile == Profile::S1;
    if (relative && events == 0)
        return;
    io::writeVarInt(m_bytes, relative ? tick - m_startTick : tick);
    const auto count = static_cast<std::uint16_t>(events);
    m_bytes.push_back(static_cast<std::byte>(count >> 8U));
    m_bytes.push_back(static_cast<std::byte>(count & 0xFFU));
    append(m_bytes, bytes);
}

void RawChunk::addRaw(std::span<const std::byte> raw) { append(m_bytes, raw); }

} // namespace ghostline::recording
