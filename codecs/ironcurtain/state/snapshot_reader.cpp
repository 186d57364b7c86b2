// SPDX-License-Identifier: GPL-3.0-or-later
// Strings, entities, map and side state as both kinds of keyframe have them.
#include "codecs/ironcurtain/state/snapshot_reader.h"

#include "codecs/ironcurtain/value_text.h"

namespace ghostline::ironcurtain {

void SnapshotReader::named(QLatin1String what, SimTick tick)
{
    m_name = QStringLiteral("%1 of tick %2").arg(what).arg(tick);
}

tl::unexpected<model::Error> SnapshotReader::damaged() const
{
    return damaged(QLatin1String(in.why() != nullptr ? in.why() : "cut off"), in.offset());
}

tl::unexpected<model::Error> SnapshotReader::damaged(const QString& why, std::uint64_t offset) const
{
    const QString name = m_name.isEmpty() ? QStringLiteral("keyframe") : m_name;
    return model::fail(model::ErrorCode::Damaged,
                       QStringLiteral("%1: %2, at byte %3 of it").arg(name, why).arg(offset - m_base),
                       {.offset = offset});
}

tl::unexpected<model::Error> SnapshotReader::damaged(UnitTag tag, const QString& why,
                                                     std::uint64_t offset) const
{
    return damaged(QStringLiteral("entity %1: %2").arg(tagText(tag), why), offset);
}

model::Result<void> SnapshotReader::end() const
{
    if (!in.ok())
        return damaged();
    if (!in.atEnd())
        return damaged(QStringLiteral("%1 bytes are left over").arg(in.remaining()), in.offset());
    return {};
}

EntityRecord readEntity(BinReader& in)
{
    EntityRecord record;
    record.tag = in.tag();
    record.components.mask = in.u64();
    record.components.bytes = in.bytes();
    return record;
}

EntityDelta readEntityDelta(BinReader& in)
{
    EntityDelta delta;
    delta.record = readEntity(in);
    delta.isNew = in.boolean();
    delta.isRemoved = in.boolean();
    if (delta.isNew && delta.isRemoved)
        in.fail("an entity is both new and removed");
    else if (delta.isRemoved && (delta.record.components.mask != 0 || !delta.record.components.bytes.empty()))
        in.fail("a removed entity has components");
    return delta;
}

model::Result<void> checkEntity(const SnapshotReader& reader, const EntityRecord& record,
                                std::uint64_t offset, bool identityNeeded)
{
    const Components& components = record.components;
    if (const char* why = checkComponents(components); why != nullptr) {
        for (unsigned slot = KnownFixedSlots; slot < FirstSizedSlot; ++slot) {
            if ((components.mask >> slot & 1U) != 0)
                return reader.damaged(record.tag,
                                      QStringLiteral("it has the slot %1, whose size nobody knows").arg(slot),
                                      offset);
        }
        return reader.damaged(record.tag, QLatin1String(why), offset);
    }
    if (identityNeeded && !components.has(Slot::Identity))
        return reader.damaged(record.tag, QStringLiteral("it has no identity"), offset);
    return {};
}

void readStrings(BinReader& in, StringPool& strings)
{
    const std::size_t count = in.count(8);
    if (strings.size() + count > MaxStrings) {
        in.fail("the table of strings is too long");
        return;
    }
    strings.reserve(strings.size() + count);
    for (std::size_t i = 0; i < count && in.ok(); ++i)
        strings.emplace_back(in.string());
}

void skipStrings(BinReader& in)
{
    for (std::size_t left = in.count(8); left > 0 && in.ok(); --left)
        in.bytes();
}

MapCell readCell(BinReader& in)
{
    MapCell cell;
    cell.terrain = in.u8();
    cell.resource = in.u8();
    cell.amount = in.u16();
    return cell;
}

namespace {

void readIds(BinReader& in, std::vector<InternedId>& ids)
{
    const auto run = in.raw(in.count(sizeof(InternedId)) * sizeof(InternedId));
    ids.resize(run.size() / sizeof(InternedId));
    if (!run.empty())
        std::memcpy(ids.data(), run.data(), run.size());
}

} // namespace

MapState readMap(BinReader& in)
{
    MapState map;
    map.width = in.u32();
    map.height = in.u32();
    if (map.width > MaxMapSide || map.height > MaxMapSide)
        in.fail("the map is too large");
    readIds(in, map.terrainKinds);
    readIds(in, map.resourceKinds);
    static_assert(sizeof(MapCell) == 4);
    const std::size_t count = in.count(sizeof(MapCell));
    if (count != std::size_t{map.width} * map.height)
        in.fail("the map's cells are not width times height");
    const auto run = in.raw(count * sizeof(MapCell));
    if (!run.empty()) {
        map.cells.resize(count);
        std::memcpy(map.cells.data(), run.data(), run.size());
    }
    return map;
}

void skipMap(BinReader& in)
{
    in.raw(8);
    for (int list = 0; list < 3; ++list)
        in.raw(in.count(4) * 4);
}

SideState readSide(BinReader& in)
{
    SideState side;
    for (auto* part : {&side.campaign, &side.script}) {
        if (in.present()) {
            const auto run = in.bytes();
            part->emplace(run.begin(), run.end());
        }
    }
    return side;
}

void skipFullHead(BinReader& in)
{
    in.raw(8 + 8 + 32);
    in.bytes();
}

void skipDeltaHead(BinReader& in)
{
    in.raw(8 + 32 + 8);
    if (in.present()) {
        in.u32();
        skipStrings(in);
    }
}

model::Result<SideState> parseSide(std::span<const std::byte> blob, bool full, std::uint64_t base)
{
    SnapshotReader reader(blob, base);
    BinReader& in = reader.in;
    if (full) {
        skipFullHead(in);
        skipStrings(in);
        for (std::size_t left = in.count(EntityBytes); left > 0 && in.ok(); --left)
            readEntity(in);
        skipPlayers(in);
        skipMap(in);
    } else {
        skipDeltaHead(in);
        for (std::size_t left = in.count(EntityDeltaBytes); left > 0 && in.ok(); --left)
            readEntityDelta(in);
        skipPlayers(in);
        if (in.present())
            in.raw(in.count(16) * 16);
    }
    SideState side = readSide(in);
    if (const auto end = reader.end(); !end)
        return tl::unexpected(end.error());
    return side;
}

void tighten(SimState& state)
{
    constexpr std::size_t Slack = std::size_t{64} << 10;
    std::size_t held = 0;
    for (const auto& buffer : state.buffers)
        held += buffer->size();
    std::size_t needed = 0;
    for (const Entity& entity : state.entities)
        needed += entity.components.bytes.size();
    if (held <= 2 * needed + Slack)
        return;
    auto own = std::make_shared<Bytes>();
    own->reserve(needed);
    for (Entity& entity : state.entities) {
        auto& bytes = entity.components.bytes;
        const std::size_t at = own->size();
        own->insert(own->end(), bytes.begin(), bytes.end());
        bytes = {own->data() + at, bytes.size()};
    }
    state.buffers.clear();
    state.buffers.push_back(std::move(own));
}

} // namespace ghostline::ironcurtain
