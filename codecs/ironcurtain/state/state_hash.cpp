// SPDX-License-Identifier: GPL-3.0-or-later
// The canonical bytes of a state and their SHA-256.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/state/canonical_core.h"
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

} // namespace ghostline::ironcurtain
