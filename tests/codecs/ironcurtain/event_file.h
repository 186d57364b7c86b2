// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files of events put together block by block, good ones and forged ones.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/events/event_block.h"
#include "codecs/ironcurtain/events/event_store.h"
#include "codecs/ironcurtain/events/orders.h"
#include "tests/codecs/ironcurtain/built_file.h"
#include "tests/codecs/ironcurtain/golden.h"

namespace ghostline::test {

using namespace ghostline::ironcurtain;

inline constexpr SimTick LastTick = 5000;

inline AnalysisEvent done(SimTick tick, std::uint16_t unit)
{
    return {tick, ConstructionCompleted{{unit, 1}}};
}

/// Tick and unit of a ConstructionCompleted: what a test event is told apart by.
using Key = std::pair<SimTick, std::uint16_t>;

using Keys = std::vector<Key>;

inline Key keyOf(const AnalysisEvent& event)
{
    const auto* one = std::get_if<ConstructionCompleted>(&event.body);
    return {event.tick, one != nullptr ? one->unit.index : std::uint16_t{0xFFFF}};
}

/// A chunk of events [begin, end) of a match with `perTick` of them in every third tick.
struct Script
{
    Keys keys;
    Script(SimTick first, SimTick last, int perTick)
    {
        std::uint16_t unit = 0;
        for (SimTick tick = first; tick <= last; tick += 3) {
            for (int i = 0; i < perTick; ++i)
                keys.emplace_back(tick, unit++);
        }
    }
};

inline void appendBlock(Bytes& out, const Keys& keys)
{
    EventBlockBuilder builder;
    for (const auto& [tick, unit] : keys)
        builder.add(done(tick, unit));
    appendChunk(out, ChunkKind::Events, builder.take());
}

/// A payload whose head and events are given.
inline void appendForged(Bytes& out, SimTick first, SimTick last, std::uint32_t count,
                         const std::vector<Bytes>& events)
{
    Bytes flat;
    BinWriter lengths(flat);
    for (const Bytes& event : events) {
        lengths.u32(static_cast<std::uint32_t>(event.size()));
        lengths.raw(event);
    }
    Bytes payload;
    BinWriter head(payload);
    head.u64(first);
    head.u64(last);
    head.u32(count);
    head.raw(packBlob(flat));
    appendChunk(out, ChunkKind::Events, payload);
}

inline Bytes bytesOf(const AnalysisEvent& event)
{
    Bytes bytes;
    appendEvent(bytes, event);
    return bytes;
}

inline Bytes fileOf(const Bytes& events)
{
    BuiltParts parts;
    parts.events = events;
    parts.totalTicks = LastTick;
    parts.moreFlags = Incomplete;
    OrderFrame frame;
    appendChunk(parts.orders, ChunkKind::Orders, encodeOrderBlock(0, {&frame, 1}));
    return builtFile(parts);
}

inline std::unique_ptr<EventStore> storeOf(const Bytes& events)
{
    const auto file = openBytes(fileOf(events));
    return file ? std::make_unique<EventStore>(file) : nullptr;
}

inline Keys visited(const EventStore& store, SimTick first, SimTick last)
{
    Keys keys;
    const auto read =
        store.visit(first, last, [&](const AnalysisEvent& event) { keys.push_back(keyOf(event)); }, {});
    if (!read)
        keys.emplace_back(~SimTick{0}, std::uint16_t{0});
    return keys;
}

inline Keys indexed(EventStore& store)
{
    Keys keys;
    const auto counts = store.index(
        [&](const AnalysisEvent& event, std::uint64_t) {
            keys.push_back(keyOf(event));
            return true;
        },
        {});
    if (!counts || counts->total != keys.size())
        keys.emplace_back(~SimTick{0}, std::uint16_t{0});
    return keys;
}

inline Keys within(const Keys& keys, SimTick first, SimTick last)
{
    Keys some;
    for (const Key& key : keys) {
        if (key.first >= first && key.first <= last)
            some.push_back(key);
    }
    return some;
}

} // namespace ghostline::test
