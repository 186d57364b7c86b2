// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/container/journal_scan.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/container/chunk_scan.h"

#include <algorithm>
#include <array>

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

/// One pass from the metadata to the end of the file.
class JournalScan
{
public:
    JournalScan(const model::ByteSource& source, std::uint64_t begin, std::uint64_t size, DamageLog& damages,
                const std::function<bool(double)>& progress, const std::stop_token& stop)
        : m_source(source), m_size(size), m_damages(damages), m_progress(progress), m_stop(stop),
          m_scanner(source, size, AllKinds, ScanBlock), m_at(begin), m_told(begin)
    {
        for (const ChunkKind kind : AllKinds)
            m_found.byKind[kind];
    }

    Result<JournalChunks> run()
    {
        while (m_at < m_size) {
            if (cancelled())
                return model::cancelled(QStringLiteral("opening was cancelled"));
            const auto whole = next();
            if (!whole)
                return tl::unexpected(whole.error());
            if (*whole) {
                take();
            } else if (auto done = skip(); !done) {
                return tl::unexpected(std::move(done.error()));
            }
        }
        if (auto done = findLastFrame(); !done)
            return tl::unexpected(std::move(done.error()));
        return std::move(m_found);
    }

private:
    bool cancelled()
    {
        if (m_stop.stop_requested())
            return true;
        if (m_at - m_told < ScanBlock)
            return false;
        m_told = m_at;
        return m_progress && !m_progress(static_cast<double>(m_at) / static_cast<double>(m_size));
    }

    /// Reads the chunk that begins here; false when there is no whole one.
    Result<bool> next()
    {
        const auto head = m_scanner.head(m_at, m_stop);
        if (!head)
            return tl::unexpected(head.error());
        if (!*head)
            return false;
        const auto bytes = m_scanner.start(**head, m_start.size(), m_stop);
        if (!bytes)
            return tl::unexpected(bytes.error());
        m_startSize = bytes->size();
        std::copy(bytes->begin(), bytes->end(), m_start.begin());
        m_entry = **head;
        return m_scanner.crcHolds(m_entry, m_stop);
    }

    void take()
    {
        m_at += ChunkHeadBytes + m_entry.length;
        if (const char* why = keep()) {
            bad(m_entry.offset, QStringLiteral("%1: %2").arg(chunkName(m_entry.kind), QLatin1String(why)));
            return;
        }
        if (m_entry.kind == ChunkKind::Voice || m_entry.kind == ChunkKind::Signatures)
            return;
        if (m_open) {
            m_damages.lastsTo(*m_open, std::max(m_entry.lastTick, m_reached));
            m_open.reset();
        }
        m_reached = std::max(m_reached, m_entry.firstTick);
        if (m_entry.kind != ChunkKind::Orders)
            m_found.lastTick = std::max(m_found.lastTick, m_entry.lastTick);
    }

    /// Static text when a whole chunk is left out.
    const char* keep()
    {
        const auto start = std::span(m_start).first(m_startSize);
        if (const char* why = parseChunkStart(m_entry, start))
            return why;
        std::vector<ChunkEntry>& out = m_found.byKind[m_entry.kind];
        if (out.size() >= MaxChunks)
            return "more chunks than any match has";
        if (!out.empty()) {
            const ChunkEntry& before = out.back();
            bool back = false;
            if (m_entry.kind == ChunkKind::Events)
                back = m_entry.firstTick < before.lastTick;
            else if (m_entry.kind == ChunkKind::Orders) // a block may have been flushed before it was full
                back = m_entry.firstTick < before.firstTick;
            else if (m_entry.kind == ChunkKind::Keyframe)
                back = m_entry.firstTick <= before.firstTick;
            if (back)
                return "it does not follow the one before it";
        }
        out.push_back(m_entry);
        if (m_entry.kind == ChunkKind::Keyframe)
            m_found.keyframes.push_back(entryOf(m_entry, start));
        return nullptr;
    }

    Result<void> skip()
    {
        const auto found = m_scanner.nextGood(m_at + 1, m_stop);
        if (!found)
            return tl::unexpected(found.error());
        m_open = bad(m_at, skippedText(*found - m_at));
        m_at = *found;
        return {};
    }

    Result<void> findLastFrame()
    {
        // Lost frames may leave any tick of a block out: the last block that can be read knows.
        const std::vector<ChunkEntry>& orders = m_found.byKind[ChunkKind::Orders];
        for (auto chunk = orders.rbegin(); chunk != orders.rend() && chunk->lastTick > m_found.lastTick;
             ++chunk) {
            const auto bytes = readPayload(m_source, m_size, *chunk, m_stop);
            if (!bytes && bytes.error().code != ErrorCode::Damaged)
                return tl::unexpected(bytes.error());
            const auto last = bytes ? lastFrame(*bytes, *chunk) : std::nullopt;
            if (last) {
                m_found.lastTick = std::max(m_found.lastTick, *last);
                break;
            }
        }
        return {};
    }

    std::size_t bad(std::uint64_t offset, const QString& why)
    {
        Damage found;
        found.section = Section::Journal;
        found.offset = offset;
        found.what = why;
        found.first = found.last = m_reached;
        return m_damages.add(std::move(found));
    }

    const model::ByteSource& m_source;
    std::uint64_t m_size;
    DamageLog& m_damages;
    const std::function<bool(double)>& m_progress;
    const std::stop_token& m_stop;
    ChunkScanner m_scanner;
    std::uint64_t m_at;
    std::uint64_t m_told; ///< where progress was last told
    JournalChunks m_found;
    ChunkEntry m_entry; ///< the chunk at hand
    std::array<std::byte, ChunkStartBytes> m_start{};
    std::size_t m_startSize = 0;
    SimTick m_reached = 0;
    std::optional<std::size_t> m_open; ///< the damage whose last tick is not known yet
};

} // namespace

Result<JournalChunks> scanJournal(const model::ByteSource& source, std::uint64_t begin, std::uint64_t size,
                                  DamageLog& damages, const std::function<bool(double)>& progress,
                                  const std::stop_token& stop)
{
    return JournalScan(source, begin, size, damages, progress, stop).run();
}

} // namespace ghostline::ironcurtain
