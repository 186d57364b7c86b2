// SPDX-License-Identifier: GPL-3.0-or-later
// Walking the tick records of a decompressed chunk.
#include "codecs/recording/chunk.h"

#include "codecs/recording/packed_read.h"

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

Result<Profile> chunkProfile(Profile file, const ChunkEntry& entry)
{
    if (file != Profile::H5 || entry.formatVersion == 5 || entry.formatVersion == 0)
        return file;
    if (entry.formatVersion == 4)
        return Profile::H4;
    return model::fail(ErrorCode::Unsupported,
                       QStringLiteral("unsupported version %1 of a chunk").arg(entry.formatVersion));
}

ChunkReader::ChunkReader(Profile profile, const ChunkEntry& entry, std::span<const std::byte> raw, int number)
    : m_profile(profile), m_entry(entry), m_in(raw), m_raw(raw), m_number(number)
{
    const auto own = chunkProfile(profile, entry);
    if (own)
        m_profile = *own;
    else
        fail(own.error().code, own.error().message, 0);
}

bool ChunkReader::fail(ErrorCode code, const QString& why, std::size_t at)
{
    m_eventsLeft = 0;
    m_in.fail();
    // A place before the first tick is told by the chunk's start.
    const std::int32_t tick = std::max(m_tick, m_entry.startTick);
    model::Error error;
    error.code = code;
    error.message = QStringLiteral("%1 at tick %2, chunk %3, offset 0x%4")
                        .arg(why)
                        .arg(tick)
                        .arg(m_number)
                        .arg(static_cast<qulonglong>(at), 0, 16);
    error.where.frame = tick;
    error.where.chunk = m_number;
    m_failure = std::move(error);
    return false;
}

Result<std::optional<Snapshot>> ChunkReader::snapshot()
{
    if (m_failure)
        return tl::unexpected(*m_failure);
    if (m_started || m_profile != Profile::S1 || !m_entry.hasSnapshot())
        return std::optional<Snapshot>{};
    io::ByteCursor blob = m_in;
    skipSnapshot();
    if (m_failure)
        return tl::unexpected(*m_failure);
    auto read = readSnapshot(blob);
    if (!read) {
        // Its length is known, so that the ticks behind it can still be read.
        model::Error error = read.error();
        error.message += QStringLiteral(", chunk %1").arg(m_number);
        error.where = {};
        error.where.frame = m_entry.startTick;
        error.where.chunk = m_number;
        return tl::unexpected(std::move(error));
    }
    return std::optional<Snapshot>(std::move(*read));
}

void ChunkReader::skipSnapshot()
{
    m_started = true;
    const auto length = static_cast<std::size_t>(packed::count(m_in));
    if (!m_in.skip(length))
        fail(ErrorCode::Damaged, QStringLiteral("the snapshot is longer than the chunk"), m_in.position());
}

void ChunkReader::chooseTickBase()
{
    // Only where every value lies in the chunk's absolute range and one lies outside the relative one. They
    // ascend, so the first and the last tell, and only a first one this late asks for a look ahead.
    const std::int32_t start = m_entry.startTick;
    io::ByteCursor ahead = m_in;
    const std::int32_t first = packed::count(ahead);
    if (!ahead.ok() || start == 0 || first < start || first >= m_entry.endTick())
        return;
    ahead = m_in;
    std::int32_t tick = -1;
    QString problem;
    while (ahead.ok() && !ahead.atEnd()) {
        const std::int32_t value = packed::count(ahead);
        const auto events = ahead.be<std::int16_t>();
        if (!ahead.ok() || value <= tick || events < 0)
            break;
        tick = value;
        for (std::int16_t i = 0; i < events && ahead.ok(); ++i)
            (void)readEvent(ahead, m_profile, m_skipped, m_items, problem);
    }
    m_absolute = tick >= m_entry.tickCount && tick < m_entry.endTick();
}

bool ChunkReader::checkTick(std::int64_t tick)
{
    const std::int64_t start = m_entry.startTick;
    const bool relative = m_profile == Profile::S1 && !m_absolute;
    const std::int64_t found = relative ? tick + start : tick;
    const std::size_t at = m_eventOffset;
    if (found < start || found >= m_entry.endTick())
        return fail(
            ErrorCode::Damaged,
            QStringLiteral("tick record %1 says tick %2, which lies outside ticks %3 to %4 of the chunk")
                .arg(m_records)
                .arg(found)
                .arg(start)
                .arg(m_entry.endTick() - 1),
            at);
    if (m_profile == Profile::S1 && m_records > 0 && found <= m_tick)
        return fail(ErrorCode::Damaged, QStringLiteral("tick %1 comes after tick %2").arg(found).arg(m_tick),
                    at);
    if (m_profile != Profile::S1 && found != start + m_records)
        return fail(ErrorCode::Damaged,
                    QStringLiteral("tick %1 where tick %2 was expected").arg(found).arg(start + m_records),
                    at);
    m_tick = static_cast<std::int32_t>(found);
    return true;
}

bool ChunkReader::nextTick()
{
    while (m_eventsLeft > 0) {
        if (!nextEvent(m_skipped))
            return false;
    }
    if (m_failure)
        return false;
    if (m_records == 0) {
        if (!m_started && m_profile == Profile::S1 && m_entry.hasSnapshot()) {
            skipSnapshot();
            if (m_failure)
                return false;
        }
        m_started = true;
        if (m_profile == Profile::S1)
            chooseTickBase();
    }
    m_eventOffset = m_in.position();
    if (m_in.atEnd()) {
        if (m_profile != Profile::S1 && m_records != m_entry.tickCount)
            return fail(ErrorCode::Damaged,
                        QStringLiteral("%1 tick records where the index says %2")
                            .arg(m_records)
                            .arg(m_entry.tickCount),
                        m_eventOffset);
        return false;
    }
    const std::int32_t tick = packed::count(m_in);
    const auto events = m_in.be<std::int16_t>();
    if (!m_in.ok())
        return fail(ErrorCode::Damaged, QStringLiteral("the tick record is cut short or broken"),
                    m_eventOffset);
    if (!checkTick(tick))
        return false;
    if (events < 0)
        return fail(ErrorCode::Damaged, QStringLiteral("the tick record holds %1 events").arg(events),
                    m_eventOffset);
    ++m_records;
    m_eventsLeft = events;
    return true;
}

bool ChunkReader::nextEvent(Event& event)
{
    if (m_eventsLeft <= 0)
        return false;
    m_eventOffset = m_in.position();
    QString problem;
    if (readEvent(m_in, m_profile, event, m_items, problem)) [[likely]] {
        --m_eventsLeft;
        return true;
    }
    const bool unknown = problem.startsWith(QLatin1String("unknown event"));
    return fail(unknown ? ErrorCode::Unsupported : ErrorCode::Damaged, problem, m_eventOffset);
}

} // namespace ghostline::recording
