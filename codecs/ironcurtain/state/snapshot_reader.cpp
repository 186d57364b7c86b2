// SPDX-License-Identifier: GPL-3.0-or-later
// Strings, entities, map and side state as both kinds of keyframe have them.
#include "codecs/ironcurtain/state/snapshot_reader.h"

#include "codecs/ironcurtain/base/value_text.h"

#include <algorithm>

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

// What a keyframe says of a player: money, power, status, figures, technology, powers, looks.

namespace {

constexpr std::uint32_t KnownPlayerSlots = 0x7F;
constexpr std::size_t PowerBytes = 9;

constexpr std::uint32_t bit(PlayerSlot slot) { return std::uint32_t{1} << static_cast<unsigned>(slot); }

PlayerStats takeStats(BinReader& in)
{
    PlayerStats stats;
    for (auto* value : {&stats.credits, &stats.totalCollected, &stats.totalSpent, &stats.collectionRate})
        *value = in.i64();
    stats.idleHarvesterTicks = in.u64();
    stats.unitsProduced = in.u32();
    stats.structuresBuilt = in.u32();
    stats.idleProductionTicks = in.u64();
    for (auto* value :
         {&stats.unitsKilled, &stats.unitsLost, &stats.structuresDestroyed, &stats.structuresLost})
        *value = in.u32();
    for (auto* value : {&stats.killedValue, &stats.lostValue, &stats.damageDealt, &stats.damageReceived})
        *value = in.i64();
    stats.apm = in.u32();
    stats.epm = in.u32();
    stats.armyValue = in.i64();
    stats.powerProduced = in.i32();
    stats.powerDrained = in.i32();
    for (auto* value : {&stats.harvesters, &stats.refineries, &stats.unitCount, &stats.structureCount})
        *value = in.u16();
    return stats;
}

std::vector<InternedId> takeTech(BinReader& in)
{
    const std::uint64_t count = in.u32();
    const auto run = in.raw(count * sizeof(InternedId));
    std::vector<InternedId> tech(run.size() / sizeof(InternedId));
    if (!run.empty())
        std::memcpy(tech.data(), run.data(), run.size());
    return tech;
}

std::vector<Power> takePowers(BinReader& in)
{
    const std::uint64_t count = in.u32();
    std::vector<Power> powers;
    if (count > in.remaining() / PowerBytes) {
        in.fail("a player's list of powers is cut off");
        return powers;
    }
    powers.reserve(count);
    for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
        Power power;
        power.ability = in.u32();
        power.remainingTicks = in.u32();
        const std::uint8_t state = in.u8();
        if (state > static_cast<unsigned>(PowerState::Ready))
            in.fail("the state of a player's power is none that exists");
        power.state = static_cast<PowerState>(state);
        powers.push_back(power);
    }
    return powers;
}

PlayerLook takeLook(BinReader& in)
{
    PlayerLook look;
    for (auto& channel : look.colour)
        channel = in.u8();
    look.team = in.u8();
    look.start = in.place();
    return look;
}

void takeSlots(BinReader& in, std::uint32_t mask, PlayerState& player)
{
    if ((mask & bit(PlayerSlot::Credits)) != 0)
        player.credits = in.i64();
    if ((mask & bit(PlayerSlot::Energy)) != 0) {
        const std::int32_t produced = in.i32();
        player.power = {produced, in.i32()};
    }
    if ((mask & bit(PlayerSlot::Status)) != 0) {
        const std::uint8_t status = in.u8();
        if (status > static_cast<unsigned>(PlayerStatus::Left))
            in.fail("a player's status is none that exists");
        player.status = static_cast<PlayerStatus>(status);
    }
    if ((mask & bit(PlayerSlot::Stats)) != 0)
        player.stats = takeStats(in);
    if ((mask & bit(PlayerSlot::Tech)) != 0)
        player.tech = takeTech(in);
    if ((mask & bit(PlayerSlot::Powers)) != 0)
        player.powers = takePowers(in);
    if ((mask & bit(PlayerSlot::Look)) != 0)
        player.look = takeLook(in);
}

} // namespace

PlayerStats readPlayerStats(const std::byte* at)
{
    BinReader in({at, PlayerStatsBytes});
    return takeStats(in);
}

void appendPlayerStats(Bytes& out, const PlayerStats& stats)
{
    BinWriter to(out);
    for (const auto value : {stats.credits, stats.totalCollected, stats.totalSpent, stats.collectionRate})
        to.i64(value);
    to.u64(stats.idleHarvesterTicks);
    to.u32(stats.unitsProduced);
    to.u32(stats.structuresBuilt);
    to.u64(stats.idleProductionTicks);
    for (const auto value :
         {stats.unitsKilled, stats.unitsLost, stats.structuresDestroyed, stats.structuresLost})
        to.u32(value);
    for (const auto value : {stats.killedValue, stats.lostValue, stats.damageDealt, stats.damageReceived})
        to.i64(value);
    to.u32(stats.apm);
    to.u32(stats.epm);
    to.i64(stats.armyValue);
    to.i32(stats.powerProduced);
    to.i32(stats.powerDrained);
    for (const auto value : {stats.harvesters, stats.refineries, stats.unitCount, stats.structureCount})
        to.u16(value);
}

void readPlayer(BinReader& in, PlayerTable& players, bool mayAdd)
{
    const PlayerId id = in.u32();
    const std::uint32_t mask = in.u32();
    BinReader slots = in.sub(in.count(1));
    if (!in.ok())
        return;
    if ((mask & ~KnownPlayerSlots) != 0) {
        in.fail("a player has a field that nobody knows");
        return;
    }
    const auto place =
        std::lower_bound(players.begin(), players.end(), id,
                         [](const PlayerState& p, PlayerId wanted) { return p.player < wanted; });
    const bool known = place != players.end() && place->player == id;
    if (known == mayAdd) {
        in.fail(mayAdd ? "a player is there twice" : "a player changed whom nobody knows");
        return;
    }
    if (mayAdd && players.size() >= MaxPlayers) {
        in.fail("there are too many players");
        return;
    }
    PlayerState& player = mayAdd ? *players.emplace(place) : *place;
    player.player = id;
    takeSlots(slots, mask, player);
    if (!slots.ok())
        in.fail(slots.why() != nullptr ? slots.why() : "a player's fields are cut off");
    else if (!slots.atEnd())
        in.fail("there are bytes behind a player's fields");
}

void skipPlayers(BinReader& in)
{
    for (std::size_t left = in.count(16); left > 0 && in.ok(); --left) {
        in.raw(8);
        in.bytes();
    }
}

std::uint32_t slotsOf(const PlayerState& player) { return slotsChanged({}, player); }

std::uint32_t slotsChanged(const PlayerState& from, const PlayerState& to)
{
    std::uint32_t mask = 0;
    const auto add = [&mask](PlayerSlot slot, bool changed) { mask |= changed ? bit(slot) : 0U; };
    add(PlayerSlot::Credits, to.credits && to.credits != from.credits);
    add(PlayerSlot::Energy, to.power && to.power != from.power);
    add(PlayerSlot::Status, to.status && to.status != from.status);
    add(PlayerSlot::Stats, to.stats && to.stats != from.stats);
    add(PlayerSlot::Tech, to.tech && to.tech != from.tech);
    add(PlayerSlot::Powers, to.powers && to.powers != from.powers);
    add(PlayerSlot::Look, to.look && to.look != from.look);
    return mask;
}

void appendPlayer(Bytes& out, const PlayerState& player, std::uint32_t mask)
{
    Bytes slots;
    BinWriter to(slots);
    const auto has = [mask](PlayerSlot slot) { return (mask & bit(slot)) != 0; };
    if (has(PlayerSlot::Credits))
        to.i64(*player.credits);
    if (has(PlayerSlot::Energy)) {
        to.i32((*player.power)[0]);
        to.i32((*player.power)[1]);
    }
    if (has(PlayerSlot::Status))
        to.u8(static_cast<std::uint8_t>(*player.status));
    if (has(PlayerSlot::Stats))
        appendPlayerStats(slots, *player.stats);
    if (has(PlayerSlot::Tech)) {
        to.u32(static_cast<std::uint32_t>(player.tech->size()));
        for (const InternedId id : *player.tech)
            to.u32(id);
    }
    if (has(PlayerSlot::Powers)) {
        to.u32(static_cast<std::uint32_t>(player.powers->size()));
        for (const Power& power : *player.powers) {
            to.u32(power.ability);
            to.u32(power.remainingTicks);
            to.u8(static_cast<std::uint8_t>(power.state));
        }
    }
    if (has(PlayerSlot::Look)) {
        for (const auto channel : player.look->colour)
            to.u8(channel);
        to.u8(player.look->team);
        to.place(player.look->start);
    }
    BinWriter whole(out);
    whole.u32(player.player);
    whole.u32(mask);
    whole.bytes(slots);
}

} // namespace ghostline::ironcurtain
