// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/ironcurtain/made_state.h"

namespace ghostline::test {

Bytes bytesOf(std::string_view text)
{
    const auto* at = reinterpret_cast<const std::byte*>(text.data());
    return {at, at + text.size()};
}

std::uint64_t maskOf(const Slots& slots)
{
    std::uint64_t mask = 0;
    for (const auto& [slot, bytes] : slots)
        mask |= std::uint64_t{1} << slot;
    return mask;
}

Bytes packed(const Slots& slots)
{
    Bytes out;
    BinWriter to(out);
    for (const auto& [slot, bytes] : slots) {
        if (slot >= FirstSizedSlot)
            to.u32(static_cast<std::uint32_t>(bytes.size()));
        to.raw(bytes);
    }
    return out;
}

Bytes identityOf(InternedId type, PlayerId owner, std::uint8_t kind)
{
    Bytes out;
    BinWriter to(out);
    to.u32(type);
    to.u32(owner);
    to.u8(kind);
    return out;
}

Bytes placeOf(std::int32_t x, std::int32_t y)
{
    Bytes out;
    BinWriter(out).place({x, y, 0});
    return out;
}

Bytes queueOf(std::vector<QueueItem> items)
{
    Bytes out;
    BinWriter to(out);
    to.u8(static_cast<std::uint8_t>(items.size()));
    for (const QueueItem& item : items) {
        to.u32(item.type);
        to.u32(item.remaining);
        to.u32(item.total);
    }
    return out;
}

SimState MadeState::state() const
{
    SimState s;
    s.tick = tick;
    s.gameSeed = 42;
    s.mapHash.fill(std::byte{7});
    s.randomState = bytesOf("rng");
    s.strings = std::make_shared<StringPool>(strings);
    s.players = std::make_shared<PlayerTable>(players);
    s.map = std::make_shared<MapState>(map);
    s.side = side;
    for (const auto& [tag, slots] : entities) {
        auto buffer = shared(packed(slots));
        s.entities.push_back({tag, {maskOf(slots), *buffer}});
        s.buffers.push_back(std::move(buffer));
    }
    return s;
}

MadeState smallState(SimTick tick)
{
    MadeState s;
    s.tick = tick;
    s.map.width = 4;
    s.map.height = 3;
    s.map.terrainKinds = {0, 1};
    s.map.resourceKinds = {2};
    s.map.cells.assign(12, {1, 0, 0});
    for (PlayerId id : {0U, 2U, 5U}) {
        PlayerState& player = s.players.emplace_back();
        player.player = id;
        player.credits = 5000;
        player.power = {100, 50};
        player.status = PlayerStatus::Playing;
        player.stats.emplace().apm = 60;
        player.tech = {0, 1};
        player.powers = {Power{1, 300, PowerState::Charging}};
        player.look = PlayerLook{{1, 2, 3}, 1, {1024, 2048, 0}};
    }
    s.entities[{3, 1}] = {{0, identityOf(0, 0)}, {1, placeOf(512, 512)}, {40, bytesOf("later")}};
    s.entities[{9, 2}] = {{0, identityOf(1, 2, 4)}, {1, placeOf(0, 4096)}, {32, queueOf({{1, 2, 3}})}};
    return s;
}

Bytes randomSlot(unsigned slot, std::mt19937& random)
{
    const auto below = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    Bytes out;
    BinWriter to(out);
    const auto place = [&] {
        to.place({static_cast<std::int32_t>(below(99999)), -static_cast<std::int32_t>(below(99999)), 0});
    };
    switch (static_cast<Slot>(slot)) {
    case Slot::Identity:
        return identityOf(below(9), below(4), static_cast<std::uint8_t>(below(7)));
    case Slot::Position:
        place();
        break;
    case Slot::Motion:
        to.u32(below(50));
        to.u8(static_cast<std::uint8_t>(below(5)));
        to.u8(static_cast<std::uint8_t>(below(2)));
        place();
        break;
    case Slot::Weapon:
        to.u64(random());
        to.u8(static_cast<std::uint8_t>(below(2)));
        to.u32(below(1000));
        break;
    case Slot::Building:
        to.u16(static_cast<std::uint16_t>(random()));
        to.u8(static_cast<std::uint8_t>(below(3)));
        to.u16(static_cast<std::uint16_t>(below(1025)));
        break;
    case Slot::ProductionQueue:
        return queueOf(std::vector<QueueItem>(below(4), {below(9), 1, 2}));
    case Slot::Path: {
        const std::uint32_t n = below(4);
        to.u64(n);
        for (std::uint32_t i = 0; i < n; ++i)
            place();
        break;
    }
    case Slot::Cargo: {
        const std::uint32_t n = below(4);
        to.u64(n);
        for (std::uint32_t i = 0; i < n; ++i)
            to.u32(below(1000));
        break;
    }
    default:
        for (std::size_t i = slot < FirstSizedSlot ? fixedSlotBytes(slot) : below(20); i > 0; --i)
            to.u8(static_cast<std::uint8_t>(below(3)));
    }
    return out;
}

Slots randomSlots(std::mt19937& random)
{
    Slots slots;
    slots[0] = randomSlot(0, random);
    for (const unsigned slot :
         {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 10U, 11U, 12U, 13U, 14U, 32U, 33U, 34U, 40U, 63U}) {
        if (random() % 2 == 0)
            slots[slot] = randomSlot(slot, random);
    }
    return slots;
}

MadeState randomState(std::mt19937& random, SimTick tick, std::size_t units)
{
    MadeState s = smallState(tick);
    s.entities.clear();
    while (s.entities.size() < units)
        s.entities[{static_cast<std::uint16_t>(random()), static_cast<std::uint16_t>(1 + random() % 3)}] =
            randomSlots(random);
    return s;
}

void mutate(MadeState& s, std::mt19937& random)
{
    std::vector<UnitTag> tags;
    for (const auto& [tag, slots] : s.entities)
        tags.push_back(tag);
    for (const UnitTag tag : tags) {
        Slots& slots = s.entities[tag];
        switch (random() % 8) {
        case 0:
            s.entities.erase(tag);
            break;
        case 1: // the index is used again
            s.entities.erase(tag);
            s.entities[{tag.index, static_cast<std::uint16_t>(tag.generation + 1)}] = randomSlots(random);
            break;
        case 2:
            slots = randomSlots(random);
            break; // loses some, gets some
        case 3:
            for (const unsigned slot : {1U, 3U, 33U, 40U})
                slots[slot] = randomSlot(slot, random);
            break;
        default:
            break;
        }
    }
    for (int i = 0; i < 3; ++i)
        s.entities[{static_cast<std::uint16_t>(random()), 9}] = randomSlots(random);
    for (PlayerState& player : s.players) {
        if (random() % 2 == 0)
            player.credits = static_cast<std::int64_t>(random());
        if (random() % 2 == 0)
            player.stats->armyValue = static_cast<std::int64_t>(random());
        if (random() % 2 == 0)
            player.tech->push_back(static_cast<InternedId>(random() % 9));
        if (random() % 3 == 0)
            player.powers = std::vector<Power>(random() % 3, Power{2, 5, PowerState::Ready});
        if (random() % 4 == 0)
            player.status = PlayerStatus::Left;
    }
    if (random() % 2 == 0)
        s.strings.push_back(std::string("type ").append(std::to_string(s.strings.size())));
    for (MapCell& cell : s.map.cells) {
        if (random() % 5 == 0)
            cell = {0, 1, static_cast<std::uint16_t>(random())};
    }
}

Bytes MadeDelta::bytes() const
{
    Bytes out;
    BinWriter to(out);
    to.u64(baselineTick);
    to.hash(baselineHash);
    to.u64(tick);
    to.boolean(stringsFrom.has_value());
    if (stringsFrom) {
        to.u32(*stringsFrom);
        to.u64(strings.size());
        for (const std::string& text : strings)
            to.string(text);
    }
    to.u64(changeCount.value_or(changes.size()));
    for (const MadeChange& change : changes) {
        to.tag(change.tag);
        to.u64(maskOf(change.slots));
        to.bytes(packed(change.slots));
        to.boolean(change.isNew);
        to.boolean(change.isRemoved);
    }
    to.u64(players.size());
    for (const PlayerState& player : players) {
        to.u32(player.player);
        to.u32(1);
        to.u64(8);
        to.i64(player.credits.value_or(0));
    }
    to.boolean(!cells.empty());
    if (!cells.empty()) {
        to.u64(cells.size());
        for (const auto& [at, cell] : cells) {
            to.place({at.x, at.y, at.z});
            to.u8(cell.terrain);
            to.u8(cell.resource);
            to.u16(cell.amount);
        }
    }
    for (const auto* part : {&side.campaign, &side.script}) {
        to.boolean(part->has_value());
        if (*part)
            to.bytes(**part);
    }
    return out;
}

Bytes fileOf(const std::vector<MadeKeyframe>& keyframes, bool hashKnown, bool layoutKnown)
{
    const QByteArray json =
        QStringLiteral("{\"ic_viewer\":{\"component_schema\":\"%1\",\"state_hash_kind\":\"%2\"}}")
            .arg(layoutKnown ? QStringLiteral("ra1-v1") : QStringLiteral("ra9"),
                 hashKnown ? QStringLiteral("sha256-bincode-v1") : QStringLiteral("merkle"))
            .toUtf8();
    Bytes index;
    Bytes blobs;
    BinWriter to(index);
    to.u64(keyframes.size());
    for (const MadeKeyframe& keyframe : keyframes) {
        const Bytes blob = packBlob(keyframe.blob);
        to.u64(keyframe.tick);
        to.u32(static_cast<std::uint32_t>(blobs.size()));
        to.u32(static_cast<std::uint32_t>(blob.size()));
        to.u32(static_cast<std::uint32_t>(keyframe.blob.size()));
        to.u8(keyframe.full ? 1 : 0);
        blobs.insert(blobs.end(), blob.begin(), blob.end());
    }
    Header header;
    header.metadata = {HeaderBytes, static_cast<std::uint32_t>(json.size())};
    header.keyframes = {header.metadata.offset + header.metadata.length,
                        static_cast<std::uint32_t>(index.size() + blobs.size())};
    header.totalTicks = keyframes.empty() ? 0 : keyframes.back().tick;
    Bytes file = encodeHeader(header);
    BinWriter out(file);
    out.raw(std::as_bytes(std::span(json.constData(), static_cast<std::size_t>(json.size()))));
    out.raw(index);
    out.raw(blobs);
    return file;
}

} // namespace ghostline::test
