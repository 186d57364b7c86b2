// SPDX-License-Identifier: GPL-3.0-or-later
// The index: one entry a chunk, and everything in it that contradicts itself.
#include "codecs/io/var_int.h"
#include "codecs/recording/header.h"
#include "codecs/recording/packed_read.h"

#include <algorithm>
#include <limits>

namespace ghostline::recording {

using model::Severity;

namespace {

/// What is noted one by one; the rest is only counted.
constexpr std::size_t MostProblems = 1000;

class IndexReader
{
public:
    IndexReader(std::span<const std::byte> bytes, const Header& header, Layout layout)
        : m_bytes(bytes), m_in(bytes, HeaderBytes + static_cast<std::uint64_t>(header.metadataBytes)),
          m_header(header), m_layout(layout)
    {
    }

    ChunkIndex read()
    {
        readEntries();
        mendTicks();
        dropOverlaps();
        checkEntries();
        checkTotals();
        if (m_more > 0)
            m_out.problems.push_back({Severity::Warning,
                                      QStringLiteral("more-problems"),
                                      QStringLiteral("%1 more problems in the index").arg(m_more),
                                      {}});
        return std::move(m_out);
    }

private:
    std::size_t leastEntry() const { return m_header.profile == Profile::H5 ? 15 : 13; }

    void note(Severity severity, QLatin1String code, const QString& message,
              std::optional<std::size_t> chunk = {})
    {
        if (m_out.problems.size() >= MostProblems) {
            ++m_more;
            return;
        }
        model::Diagnostic problem{severity, code, message, {}};
        if (chunk)
            problem.where.chunk = static_cast<std::int64_t>(*chunk);
        else
            problem.where.offset = m_in.offset();
        m_out.problems.push_back(std::move(problem));
    }

    bool readEntry(ChunkEntry& entry)
    {
        entry.startTick = packed::count(m_in);
        entry.tickCount = packed::count(m_in);
        entry.flags = m_in.u8();
        entry.offset = m_in.be<std::int64_t>();
        entry.compressedBytes = packed::count(m_in);
        entry.rawBytes = packed::count(m_in);
        entry.formatVersion = m_header.version();
        entry.dataVersion = m_header.dataVersion;
        if (m_header.profile == Profile::H5) {
            entry.formatVersion = packed::count(m_in);
            entry.dataVersion = packed::count(m_in);
        }
        return m_in.ok() && entry.tickCount <= std::numeric_limits<std::int32_t>::max() - entry.startTick;
    }

    /// As many as the header says, and beyond it only what goes on seamlessly.
    void readEntries()
    {
        auto& chunks = m_out.chunks;
        const auto promised = static_cast<std::size_t>(m_header.chunkCount);
        chunks.reserve(std::min(promised, m_in.remaining() / leastEntry() + 1));
        while (!m_in.atEnd()) {
            const std::size_t number = chunks.size();
            const std::size_t at = m_in.position();
            ChunkEntry entry;
            const bool read = readEntry(entry);
            if (number >= promised) {
                const std::int32_t end = chunks.empty() ? 0 : chunks.back().endTick();
                if (!read || entry.startTick != end || entry.tickCount == 0 || entry.rawBytes == 0) {
                    note(Severity::Warning, QLatin1String("index-leftover"),
                         QStringLiteral("%1 bytes behind the last entry of the index")
                             .arg(m_bytes.size() - at));
                    break;
                }
            } else if (!read) {
                note(Severity::Error, QLatin1String("index-entry-broken"),
                     QStringLiteral(
                         "entry %1 of the index is cut short or broken; the chunks from there on are "
                         "not known")
                         .arg(number));
                break;
            }
            chunks.push_back(entry);
        }
        if (chunks.size() != promised)
            note(Severity::Warning, QLatin1String("chunk-count-mismatch"),
                 QStringLiteral("the header promises %1 chunks, the index names %2")
                     .arg(promised)
                     .arg(chunks.size()));
    }

    /// Each chunk starts where the one before ends. Where it does not, the neighbours say which of the two
    /// numbers is the wrong one.
    void mendTicks()
    {
        auto& chunks = m_out.chunks;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            const std::int32_t expected = i == 0 ? 0 : chunks[i - 1].endTick();
            ChunkEntry& entry = chunks[i];
            if (entry.startTick == expected)
                continue;
            const bool later = entry.startTick > expected;
            note(Severity::Warning, later ? QLatin1String("tick-gap") : QLatin1String("tick-overlap"),
                 QStringLiteral("chunk %1 starts at tick %2, the one before ends at tick %3")
                     .arg(i)
                     .arg(entry.startTick)
                     .arg(expected),
                 i);
            const std::int64_t moved = std::int64_t{expected} + entry.tickCount;
            const bool fits =
                i + 1 < chunks.size() ? moved == chunks[i + 1].startTick : moved == m_header.tickCount;
            if (fits)
                entry.startTick = expected;
            else if (!later && i > 0 && entry.startTick > chunks[i - 1].startTick)
                chunks[i - 1].tickCount = entry.startTick - chunks[i - 1].startTick;
        }
    }

    void dropOverlaps()
    {
        auto& chunks = m_out.chunks;
        std::int32_t end = 0;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            if (chunks[i].startTick < end || chunks[i].tickCount == 0) {
                note(Severity::Error, QLatin1String("index-entry-dropped"),
                     chunks[i].tickCount == 0 ? QStringLiteral("chunk %1 holds no tick").arg(i)
                                              : QStringLiteral("chunk %1 goes back in time").arg(i),
                     i);
                continue;
            }
            end = chunks[i].endTick();
            chunks[kept++] = chunks[i];
        }
        chunks.resize(kept);
    }

    void checkEntries()
    {
        for (std::size_t i = 0; i < m_out.chunks.size(); ++i) {
            const ChunkEntry& entry = m_out.chunks[i];
            if (entry.compressedBytes == 0 || entry.rawBytes == 0)
                note(Severity::Error, QLatin1String("empty-chunk"),
                     QStringLiteral("chunk %1 has no bytes").arg(i), i);
            if (static_cast<std::size_t>(entry.rawBytes) > MaxChunkRaw)
                note(Severity::Error, QLatin1String("chunk-too-large"),
                     QStringLiteral("chunk %1 says it is %2 bytes unpacked; %3 are the most")
                         .arg(i)
                         .arg(entry.rawBytes)
                         .arg(MaxChunkRaw),
                     i);
            if (const auto profile = chunkProfile(m_header.profile, entry); !profile)
                note(Severity::Error, QLatin1String("unknown-chunk-version"),
                     QStringLiteral("chunk %1: %2").arg(i).arg(profile.error().message), i);
            mendOffset(i);
            checkOffset(i);
        }
        if (!m_out.chunks.empty() && !m_out.chunks.front().hasSnapshot())
            note(Severity::Warning, QLatin1String("no-first-snapshot"),
                 QStringLiteral("the first chunk has no snapshot"), 0);
    }

    /// Nothing lies before the start of a file; chunks lie one behind the other.
    void mendOffset(std::size_t i)
    {
        ChunkEntry& entry = m_out.chunks[i];
        if (entry.offset >= 0)
            return;
        note(Severity::Error, QLatin1String("negative-offset"),
             QStringLiteral("chunk %1 is said to lie at %2; taken as behind the one before")
                 .arg(i)
                 .arg(entry.offset),
             i);
        entry.offset = i > 0 ? behind(i - 1) : firstOffset();
    }

    std::int64_t firstOffset() const
    {
        return m_layout == Layout::Segmented ? 0 : static_cast<std::int64_t>(m_header.preambleBytes());
    }
    std::int64_t behind(std::size_t i) const
    {
        const ChunkEntry& entry = m_out.chunks[i];
        return entry.offset <= std::numeric_limits<std::int64_t>::max() - entry.compressedBytes
                   ? entry.offset + entry.compressedBytes
                   : entry.offset;
    }

    void checkOffset(std::size_t i)
    {
        const ChunkEntry& entry = m_out.chunks[i];
        if (m_layout == Layout::Compacted) {
            const std::int64_t expected = i > 0 ? behind(i - 1) : firstOffset();
            if (entry.offset != expected)
                note(Severity::Warning, QLatin1String("offset-mismatch"),
                     QStringLiteral("chunk %1 lies at byte %2 instead of %3")
                         .arg(i)
                         .arg(entry.offset)
                         .arg(expected),
                     i);
            return;
        }
        // A recording written on in place may start at a later segment.
        const bool opens = entry.offsetInSegment() == 0;
        if (i == 0) {
            if (!opens)
                note(Severity::Warning, QLatin1String("offset-mismatch"),
                     QStringLiteral("chunk 0 does not start its segment"), i);
            return;
        }
        const ChunkEntry& before = m_out.chunks[i - 1];
        const bool follows = entry.offset == behind(i - 1);
        const bool next = opens && entry.segment() == before.segment() + 1;
        if (!follows && !next)
            note(Severity::Warning, QLatin1String("offset-mismatch"),
                 QStringLiteral(
                     "chunk %1 lies at byte %2 of segment %3, the one before ends at byte %4 of segment %5")
                     .arg(i)
                     .arg(entry.offsetInSegment())
                     .arg(entry.segment())
                     .arg(static_cast<std::int64_t>(before.offsetInSegment()) + before.compressedBytes)
                     .arg(before.segment()),
                 i);
    }

    void checkTotals()
    {
        std::int64_t ticks = 0;
        for (const ChunkEntry& entry : m_out.chunks)
            ticks += entry.tickCount;
        if (ticks != m_header.tickCount)
            note(Severity::Warning, QLatin1String("tick-count-mismatch"),
                 QStringLiteral("the header promises %1 ticks, the chunks hold %2")
                     .arg(m_header.tickCount)
                     .arg(ticks));
    }

    std::span<const std::byte> m_bytes;
    io::ByteCursor m_in;
    const Header& m_header;
    Layout m_layout;
    ChunkIndex m_out;
    std::size_t m_more = 0;
};

} // namespace

ChunkIndex readIndex(std::span<const std::byte> bytes, const Header& header, Layout layout)
{
    return IndexReader(bytes, header, layout).read();
}

Bytes writeIndex(std::span<const ChunkEntry> chunks, Profile profile)
{
    Bytes out;
    for (const ChunkEntry& entry : chunks) {
        io::writeVarInt(out, entry.startTick);
        io::writeVarInt(out, entry.tickCount);
        out.push_back(static_cast<std::byte>(entry.flags));
        writeBe(out, entry.offset);
        io::writeVarInt(out, entry.compressedBytes);
        io::writeVarInt(out, entry.rawBytes);
        if (profile == Profile::H5) {
            io::writeVarInt(out, entry.formatVersion);
            io::writeVarInt(out, entry.dataVersion);
        }
    }
    return out;
}

} // namespace ghostline::recording
