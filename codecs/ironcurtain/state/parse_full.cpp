// SPDX-License-Identifier: GPL-3.0-or-later
// SimSnapshot: a whole state from one blob.
#include "codecs/ironcurtain/state/snapshot_reader.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

/// Into the canonical order; entities mostly lie in it already.
model::Result<void> sortEntities(const SnapshotReader& reader, SimState& state)
{
    const auto byTag = [](const Entity& a, const Entity& b) { return a.tag < b.tag; };
    auto& entities = state.entities;
    if (!std::is_sorted(entities.begin(), entities.end(), byTag))
        std::sort(entities.begin(), entities.end(), byTag);
    const auto twice = std::adjacent_find(entities.begin(), entities.end(),
                                          [](const Entity& a, const Entity& b) { return a.tag == b.tag; });
    if (twice != entities.end())
        return reader.damaged(twice->tag, QStringLiteral("it is there twice"), reader.in.offset());
    return {};
}

model::Result<void> readEntities(SnapshotReader& reader, SimState& state)
{
    BinReader& in = reader.in;
    const std::size_t count = in.count(EntityBytes);
    if (count > MaxEntities)
        in.fail("there are more than 50,000 entities");
    if (!in.ok())
        return reader.damaged();
    state.entities.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t offset = in.offset();
        const EntityRecord record = readEntity(in);
        if (!in.ok())
            return reader.damaged();
        if (auto sound = checkEntity(reader, record, offset, true); !sound)
            return sound;
        state.entities.push_back({record.tag, record.components});
    }
    return sortEntities(reader, state);
}

} // namespace

model::Result<SimState> parseFull(std::shared_ptr<const Bytes> blob, std::uint64_t base)
{
    SnapshotReader reader(*blob, base);
    BinReader& in = reader.in;
    SimState state;
    state.tick = in.u64();
    reader.named(QLatin1String("full keyframe"), state.tick);
    state.gameSeed = in.u64();
    state.mapHash = in.hash();
    const auto random = in.bytes();
    state.randomState.assign(random.begin(), random.end());
    auto strings = std::make_shared<StringPool>();
    readStrings(in, *strings);
    state.strings = std::move(strings);
    if (!in.ok())
        return reader.damaged();
    if (const auto read = readEntities(reader, state); !read)
        return tl::unexpected(read.error());

    auto players = std::make_shared<PlayerTable>();
    for (std::size_t left = in.count(16); left > 0 && in.ok(); --left)
        readPlayer(in, *players, true);
    state.players = std::move(players);
    state.map = std::make_shared<MapState>(readMap(in));
    state.side = readSide(in);
    if (const auto end = reader.end(); !end)
        return tl::unexpected(end.error());
    state.buffers.push_back(std::move(blob));
    tighten(state);
    return state;
}

} // namespace ghostline::ironcurtain
