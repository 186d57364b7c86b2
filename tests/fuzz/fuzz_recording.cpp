// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever bytes come: trees, headers with their index, the events of a chunk in each layout, snapshots,
// whole recordings, regions of a world. The first byte says which. What is accepted must come back the same
// when it is written and read again.
#include "codecs/io/nbt_read.h"
#include "codecs/recording/format/header.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/metadata.h"
#include "tests/fuzz/recording_whole.h"
#include "tests/fuzz/region_bytes.h"
#include "tests/fuzz/require.h"

#include <algorithm>

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::fuzz;

namespace {

enum class What : unsigned { Tree, Preamble, EventsS1, EventsH4, EventsH5, State, Kinds };

/// Skipping, reading, knowing and writing agree with each other.
void tree(std::span<const std::byte> bytes)
{
    io::ByteCursor skipped(bytes);
    io::ByteCursor read(bytes);
    const bool stepped = io::skipNbt(skipped);
    const auto found = io::readNbt(read, io::NbtRoot::Nameless);
    if (found || found.error().code == model::ErrorCode::Damaged)
        require(stepped == found.has_value());
    if (found)
        require(skipped.position() == read.position());
    const auto exact = io::parseNbt(bytes);
    if (!exact) {
        require(!exact.error().message.isEmpty());
        return;
    }
    Bytes first;
    io::writeNbt(first, *exact);
    const auto again = io::parseNbt(first);
    require(again.has_value());
    Bytes second;
    io::writeNbt(second, *again);
    require(first == second);
    (void)io::nbtFromJson(io::nbtToJson(*exact));
    QStringList ignored;
    const Metadata known = readMetadata(*exact, &ignored);
    require(known.tickRate >= 1 && known.tickRate <= 1000);
    Bytes kept;
    io::writeNbt(kept, metadataTree(known));
    require(kept == first);
}

/// A header, then an index in both layouts.
void preamble(std::span<const std::byte> bytes)
{
    const auto header = parseHeader(bytes);
    if (!header) {
        require(!header.error().message.isEmpty());
        return;
    }
    require(header->preambleBytes() <= MaxPreamble);
    const Bytes written = writeHeader(*header);
    require(written.size() == HeaderBytes && parseHeader(written).has_value());
    for (const Layout layout : {Layout::Compacted, Layout::Segmented}) {
        const ChunkIndex index = parseIndex(bytes.subspan(HeaderBytes), *header, layout);
        std::int32_t end = 0;
        for (const ChunkEntry& entry : index.chunks) {
            require(entry.startTick >= end && entry.tickCount > 0 && entry.offset >= 0);
            require(entry.segment() >= 0 && entry.compressedBytes >= 0 && entry.rawBytes >= 0);
            end = entry.endTick();
            require(end > entry.startTick);
        }
        (void)parseIndex(writeIndex(index.chunks, header->profile), *header, layout);
    }
}

/// The bytes of one event: reading them gives the same again.
void comesBack(const Event& event, Profile profile)
{
    Bytes first;
    writeEvent(first, event, profile);
    io::ByteCursor in(first);
    Event back;
    std::vector<Item> items;
    QString problem;
    require(readEvent(in, profile, back, items, problem) && in.atEnd());
    Bytes second;
    writeEvent(second, back, profile);
    require(first == second);
}

/// Start and length of the chunk come from the first bytes.
void events(Profile profile, std::span<const std::byte> bytes)
{
    if (bytes.size() < 3)
        return;
    ChunkEntry entry;
    entry.startTick = std::to_integer<std::int32_t>(bytes[0]);
    entry.tickCount = std::to_integer<std::int32_t>(bytes[1]) + 1;
    entry.flags = std::to_integer<std::uint8_t>(bytes[2]) & 1U;
    entry.formatVersion = (std::to_integer<std::uint8_t>(bytes[2]) & 2U) != 0 ? 4 : 5;
    const auto own = chunkProfile(profile, entry);
    require(own.has_value());
    const Bytes raw(bytes.begin() + 3, bytes.end()); // a block of its own: reads past it are seen
    ChunkReader reader(profile, entry, raw, 0);
    (void)reader.snapshot();
    Event event;
    std::int32_t last = -1;
    while (reader.nextTick()) {
        require(reader.tick() > last && reader.tick() >= entry.startTick && reader.tick() < entry.endTick());
        last = reader.tick();
        while (reader.nextEvent(event)) {
            require(reader.eventOffset() < raw.size() && !eventName(event).isEmpty());
            comesBack(event, *own);
        }
    }
    if (const auto& failure = reader.failure())
        require(!failure->message.isEmpty() && failure->where.frame && failure->where.chunk);
}

void state(std::span<const std::byte> bytes)
{
    io::ByteCursor in(bytes);
    const auto read = readSnapshot(in);
    if (!read)
        return;
    Bytes first;
    writeSnapshot(first, *read);
    io::ByteCursor back(first);
    const auto again = readSnapshot(back);
    require(again.has_value() && back.atEnd());
    Bytes second;
    writeSnapshot(second, *again);
    require(first == second);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0 || size > MaxInput)
        return 0;
    const auto bytes = std::as_bytes(std::span(data + 1, size - 1));
    constexpr unsigned Whole = 192; // from here on the first byte means a whole recording
    if (data[0] >= Whole) {
        fuzz::wholeRecording(data[0], bytes);
        return 0;
    }
    constexpr unsigned Region = 191; // of a world, and one chunk of it
    constexpr unsigned Chunk = 190;
    if (data[0] == Region || data[0] == Chunk) {
        data[0] == Region ? fuzz::anvilRegion(bytes) : fuzz::anvilChunk(bytes);
        return 0;
    }
    switch (static_cast<What>(data[0] % static_cast<unsigned>(What::Kinds))) {
    case What::Tree:
        tree(bytes);
        break;
    case What::Preamble:
        preamble(bytes);
        break;
    case What::EventsS1:
        events(Profile::S1, bytes);
        break;
    case What::EventsH4:
        events(Profile::H4, bytes);
        break;
    case What::EventsH5:
        events(Profile::H5, bytes);
        break;
    case What::State:
        state(bytes);
        break;
    case What::Kinds:
        break;
    }
    return 0;
}
