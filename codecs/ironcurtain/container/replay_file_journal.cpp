// SPDX-License-Identifier: GPL-3.0-or-later
// A journal: one pass over its chunks, each held against its CRC; where one is damaged the next is searched.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/container/replay_file_private.h"

#include <algorithm>
#include <limits>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t ScanBlock = std::size_t{4} << 20;
constexpr ChunkKind AllKinds[] = {ChunkKind::Orders, ChunkKind::Events, ChunkKind::Keyframe,
                                  ChunkKind::Signatures, ChunkKind::Voice};

/// The tick of the last frame of a block of orders; nothing when the block is damaged.
std::optional<SimTick> lastFrame(std::span<const std::byte> payload, const ChunkEntry& chunk)
{
    const auto raw = unpackBlob(payload.subspan(std::min<std::size_t>(12, payload.size())), MaxBlockBytes, 0);
    if (!raw)
        return std::nullopt;
    std::optional<SimTick> last;
    BinReader in(*raw);
    for (std::uint32_t i = 0; i < chunk.count; ++i) {
        BinReader frame = in.sub(in.u32());
        const SimTick tick = frame.u64();
        if (!frame.ok() || tick < chunk.firstTick || tick > chunk.lastTick)
            break;
        last = std::max(tick, last.value_or(0));
    }
    return last;
}

/// A keyframe from the start of its chunk.
KeyframeEntry entryOf(const ChunkEntry& chunk, std::span<const std::byte> start)
{
    BinReader in(start);
    KeyframeEntry entry;
    entry.tick = in.u64();
    entry.full = in.boolean();
    entry.uncompressed = in.u32();
    entry.offset = chunk.offset + ChunkHeadBytes + KeyframeStartBytes;
    entry.length = chunk.length - static_cast<std::uint32_t>(KeyframeStartBytes);
    return entry;
}

} // namespace

Result<void> ReplayFile::Private::scanJournal(const std::function<bool(double)>& progress,
                                              const std::stop_token& stop)
{
    const SectionRange& json = section(Section::Metadata);
    const std::uint64_t begin = json.present ? json.end : HeaderBytes;
    ChunkScanner scanner(*source, size, AllKinds, ScanBlock);
    std::uint64_t at = begin;
    std::uint64_t told = begin;
    SimTick reached = 0;
    constexpr auto None = std::numeric_limits<std::size_t>::max();
    std::size_t open = None; // a damage whose last tick is not known yet
    lastTick = 0;
    for (ChunkList& list : chunks)
        list.walked = true;
    const auto bad = [&](std::uint64_t offset, const QString& why) {
        Damage found;
        found.section = Section::Journal;
        found.offset = offset;
        found.what = why;
        found.first = found.last = reached;
        damage(std::move(found));
    };
    while (at < size) {
        const bool cancelled =
            stop.stop_requested() || (at - told >= ScanBlock && progress &&
                                      !progress(static_cast<double>(at) / static_cast<double>(size)));
        if (cancelled)
            return model::fail(ErrorCode::Cancelled, QStringLiteral("opening was cancelled"));
        if (at - told >= ScanBlock)
            told = at;
        const auto head = scanner.head(at, stop);
        if (!head)
            return tl::unexpected(head.error());
        std::array<std::byte, ChunkStartBytes> start{};
        std::size_t startSize = 0;
        bool whole = head->has_value();
        if (whole) {
            const auto bytes = scanner.start(at, **head, start.size(), stop);
            if (!bytes)
                return tl::unexpected(bytes.error());
            startSize = bytes->size();
            std::copy(bytes->begin(), bytes->end(), start.begin());
            const auto holds = scanner.crcHolds(at, **head, stop);
            if (!holds)
                return tl::unexpected(holds.error());
            whole = *holds;
        }
        if (!whole) {
            const auto next = scanner.nextGood(at + 1, stop);
            if (!next)
                return tl::unexpected(next.error());
            bad(at, QStringLiteral("a damaged chunk, %1 bytes skipped").arg(*next - at));
            open = damages.size() - 1;
            at = *next;
            continue;
        }
        ChunkEntry entry;
        entry.kind = (*head)->kind;
        entry.offset = at;
        entry.length = (*head)->length;
        entry.crc = (*head)->crc;
        at += ChunkHeadBytes + entry.length;
        const auto begun = std::span<const std::byte>(start).first(startSize);
        if (const char* why = takeJournalChunk(entry, begun)) {
            bad(entry.offset, QStringLiteral("%1: %2").arg(chunkName(entry.kind), QLatin1String(why)));
            continue;
        }
        if (entry.kind == ChunkKind::Voice || entry.kind == ChunkKind::Signatures)
            continue;
        if (open != None) {
            damages[open].last = std::max(entry.lastTick, reached);
            open = None;
        }
        reached = std::max(reached, entry.firstTick);
        if (entry.kind != ChunkKind::Orders)
            lastTick = std::max(lastTick, entry.lastTick);
    }
    return findLastFrame(stop);
}

const char* ReplayFile::Private::takeJournalChunk(ChunkEntry& entry, std::span<const std::byte> start)
{
    if (const char* why = readChunkStart(entry, start))
        return why;
    std::vector<ChunkEntry>& out = list(entry.kind).entries;
    if (out.size() >= MaxChunks)
        return "more chunks than any match has";
    if (!out.empty()) {
        const ChunkEntry& before = out.back();
        bool back = false;
        if (entry.kind == ChunkKind::Events)
            back = entry.firstTick < before.lastTick;
        else if (entry.kind == ChunkKind::Orders) // a block may have been flushed before it was full
            back = entry.firstTick < before.firstTick;
        else if (entry.kind == ChunkKind::Keyframe)
            back = entry.firstTick <= before.firstTick;
        if (back)
            return "it does not follow the one before it";
    }
    out.push_back(entry);
    if (entry.kind == ChunkKind::Keyframe)
        keyframes.push_back(entryOf(entry, start));
    return nullptr;
}

Result<void> ReplayFile::Private::findLastFrame(const std::stop_token& stop)
{
    // Lost frames may leave any tick of a block out: the last block that can be read knows.
    const std::vector<ChunkEntry>& orders = list(ChunkKind::Orders).entries;
    for (auto chunk = orders.rbegin(); chunk != orders.rend() && chunk->lastTick > lastTick; ++chunk) {
        const auto bytes = payload(*chunk, stop);
        if (!bytes && bytes.error().code != ErrorCode::Damaged)
            return tl::unexpected(bytes.error());
        const auto last = bytes ? lastFrame(*bytes, *chunk) : std::nullopt;
        if (last) {
            lastTick = std::max(lastTick, *last);
            break;
        }
    }
    return {};
}

} // namespace ghostline::ironcurtain
