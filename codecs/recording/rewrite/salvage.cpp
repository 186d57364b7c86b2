// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/rewrite/salvage.h"

#include "codecs/recording/file/recording_segments.h"
#include "codecs/recording/file/recording_walk.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/run_texts.h"
#include "codecs/recording/rewrite/chunk_visit.h"
#include "codecs/recording/state/world.h"
#include "model/bytes/byte_sources.h"
#include "model/bytes/http_source.h"

#include <algorithm>
#include <set>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;
using model::Severity;

namespace {

/// Goes through a damaged recording once: the chunks of its index, then those behind the last commit.
class Salvage
{
public:
    Salvage(const RecordingFile& file, const SalvageTaker& take, const model::Progress& progress,
            std::stop_token stop)
        : m_file(file), m_take(take), m_progress(progress), m_stop(std::move(stop)),
          m_compressor(RecorderLevel)
    {
    }

    model::Result<SalvageSummary> run();

private:
    model::Result<void> readIndexed();
    model::Result<void> takeIndexed(int chunk, const model::Result<Bytes>& raw);
    model::Result<void> readBehind();
    model::Result<void> walk(const Tail& end);
    model::Result<void> keep(SalvagedChunk chunk, bool found, const QString& where);
    using Ended = std::vector<std::int32_t>;
    model::Result<void> fillGap(const ChunkEntry& before, const Ended& ended);
    Ended vanished(const ChunkParts& next, Profile layout);
    void observe(const ChunkEntry& entry, const ChunkParts& parts, Profile layout);
    void lose(std::int64_t end, const QString& reason);
    void closeGapAtEnd();
    void note(model::Severity severity, const char* code, const QString& text, std::int64_t tick)
    {
        m_out.notes.push_back({severity, QString::fromLatin1(code), text, {.frame = tick}});
    }
    bool isFatal(const model::Error& error) const
    {
        return error.code == model::ErrorCode::Cancelled || onlyUnreachable(m_file, error);
    }
    QString gapReason() const;
    Profile profile() const { return m_file.header().profile; }
    bool segmented() const { return m_file.description().layout == Layout::Segmented; }

    const RecordingFile& m_file;
    const SalvageTaker& m_take;
    const model::Progress& m_progress;
    std::stop_token m_stop;
    FrameCompressor m_compressor;
    World m_world; ///< who is alive; not needed for S1
    std::vector<Item> m_items;
    SalvageSummary m_out;
    std::int32_t m_next = 0;   ///< the tick behind what was taken
    std::int64_t m_gapEnd = 0; ///< the tick behind what is lost since
    QStringList m_gapReasons;  ///< the first few
    int m_moreReasons = 0;
    bool m_placed = true;   ///< nothing was lost since the last snapshot
    bool m_followed = true; ///< nothing is missing behind the last commit
    int m_lastSegment = -1;
};

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
    return visitChunks(m_file, static_cast<int>(m_file.chunks().size()), m_progress, m_stop,
                       QStringLiteral("salvaging was cancelled"),
                       [this](int chunk, const Result<Bytes>& raw) { return takeIndexed(chunk, raw); });
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
    if (size - from > MaxTailBytes) {
        note(Severity::Warning, "not-walked",
             QStringLiteral("%1 bytes in %2 were not looked into, more than %3 are not read")
                 .arg(size - from)
                 .arg(name)
                 .arg(MaxTailBytes),
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

// What a damaged recording lost: why, and the chunks without events that stand for it.

/// A gap is at most this long; a broken index can claim any number of ticks.
constexpr std::int32_t FillerTicks = 200'000; ///< of one chunk

void Salvage::lose(std::int64_t end, const QString& reason)
{
    if (m_gapEnd <= m_next) {
        m_gapReasons.clear();
        m_moreReasons = 0;
    }
    if (!m_gapReasons.contains(reason)) {
        if (m_gapReasons.size() < MaxReasonsOfGap)
            m_gapReasons.push_back(reason);
        else
            ++m_moreReasons;
    }
    m_gapEnd = std::max(m_gapEnd, end);
    m_placed = false;
}

QString Salvage::gapReason() const
{
    const QString reasons = m_gapReasons.join(QStringLiteral("; "));
    return m_moreReasons == 0 ? reasons : QStringLiteral("%1; and %2 more").arg(reasons).arg(m_moreReasons);
}

/// Chunks without events, so that the ticks behind the gap keep their numbers. Only `ended` is said, at the
/// last of them.
Result<void> Salvage::fillGap(const ChunkEntry& before, const Ended& ended)
{
    if (m_gapEnd - m_next > MaxTailGap)
        return model::fail(ErrorCode::LimitExceeded,
                           QStringLiteral("%1 would have to be filled").arg(ticksText(m_next, m_gapEnd - 1)),
                           {.frame = m_next});
    const auto last = static_cast<std::int32_t>(m_gapEnd - 1);
    const QString reason = gapReason();
    m_out.gaps.push_back({m_next, last, reason});
    note(Severity::Warning, "lost", QStringLiteral("%1 are lost: %2").arg(ticksText(m_next, last), reason),
         m_next);
    m_out.ticksLost += m_gapEnd - m_next;
    while (m_next < m_gapEnd) {
        ChunkEntry entry;
        entry.startTick = m_next;
        entry.tickCount = static_cast<std::int32_t>(std::min<std::int64_t>(m_gapEnd - m_next, FillerTicks));
        entry.formatVersion = before.formatVersion;
        entry.dataVersion = before.dataVersion;
        ChunkWriter writer(layoutOf(profile(), entry), entry.startTick);
        writer.beginTick(entry.startTick);
        const QByteArray label = QStringLiteral("lost: %1").arg(reason).toUtf8();
        if (profile() == Profile::S1) // a chunk of this layout must hold something
            writer.add(Bookmark{{label.constData(), static_cast<std::size_t>(label.size())}});
        else
            writer.beginTick(entry.endTick() - 1);
        for (const std::int32_t entity : ended) {
            if (entry.endTick() == m_gapEnd && profile() != Profile::S1)
                writer.add(DestroyEntity{entity});
        }
        const Bytes& raw = writer.finish();
        entry.rawBytes = static_cast<std::int32_t>(raw.size());
        const auto frame = m_compressor.compress(raw);
        if (!frame)
            return tl::unexpected(frame.error());
        if (auto taken = m_take({entry, raw, *frame, false}); !taken)
            return taken;
        ++m_out.fillers;
        m_next = entry.endTick();
    }
    m_gapReasons.clear();
    m_moreReasons = 0;
    return {};
}

/// Entities alive before the gap that the snapshot behind it does not name: their end was lost. Readers that
/// only go on would keep them for ever.
Salvage::Ended Salvage::vanished(const ChunkParts& next, Profile layout)
{
    Ended ended;
    if (layout == Profile::S1 || next.ticks.empty())
        return ended;
    std::set<std::int32_t> named{0};
    (void)eachEvent(next.ticks.front(), layout, m_items,
                    [&](const Event& event, std::span<const std::byte>) -> Result<void> {
                        if (const auto* spawn = std::get_if<SpawnEntity>(&event))
                            named.insert(spawn->entity);
                        return {};
                    });
    for (const auto& [id, entity] : m_world.entities()) {
        if (!named.contains(id))
            ended.push_back(id); // NOLINT(performance-inefficient-vector-operation): few
    }
    return ended;
}

void Salvage::closeGapAtEnd()
{
    const auto last = static_cast<std::int32_t>(std::min<std::int64_t>(m_gapEnd - 1, 2147483646));
    m_out.gaps.push_back({m_next, last, gapReason()});
    note(Severity::Warning, "lost",
         QStringLiteral("%1 are lost: %2; the recording ends before them")
             .arg(ticksText(m_next, last), gapReason()),
         m_next);
    m_out.ticksLost += m_gapEnd - m_next;
}

// Where a damaged recording may hold more than its index names, and what only looks like damage.

Result<std::vector<Tail>> tailsOfSegments(const RecordingFile& file, const std::stop_token& stop)
{
    std::uint64_t committed = 0; // in the last segment
    int last = -1;
    for (const ChunkEntry& entry : file.chunks()) {
        if (entry.segment() < last)
            continue;
        if (entry.segment() > last)
            committed = 0;
        last = entry.segment();
        committed = std::max(committed, entry.offsetInSegment() +
                                            static_cast<std::uint64_t>(std::max(entry.compressedBytes, 0)));
    }
    std::vector<int> segments = file.description().unreferenced;
    if (const auto names = file.bytes()->siblingNames();
        !names && names.error().code == ErrorCode::Unsupported) {
        ProbedSegments probed = SegmentStore(file.bytes()).probe(std::max(last, 0), stop);
        if (probed.end && (onlyUnreachable(file, *probed.end) || probed.end->code == ErrorCode::Cancelled))
            return tl::unexpected(std::move(*probed.end));
        segments = std::move(probed.there);
        if (probed.end && probed.end->code != ErrorCode::NotFound)
            segments.push_back(std::max(last, 0) +
                               static_cast<int>(segments.size())); // there, but unreadable
    }
    std::vector<Tail> tails;
    int before = last;
    for (const int segment : segments) {
        if (segment < last)
            continue; // what follows it is known, so it cannot continue anything
        auto bytes = file.bytes()->sibling(segmentName(segment).toStdString(), stop);
        if (!bytes && (onlyUnreachable(file, bytes.error()) || bytes.error().code == ErrorCode::Cancelled))
            return tl::unexpected(bytes.error());
        const std::uint64_t from = segment == last ? committed : 0;
        if (bytes && (*bytes)->size() <= from)
            continue;
        const bool continues = segment - before <= 1;
        before = segment;
        if (bytes)
            tails.push_back({segment, from, segmentName(segment), continues, std::move(*bytes)});
        else
            tails.push_back({segment, from, segmentName(segment), continues, tl::unexpected(bytes.error())});
    }
    return tails;
}

} // namespace

Result<SalvageSummary> salvageChunks(const RecordingFile& file, const SalvageTaker& take,
                                     const model::Progress& progress, std::stop_token stop)
{
    return Salvage(file, take, progress, std::move(stop)).run();
}

bool onlyUnreachable(const RecordingFile& file, const model::Error& error)
{
    if (error.code == ErrorCode::Changed)
        return true;
    return (error.code == ErrorCode::IoError || error.code == ErrorCode::NotReadable) &&
           model::isWebAddress(file.bytes()->identity().name);
}

Result<std::vector<Tail>> findTails(const RecordingFile& file, std::stop_token stop)
{
    const FileDescription& about = file.description();
    if (about.salvaged || about.barePreamble)
        return std::vector<Tail>{}; // the walk has been made already, or there is nothing to walk
    if (about.layout == Layout::Segmented)
        return tailsOfSegments(file, stop);
    std::uint64_t end = about.header.preambleBytes();
    for (const ChunkEntry& entry : about.chunks)
        end = std::max(end, static_cast<std::uint64_t>(std::max<std::int64_t>(entry.offset, 0)) +
                                static_cast<std::uint64_t>(std::max(entry.compressedBytes, 0)));
    std::vector<Tail> tails;
    if (file.bytes()->size() > end)
        tails.push_back({0, end, QStringLiteral("the end of the file"), true, file.bytes()});
    return tails;
}

model::Error withRepairAdvice(const RecordingFile& file, model::Error error, const QString& afterwards)
{
    if (!onlyUnreachable(file, error))
        error.advise(model::Sentence::of(
            QStringLiteral("`repair` makes a recording of what is left, which can then be %1"),
            {model::Sentence::of(afterwards)}));
    return error;
}

} // namespace ghostline::recording
