// SPDX-License-Identifier: GPL-3.0-or-later
// A journal: one pass over its chunks, each held against its CRC; where one is damaged the next is searched.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/container/replay_file_private.h"

#include <algorithm>

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

/// One pass from the metadata to the end of the file.
class ReplayFile::Private::JournalScan
{
public:
    JournalScan(Private& file, const std::function<bool(double)>& progress, const std::stop_token& stop)
        : m_file(file), m_progress(progress), m_stop(stop),
          m_scanner(*file.source, file.size, AllKinds, ScanBlock)
    {
    }

    Result<void> run()
    {
        const SectionRange& json = m_file.section(Section::Metadata);
        m_at = m_told = json.present ? json.end : HeaderBytes;
        while (m_at < m_file.size) {
            if (cancelled())
                return model::fail(ErrorCode::Cancelled, QStringLiteral("opening was cancelled"));
            const auto whole = next();
            if (!whole)
                return tl::unexpected(whole.error());
            if (auto done = *whole ? take() : skip(); !done)
                return done;
        }
        return {};
    }

private:
    bool cancelled()
    {
        if (m_stop.stop_requested())
            return true;
        if (m_at - m_told < ScanBlock)
            return false;
        m_told = m_at;
        return m_progress && !m_progress(static_cast<double>(m_at) / static_cast<double>(m_file.size));
    }

    /// Reads the chunk that begins here; false when there is no whole one.
    Result<bool> next()
    {
        const auto head = m_scanner.head(m_at, m_stop);
        if (!head)
            return tl::unexpected(head.error());
        if (!*head)
            return false;
        const auto bytes = m_scanner.start(m_at, **head, m_start.size(), m_stop);
        if (!bytes)
            return tl::unexpected(bytes.error());
        m_startSize = bytes->size();
        std::copy(bytes->begin(), bytes->end(), m_start.begin());
        m_entry = {};
        m_entry.kind = (*head)->kind;
        m_entry.offset = m_at;
        m_entry.length = (*head)->length;
        m_entry.crc = (*head)->crc;
        return m_scanner.crcHolds(m_at, **head, m_stop);
    }

    Result<void> take()
    {
        m_at += ChunkHeadBytes + m_entry.length;
        if (const char* why = m_file.takeJournalChunk(m_entry, std::span(m_start).first(m_startSize))) {
            bad(m_entry.offset, QStringLiteral("%1: %2").arg(chunkName(m_entry.kind), QLatin1String(why)));
            return {};
        }
        if (m_entry.kind == ChunkKind::Voice || m_entry.kind == ChunkKind::Signatures)
            return {};
        if (m_open) {
            m_file.damages.lastsTo(*m_open, std::max(m_entry.lastTick, m_reached));
            m_open.reset();
        }
        m_reached = std::max(m_reached, m_entry.firstTick);
        if (m_entry.kind != ChunkKind::Orders)
            m_file.lastTick = std::max(m_file.lastTick, m_entry.lastTick);
        return {};
    }

    Result<void> skip()
    {
        const auto found = m_scanner.nextGood(m_at + 1, m_stop);
        if (!found)
            return tl::unexpected(found.error());
        m_open = bad(m_at, QStringLiteral("a damaged chunk, %1 bytes skipped").arg(*found - m_at));
        m_at = *found;
        return {};
    }

    std::size_t bad(std::uint64_t offset, const QString& why)
    {
        Damage found;
        found.section = Section::Journal;
        found.offset = offset;
        found.what = why;
        found.first = found.last = m_reached;
        return m_file.damage(std::move(found));
    }

    Private& m_file;
    const std::function<bool(double)>& m_progress;
    const std::stop_token& m_stop;
    ChunkScanner m_scanner;
    std::uint64_t m_at = 0;
    std::uint64_t m_told = 0; ///< where progress was last told
    ChunkEntry m_entry;
    std::array<std::byte, ChunkStartBytes> m_start{};
    std::size_t m_startSize = 0;
    SimTick m_reached = 0;
    std::optional<std::size_t> m_open; ///< the damage whose last tick is not known yet
};

Result<void> ReplayFile::Private::scanJournal(const std::function<bool(double)>& progress,
                                              const std::stop_token& stop)
{
    lastTick = 0;
    for (ChunkList& list : chunks)
        list.walked = true;
    if (auto scanned = JournalScan(*this, progress, stop).run(); !scanned)
        return scanned;
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
