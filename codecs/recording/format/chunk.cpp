// SPDX-License-Identifier: GPL-3.0-or-later
// Walking the tick records of a decompressed chunk.
#include "codecs/recording/format/chunk.h"

#include "codecs/io/nbt_read.h"
#include "codecs/io/var_int.h"
#include "codecs/recording/format/packed_read.h"

#include <algorithm>
#include <limits>

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

bool ChunkReader::nextMove(DeltaMove& move)
{
    constexpr std::byte DeltaMoveId{0};
    const std::size_t at = m_in.position();
    const auto bytes = m_in.ahead();
    if (m_eventsLeft <= 0 || bytes.empty() || bytes[0] != DeltaMoveId || !packed::shortMove(m_in, 1, move))
        return false;
    m_eventOffset = at;
    --m_eventsLeft;
    return true;
}

// Laying out the raw bytes of a chunk.

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

// The snapshot in front of an S1 chunk: a state of everything, behind its length.

namespace {

constexpr std::uint8_t SnapshotVersion = 1;

/// Reads the inside of a snapshot; `problem` is the first thing wrong.
class SnapshotReader
{
public:
    explicit SnapshotReader(std::span<const std::byte> bytes) : m_in(bytes), m_bytes(bytes) {}

    bool read(Snapshot& out)
    {
        const std::uint8_t version = m_in.u8();
        if (m_in.ok() && version != SnapshotVersion)
            return wrong(QStringLiteral("version %1 of the snapshot is unknown").arg(version));
        if (!readPalette(out) || !readBlocks(out) || !readEntities(out))
            return false;
        out.runMs = packed::count(m_in);
        out.checkpointsTaken = packed::count(m_in);
        out.lastCheckpoint = readText(m_in);
        if (!m_in.ok())
            return wrong(QStringLiteral("the run fields of the snapshot are cut short or broken"));
        if (!m_in.atEnd())
            return wrong(QStringLiteral("%1 bytes of the snapshot are left over").arg(m_in.remaining()));
        return true;
    }
    const QString& problem() const { return m_problem; }
    std::size_t position() const { return m_in.position(); }

private:
    bool wrong(const QString& why)
    {
        m_problem = why;
        return false;
    }
    /// A count of things of at least `least` bytes each, at most `most` of them.
    std::size_t count(std::size_t least, std::size_t most)
    {
        const auto n = static_cast<std::size_t>(packed::count(m_in));
        if (n > most || n > m_in.remaining() / least)
            m_in.fail();
        return m_in.ok() ? n : 0;
    }

    bool readPalette(Snapshot& out)
    {
        const std::size_t n = count(1, MaxPalette);
        out.palette.reserve(n);
        for (std::size_t i = 0; i < n && m_in.ok(); ++i)
            out.palette.push_back(readText(m_in));
        return m_in.ok() || wrong(QStringLiteral("the snapshot's palette is cut short or broken"));
    }

    bool readBlocks(Snapshot& out)
    {
        const std::size_t n = count(9, MaxBlocks);
        out.blocks.reserve(n);
        for (std::size_t i = 0; i < n && m_in.ok(); ++i) {
            const auto position = m_in.be<std::int64_t>();
            const std::int32_t kind = packed::count(m_in);
            if (m_in.ok() && static_cast<std::size_t>(kind) >= out.palette.size())
                return wrong(QStringLiteral("palette entry %1 of %2 in the snapshot")
                                 .arg(kind)
                                 .arg(out.palette.size()));
            if (m_in.ok() && i > 0 && position <= out.blocks.back().first)
                return wrong(QStringLiteral("the snapshot's blocks are not sorted"));
            out.blocks.emplace_back(position, kind);
        }
        return m_in.ok() || wrong(QStringLiteral("the snapshot's blocks are cut short or broken"));
    }

    void readItems(SnapshotEntity& entity)
    {
        const std::size_t n = count(3, MaxItems);
        m_items += n;
        if (m_items > MaxItems)
            m_in.fail();
        for (std::size_t i = 0; i < n && m_in.ok(); ++i) {
            const std::int32_t slot = packed::count(m_in);
            const std::size_t from = m_in.position();
            if (io::skipNbt(m_in, MaxNbtDepth))
                entity.items.push_back({slot, m_bytes.subspan(from, m_in.position() - from)});
        }
    }

    bool readEntities(Snapshot& out)
    {
        const std::size_t n = count(40, MaxEntities);
        std::vector<SnapshotEntity> entities;
        entities.reserve(n);
        for (std::size_t i = 0; i < n && m_in.ok(); ++i) {
            SnapshotEntity e;
            e.id = packed::count(m_in);
            e.type = readText(m_in);
            e.place = packed::place(m_in);
            e.velocity = packed::vector(m_in);
            e.pose = packed::count(m_in);
            e.flags = m_in.u8();
            e.heldSlot = m_in.u8();
            e.hand = packed::optionalCount(m_in);
            readItems(e);
            if (m_in.ok() && !entities.empty() && e.id <= entities.back().id)
                return wrong(QStringLiteral("the snapshot's entities do not ascend"));
            entities.push_back(std::move(e));
        }
        if (!m_in.ok())
            return wrong(QStringLiteral("the snapshot's entities are cut short or broken"));
        if (entities.empty() || entities.front().id != 0)
            return wrong(QStringLiteral("the snapshot lacks the player"));
        out.entities = std::move(entities);
        return true;
    }

    io::ByteCursor m_in;
    std::span<const std::byte> m_bytes;
    std::size_t m_items = 0;
    QString m_problem;
};

void writeEntity(Bytes& out, const SnapshotEntity& entity)
{
    io::writeVarInt(out, entity.id);
    writeText(out, entity.type);
    writePlace(out, entity.place);
    writePackedVector(out, entity.velocity);
    io::writeVarInt(out, entity.pose);
    out.push_back(static_cast<std::byte>(entity.flags));
    out.push_back(static_cast<std::byte>(entity.heldSlot));
    out.push_back(entity.hand ? std::byte{1} : std::byte{0});
    if (entity.hand)
        io::writeVarInt(out, *entity.hand);
    io::writeVarInt(out, static_cast<std::int32_t>(entity.items.size()));
    for (const Item& item : entity.items) {
        io::writeVarInt(out, item.slot);
        out.insert(out.end(), item.nbt.begin(), item.nbt.end());
    }
}

} // namespace

Result<Snapshot> readSnapshot(io::ByteCursor& in)
{
    const auto length = static_cast<std::size_t>(packed::count(in));
    const std::size_t base = in.position();
    const auto bytes = in.bytes(length);
    if (!in.ok())
        return model::fail(ErrorCode::Damaged, QStringLiteral("the snapshot is longer than the chunk"));
    Snapshot snapshot;
    SnapshotReader reader(bytes);
    if (!reader.read(snapshot)) {
        const qulonglong at = base + reader.position();
        return model::fail(ErrorCode::Damaged,
                           QStringLiteral("%1 at offset 0x%2").arg(reader.problem()).arg(at, 0, 16));
    }
    return snapshot;
}

void writeSnapshot(Bytes& out, const Snapshot& snapshot)
{
    Bytes blob;
    blob.push_back(static_cast<std::byte>(SnapshotVersion));
    io::writeVarInt(blob, static_cast<std::int32_t>(snapshot.palette.size()));
    for (const std::string_view name : snapshot.palette)
        writeText(blob, name);
    io::writeVarInt(blob, static_cast<std::int32_t>(snapshot.blocks.size()));
    for (const auto& [position, kind] : snapshot.blocks) {
        writeBe(blob, position);
        io::writeVarInt(blob, kind);
    }
    io::writeVarInt(blob, static_cast<std::int32_t>(snapshot.entities.size()));
    for (const SnapshotEntity& entity : snapshot.entities)
        writeEntity(blob, entity);
    io::writeVarInt(blob, snapshot.runMs);
    io::writeVarInt(blob, snapshot.checkpointsTaken);
    writeText(blob, snapshot.lastCheckpoint);
    io::writeVarInt(out, static_cast<std::int32_t>(blob.size()));
    out.insert(out.end(), blob.begin(), blob.end());
}

} // namespace ghostline::recording
