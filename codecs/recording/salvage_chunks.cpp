// SPDX-License-Identifier: GPL-3.0-or-later
// Keeping the chunks that can be read: those of the index, then those behind the last commit.
#include "codecs/recording/salvage.h"
#include "model/byte_sources.h"

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;
using model::Severity;

namespace {

constexpr std::uint64_t MostTail = std::uint64_t{512} << 20; ///< bytes walked behind the last commit

} // namespace

Result<SalvageSummary> Salvage::run()
{
    // Without its dictionary every chunk would look damaged; it may only be out of reach.
    if (m_file.header().dictionary != 0) {
        if (const auto there = m_file.dictionary(m_stop); !there && isFatal(there.error()))
            return tl::unexpected(there.error());
    }
    if (auto read = readIndexed(); !read)
        return tl::unexpected(read.error());
    if (auto read = readBehind(); !read)
        return tl::unexpected(read.error());
    if (m_gapEnd > m_next)
        closeGapAtEnd();
    return std::move(m_out);
}

Result<void> Salvage::readIndexed()
{
    const auto& chunks = m_file.chunks();
    const int count = static_cast<int>(chunks.size());
    for (int first = 0; first < count;) {
        const int end = batchEnd(chunks, first);
        const auto raws = m_file.readChunks(first, end, m_stop);
        if (!raws)
            return tl::unexpected(raws.error());
        for (int chunk = first; chunk < end; ++chunk) {
            if (m_stop.stop_requested() || (m_progress && !m_progress(static_cast<double>(chunk) / count)))
                return model::fail(ErrorCode::Cancelled, QStringLiteral("salvaging was cancelled"));
            if (auto done = takeIndexed(chunk, (*raws)[static_cast<std::size_t>(chunk - first)]); !done)
                return done;
        }
        first = end;
    }
    return {};
}

Result<void> Salvage::takeIndexed(int chunk, const Result<Bytes>& raw)
{
    const ChunkEntry& entry = m_file.chunks()[static_cast<std::size_t>(chunk)];
    const std::int64_t known = std::max<std::int64_t>(m_next, m_gapEnd);
    if (entry.startTick > known)
        lose(entry.startTick, QStringLiteral("the index names no chunk for %1")
                                  .arg(ticksText(known, std::int64_t{entry.startTick} - 1)));
    if (!raw) {
        if (isFatal(raw.error()))
            return tl::unexpected(raw.error());
        const auto& lost = m_file.lostChunks();
        const auto why =
            std::lower_bound(lost.begin(), lost.end(), chunk,
                             [](const LostChunk& one, int wanted) { return one.chunk < wanted; });
        const bool told = why != lost.end() && why->chunk == chunk;
        lose(entry.endTick(), told ? why->reason : raw.error().message);
        return {};
    }
    Result<Bytes> frame = Bytes{};
    if (m_file.header().dictionary == 0) {
        frame = m_file.readCompressed(chunk, m_stop);
        if (!frame)
            return tl::unexpected(frame.error());
    }
    const bool begins = segmented() && entry.segment() != m_lastSegment;
    m_lastSegment = segmented() ? entry.segment() : 0;
    return keep({entry, *raw, *frame, begins}, false, {});
}

void Salvage::observe(const ChunkEntry& entry, const ChunkParts& parts, Profile layout)
{
    if (layout == Profile::S1)
        return; // its snapshots replace everything
    if (entry.hasSnapshot())
        m_world.beginSnapshot();
    for (const TickBytes& tick : parts.ticks)
        (void)eachEvent(tick, layout, m_items,
                        [&](const Event& event, std::span<const std::byte>) -> Result<void> {
                            (void)m_world.take(tick.tick, event);
                            return {};
                        });
}

Result<void> Salvage::keep(SalvagedChunk chunk, bool found, const QString& where)
{
    const ChunkEntry& entry = chunk.entry;
    if (!m_placed && !entry.hasSnapshot()) {
        lose(entry.endTick(), QStringLiteral("%1 can be read, but not placed: no snapshot since the gap")
                                  .arg(ticksText(entry.startTick, std::int64_t{entry.endTick()} - 1)));
        return {};
    }
    const int number = m_out.kept + m_out.found + m_out.fillers;
    const Profile layout = layoutOf(profile(), entry);
    const auto parts = takeApart(layout, entry, chunk.raw, number);
    if (!parts)
        note(Severity::Warning, "kept-as-is",
             QStringLiteral("%1 are kept, but cannot be decoded to their end: %2")
                 .arg(ticksText(entry.startTick, std::int64_t{entry.endTick()} - 1), parts.error().message),
             entry.startTick);
    if (m_gapEnd > m_next) {
        if (auto filled = fillGap(entry, parts ? vanished(*parts, layout) : Ended{}); !filled)
            return filled;
    }
    if (parts)
        observe(entry, *parts, layout);
    m_placed = true;
    Result<std::span<const std::byte>> frame = chunk.frame;
    if (chunk.frame.empty())
        frame = m_compressor.compress(chunk.raw);
    if (!frame)
        return tl::unexpected(frame.error());
    chunk.frame = *frame;
    if (auto taken = m_take(chunk); !taken)
        return taken;
    m_next = entry.endTick();
    if (found) {
        ++m_out.found;
        m_out.ticksFound += entry.tickCount;
        note(Severity::Info, "salvaged",
             QStringLiteral("%1 were saved from %2, which no index names")
                 .arg(ticksText(entry.startTick, std::int64_t{entry.endTick()} - 1), where),
             entry.startTick);
    } else {
        ++m_out.kept;
        m_out.ticksKept += entry.tickCount;
    }
    return {};
}

Result<void> Salvage::readBehind()
{
    auto tails = findTails(m_file, m_stop);
    if (!tails)
        return tl::unexpected(tails.error());
    for (Tail& tail : *tails) {
        if (!tail.bytes) {
            note(Severity::Warning, "unreadable",
                 QStringLiteral("%1 cannot be read: %2").arg(tail.name, tail.bytes.error().message), m_next);
            m_followed = false;
            continue;
        }
        // S1 does not say which ticks a chunk holds: it can only be known to follow the one before.
        m_followed = m_followed && tail.continues;
        if (profile() == Profile::S1 && !m_followed) {
            note(
                Severity::Warning, "not-placed",
                QStringLiteral("%1 was not looked into: what comes before it is missing, and it does not say "
                               "which ticks it holds")
                    .arg(tail.name),
                m_next);
            continue;
        }
        if (auto walked = walk(tail); !walked)
            return walked;
        tail.bytes = nullptr; // one file open at a time is enough
    }
    return {};
}

Result<void> Salvage::walk(const Tail& end)
{
    const model::ByteSource& bytes = **end.bytes;
    const QString& name = end.name;
    const std::uint64_t from = end.from;
    const std::uint64_t size = bytes.size();
    if (from >= size)
        return {};
    m_followed = false; // until all of it is known
    if (size - from > MostTail) {
        note(Severity::Warning, "not-walked",
             QStringLiteral("%1 bytes in %2 were not looked into, more than %3 are not read")
                 .arg(size - from)
                 .arg(name)
                 .arg(MostTail),
             m_next);
        return {};
    }
    Bytes tail(static_cast<std::size_t>(size - from));
    if (auto read = model::readExactly(bytes, from, tail, m_stop); !read) {
        if (isFatal(read.error()))
            return read;
        note(Severity::Warning, "unreadable",
             QStringLiteral("%1 bytes at the end of %2 cannot be read: %3")
                 .arg(tail.size())
                 .arg(name, read.error().message),
             m_next);
        return {};
    }
    const int segment = end.segment;
    const auto dictionary = m_file.dictionary(m_stop);
    const auto& chunks = m_file.chunks();
    const Profile layout = chunks.empty() ? profile() : layoutOf(profile(), chunks.back());
    const auto next = static_cast<std::int32_t>(std::max<std::int64_t>(m_next, m_gapEnd));
    const auto dict = dictionary ? std::span<const std::byte>(*dictionary) : std::span<const std::byte>{};
    auto found = walkFrames(tail, 0, layout, next, segment, dict);
    if (found.empty() && !end.continues && layout != Profile::S1)
        found = walkFrames(tail, 0, layout, -1, segment, dict);
    std::size_t used = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        ChunkEntry entry = found[i].entry;
        const auto frame = std::span<const std::byte>(tail).subspan(
            entry.offsetInSegment(), static_cast<std::size_t>(entry.compressedBytes));
        if (entry.startTick < m_next || entry.startTick < m_gapEnd)
            continue; // older than what is known
        if (entry.startTick > std::max<std::int64_t>(m_next, m_gapEnd))
            lose(entry.startTick, QStringLiteral("no segment holds these ticks"));
        if (!chunks.empty()) {
            entry.formatVersion = chunks.back().formatVersion;
            entry.dataVersion = chunks.back().dataVersion;
        }
        used = entry.offsetInSegment() + static_cast<std::size_t>(entry.compressedBytes);
        entry.offset += static_cast<std::int64_t>(from); // where it lies in its file
        const bool plain = m_file.header().dictionary == 0;
        if (auto kept = keep({entry, found[i].raw, plain ? frame : std::span<const std::byte>{},
                              i == 0 && segment != m_lastSegment},
                             true, name);
            !kept)
            return kept;
    }
    m_lastSegment = segment;
    m_followed = used == tail.size();
    if (!m_followed)
        note(Severity::Warning, "left-over",
             QStringLiteral(
                 "%1 bytes at the end of %2 are no whole chunk that goes on where the recording ends")
                 .arg(tail.size() - used)
                 .arg(name),
             m_next);
    return {};
}

Result<SalvageSummary> salvageChunks(const RecordingFile& file, const SalvageTaker& take,
                                     const model::Progress& progress, std::stop_token stop)
{
    return Salvage(file, take, progress, std::move(stop)).run();
}

} // namespace ghostline::recording
