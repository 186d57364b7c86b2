// SPDX-License-Identifier: GPL-3.0-or-later
// The canonical bytes of a state and their SHA-256.
#include "codecs/ironcurtain/state/canonical_core.h"

#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/state/sha256.h"
#include "codecs/ironcurtain/state/snapshot_reader.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

constexpr std::size_t PieceBytes = std::size_t{32} << 10;

std::span<const std::byte> asBytes(const MapCell* cells, std::size_t count)
{
    return std::as_bytes(std::span(cells, count));
}

} // namespace

void writeCore(const SimState& state, std::span<const std::byte> randomState, Bytes& out,
               const std::function<void(Bytes&)>& offer)
{
    const auto offered = [&] {
        if (offer && out.size() >= PieceBytes)
            offer(out);
    };
    BinWriter to(out);
    to.u64(state.tick);
    to.u64(state.gameSeed);
    to.hash(state.mapHash);
    to.bytes(randomState);
    to.u64(stringsOf(state).size());
    for (const std::string& text : stringsOf(state)) {
        to.string(text);
        offered();
    }

    to.u64(state.entities.size());
    for (const Entity& entity : state.entities) {
        std::array<std::byte, EntityBytes> head{};
        const std::uint64_t length = entity.components.bytes.size();
        std::memcpy(head.data(), &entity.tag, sizeof entity.tag);
        std::memcpy(head.data() + 4, &entity.components.mask, 8);
        std::memcpy(head.data() + 12, &length, 8);
        to.raw(head);
        to.raw(entity.components.bytes);
        offered();
    }

    to.u64(playersOf(state).size());
    for (const PlayerState& player : playersOf(state))
        appendPlayer(out, player, slotsOf(player));

    const MapState& map = mapOf(state);
    to.u32(map.width);
    to.u32(map.height);
    for (const auto* kinds : {&map.terrainKinds, &map.resourceKinds}) {
        to.u64(kinds->size());
        to.raw(std::as_bytes(std::span(*kinds)));
    }
    to.u64(map.cells.size());
    constexpr std::size_t CellsAtOnce = PieceBytes / sizeof(MapCell);
    for (std::size_t at = 0; at < map.cells.size(); at += CellsAtOnce) {
        to.raw(asBytes(map.cells.data() + at, std::min(CellsAtOnce, map.cells.size() - at)));
        offered();
    }
}

Bytes canonicalCore(const SimState& state)
{
    Bytes out;
    writeCore(state, {}, out, nullptr);
    return out;
}

StateHash stateHash(const SimState& state)
{
    Sha256 sum;
    Bytes piece;
    piece.reserve(2 * PieceBytes);
    const auto take = [&sum](Bytes& bytes) {
        sum.add(bytes);
        bytes.clear();
    };
    writeCore(state, {}, piece, take);
    take(piece);
    return sum.finish();
}

// States as full and delta keyframes.

namespace {

void writeSide(BinWriter& to, const SideState& side)
{
    for (const auto* part : {&side.campaign, &side.script}) {
        to.boolean(part->has_value());
        if (part->has_value())
            to.bytes(**part);
    }
}

/// Entity deltas in the order in which they are written: removed, new, changed, each by tag.
class EntityDiff
{
public:
    EntityDiff(const SimState& from, const SimState& to);
    void write(BinWriter& to) const;

private:
    struct Piece
    {
        Bytes bytes;
        std::uint64_t count = 0;
    };
    static void append(Piece& piece, UnitTag tag, std::uint64_t mask, std::span<const std::byte> bytes,
                       bool isNew, bool isRemoved);
    void compare(const Entity& from, const Entity& to);

    Piece m_removed;
    Piece m_new;
    Piece m_changed;
    Bytes m_slots;
};

void EntityDiff::append(Piece& piece, UnitTag tag, std::uint64_t mask, std::span<const std::byte> bytes,
                        bool isNew, bool isRemoved)
{
    BinWriter to(piece.bytes);
    to.tag(tag);
    to.u64(mask);
    to.bytes(bytes);
    to.boolean(isNew);
    to.boolean(isRemoved);
    ++piece.count;
}

void EntityDiff::compare(const Entity& from, const Entity& to)
{
    const Components& a = from.components;
    const Components& b = to.components;
    if (a.mask == b.mask && std::ranges::equal(a.bytes, b.bytes))
        return;
    // A mask can add and replace, but take nothing away.
    if ((a.mask & ~b.mask) != 0) {
        append(m_removed, from.tag, 0, {}, false, true);
        append(m_new, to.tag, b.mask, b.bytes, true, false);
        return;
    }
    std::uint64_t mask = 0;
    m_slots.clear();
    for (std::uint64_t left = b.mask; left != 0; left &= left - 1) {
        const auto slot = static_cast<unsigned>(std::countr_zero(left));
        const auto now = b.slotWithLength(slot);
        if ((a.mask >> slot & 1U) != 0 && std::ranges::equal(a.slotWithLength(slot), now))
            continue;
        mask |= std::uint64_t{1} << slot;
        m_slots.insert(m_slots.end(), now.begin(), now.end());
    }
    append(m_changed, to.tag, mask, m_slots, false, false);
}

EntityDiff::EntityDiff(const SimState& from, const SimState& to)
{
    auto a = from.entities.begin();
    auto b = to.entities.begin();
    while (a != from.entities.end() || b != to.entities.end()) {
        if (b == to.entities.end() || (a != from.entities.end() && a->tag < b->tag)) {
            append(m_removed, a->tag, 0, {}, false, true);
            ++a;
        } else if (a == from.entities.end() || b->tag < a->tag) {
            append(m_new, b->tag, b->components.mask, b->components.bytes, true, false);
            ++b;
        } else {
            compare(*a++, *b++);
        }
    }
}

void EntityDiff::write(BinWriter& to) const
{
    to.u64(m_removed.count + m_new.count + m_changed.count);
    for (const Piece* piece : {&m_removed, &m_new, &m_changed})
        to.raw(piece->bytes);
}

void writeStringDelta(BinWriter& to, const StringPool& from, const StringPool& now)
{
    const bool longer = now.size() > from.size();
    to.boolean(longer);
    if (!longer)
        return;
    to.u32(static_cast<std::uint32_t>(from.size()));
    to.u64(now.size() - from.size());
    for (std::size_t i = from.size(); i < now.size(); ++i)
        to.string(now[i]);
}

void writePlayerDeltas(BinWriter& to, const SimState& from, const SimState& now)
{
    Bytes players;
    std::uint64_t count = 0;
    for (const PlayerState& player : playersOf(now)) {
        const PlayerState* before = from.player(player.player);
        const std::uint32_t mask = before != nullptr ? slotsChanged(*before, player) : slotsOf(player);
        if (mask == 0 && before != nullptr)
            continue;
        appendPlayer(players, player, mask);
        ++count;
    }
    to.u64(count);
    to.raw(players);
}

void writeMapDelta(BinWriter& to, const MapState& from, const MapState& now)
{
    Bytes cells;
    BinWriter cell(cells);
    std::uint64_t count = 0;
    const std::size_t common = std::min(from.cells.size(), now.cells.size());
    for (std::size_t i = 0; i < common; ++i) {
        const MapCell& c = now.cells[i];
        if (c == from.cells[i])
            continue;
        cell.u32(static_cast<std::uint32_t>(i % now.width));
        cell.u32(static_cast<std::uint32_t>(i / now.width));
        cell.u32(0);
        cell.u8(c.terrain);
        cell.u8(c.resource);
        cell.u16(c.amount);
        ++count;
    }
    to.boolean(count > 0);
    if (count > 0) {
        to.u64(count);
        to.raw(cells);
    }
}

} // namespace

Bytes encodeFull(const SimState& state)
{
    Bytes out;
    writeCore(state, state.randomState, out, nullptr);
    BinWriter to(out);
    writeSide(to, state.side);
    return out;
}

Bytes encodeDelta(const SimState& baseline, const StateHash& baselineHash, const SimState& state,
                  const SideState& side)
{
    Bytes out;
    BinWriter to(out);
    to.u64(baseline.tick);
    to.hash(baselineHash);
    to.u64(state.tick);
    writeStringDelta(to, stringsOf(baseline), stringsOf(state));
    EntityDiff(baseline, state).write(to);
    writePlayerDeltas(to, baseline, state);
    // The same map shared by both states has not changed.
    if (baseline.map == state.map)
        to.boolean(false);
    else
        writeMapDelta(to, mapOf(baseline), mapOf(state));
    writeSide(to, side);
    return out;
}

} // namespace ghostline::ironcurtain
