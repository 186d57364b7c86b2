// SPDX-License-Identifier: GPL-3.0-or-later
// The snapshot in front of an S1 chunk: a state of everything, behind its length.
#include "codecs/io/nbt.h"
#include "codecs/io/var_int.h"
#include "codecs/recording/chunk.h"
#include "codecs/recording/packed_read.h"

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

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
