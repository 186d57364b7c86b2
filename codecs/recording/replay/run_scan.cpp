// SPDX-License-Identifier: GPL-3.0-or-later
// Going through a recording chunk by chunk, and what a revision says of it.
#include "codecs/recording/replay/run_scan.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/replay/run_info.h"
#include "model/bytes/http_source.h"

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::FrameNumber;
using model::Result;
using model::Severity;

namespace {

// Read ahead at once: little enough that a seek over a slow line does not wait for it.
constexpr std::int64_t ScanBatchBytes = std::int64_t{1} << 20;
constexpr std::int64_t ScanBatchRawBytes = std::int64_t{16} << 20;
constexpr std::size_t BatchChunks = 512;

/// An error that says nothing about the chunk that was asked for.
bool isAboutAll(const model::Error& error) { return error.code == ErrorCode::Changed; }

QString codeOf(const model::Error& error)
{
    switch (error.code) {
    case ErrorCode::NotFound:
        return QStringLiteral("segment-missing");
    case ErrorCode::IoError:
    case ErrorCode::NotReadable:
        return QStringLiteral("read-error");
    case ErrorCode::Unsupported:
        return QStringLiteral("chunk-unsupported");
    case ErrorCode::LimitExceeded:
        return QStringLiteral("chunk-too-large");
    default:
        return QStringLiteral("chunk-damaged");
    }
}

} // namespace

bool mayComeBack(const model::Error& error, const RecordingFile& file)
{
    if (!model::isWebAddress(file.bytes()->identity().name))
        return false;
    const FileDescription& about = file.description();
    return error.code == ErrorCode::IoError ||
           (error.code == ErrorCode::NotFound && (about.layout == Layout::Compacted || !about.finished));
}

RunScan::RunScan(std::shared_ptr<const RecordingFile> file, bool read, std::uint32_t generation)
    : m_read(read), m_generation(generation), m_play(file->description().metadata)
{
    setFile(std::move(file));
}

void RunScan::setFile(std::shared_ptr<const RecordingFile> file)
{
    m_file = std::move(file);
    m_chunks = std::make_shared<const std::vector<RunChunk>>(runChunks(*m_file));
    m_bytesAll = 0;
    for (const RunChunk& chunk : *m_chunks)
        m_bytesAll += static_cast<std::uint64_t>(std::max(chunk.entry.compressedBytes, 0));
    m_baseInfo = std::make_shared<const model::ReplayInfo>(runInfo(*m_file));
    if (!m_damage)
        m_damage.emplace(*m_file, *m_chunks);
}

bool RunScan::grow(std::shared_ptr<const RecordingFile> file)
{
    RunDamage damage(*file, runChunks(*file));
    if (!m_damage->sameAsIn(damage, m_next))
        return false;
    m_damage->grow(damage);
    setFile(std::move(file));
    m_batch.clear();
    m_batchAt = 0;
    return true;
}

void RunScan::giveUp(const model::Error& why)
{
    model::Location where = why.where;
    if (m_next < m_chunks->size())
        where.frame = (*m_chunks)[m_next].entry.startTick;
    m_unfetched = mayComeBack(why, *m_file);
    m_stopped = why.code == ErrorCode::Changed
                    ? model::Diagnostic{Severity::Error,
                                        QStringLiteral("changed"),
                                        QStringLiteral("the recording changed on the server: open it again"),
                                        {}}
                    : model::Diagnostic{Severity::Error, QStringLiteral("read-error"),
                                        QStringLiteral("reading stopped: ") + why.message, where};
    m_read = false;
}

bool RunScan::resume()
{
    if (!m_unfetched)
        return false;
    m_unfetched = false;
    m_stopped.reset();
    m_read = true;
    return true;
}

/// What a server did not hand out, as far as nothing else is wrong with it.
void RunScan::addUnfetched(model::SpanList& spans) const
{
    const QString reason = QStringLiteral("could not be fetched");
    for (std::size_t i = m_next; i < m_chunks->size(); ++i) {
        const ChunkEntry& entry = (*m_chunks)[i].entry;
        if (m_damage->isLost(i))
            continue;
        if (!spans.empty() && spans.back().reason == reason && spans.back().frames.end == entry.startTick)
            spans.back().frames.end = entry.endTick();
        else
            spans.push_back({{entry.startTick, entry.endTick()}, reason});
    }
    std::stable_sort(spans.begin(), spans.end(),
                     [](const auto& a, const auto& b) { return a.frames.first < b.frames.first; });
}

Result<void> RunScan::fetch(const std::stop_token& stop)
{
    const auto& chunks = *m_chunks;
    std::int64_t bytes = 0;
    std::int64_t raw = 0;
    std::size_t end = m_next;
    for (; end < chunks.size() && end - m_next < BatchChunks; ++end) {
        const RunChunk& chunk = chunks[end];
        if (chunk.number < 0 || m_damage->isLost(end) ||
            chunk.number != chunks[m_next].number + static_cast<int>(end - m_next))
            break;
        bytes += chunk.entry.compressedBytes;
        raw += chunk.entry.rawBytes;
        if (end > m_next && (bytes > ScanBatchBytes || raw > ScanBatchRawBytes))
            break;
    }
    const int first = chunks[m_next].number;
    auto read = m_file->readChunks(first, first + static_cast<int>(end - m_next), stop);
    if (!read)
        return tl::unexpected(read.error());
    m_batch = std::move(*read);
    m_batchAt = 0;
    m_takeAsLost = false;
    return {};
}

/// Whether nothing can be said yet of the chunk that could not be read.
bool RunScan::mustWait(const model::Error& error) const
{
    if (m_takeAsLost && error.code == ErrorCode::NotFound)
        return false;
    return isAboutAll(error) || mayComeBack(error, *m_file);
}

Result<void> RunScan::advance(Clock::time_point until, const std::stop_token& stop)
{
    if (m_held && !m_takeAsLost)
        m_batch.clear();
    m_held = false;
    while (!finished()) {
        if (stop.stop_requested())
            return model::cancelled();
        const std::size_t chunk = m_next;
        if (m_damage->isLost(chunk)) {
            m_batch.clear();
            m_play.skip();
        } else {
            if (m_batch.empty()) {
                if (auto fetched = fetch(stop); !fetched)
                    return fetched;
                if (m_batch.empty())
                    return model::fail(ErrorCode::Damaged, QStringLiteral("the chunks cannot be read"));
            }
            if (const Result<Bytes>& next = m_batch[m_batchAt]; !next && mustWait(next.error())) {
                m_held = true;
                m_takeAsLost = false;
                return tl::unexpected(next.error());
            }
            const Result<Bytes> raw = std::move(m_batch[m_batchAt]);
            if (++m_batchAt >= m_batch.size())
                m_batch.clear();
            if (raw) {
                m_play.play(*m_file, chunk, (*m_chunks)[chunk], *raw, *m_damage);
            } else {
                m_play.skip();
                m_damage->lose(chunk, codeOf(raw.error()), raw.error().message, raw.error().where);
            }
        }
        m_bytesDone += static_cast<std::uint64_t>(std::max((*m_chunks)[chunk].entry.compressedBytes, 0));
        m_next = chunk + 1;
        if (Clock::now() >= until)
            break;
    }
    return {};
}

std::shared_ptr<model::ReplayInfo> RunScan::info()
{
    auto info = std::make_shared<model::ReplayInfo>(*m_baseInfo);
    const FrameNumber frames = m_chunks->empty() ? 0 : m_chunks->back().entry.endTick();
    info->cast = m_play.cast().snapshot(frames);
    for (model::ActorInfo& actor : info->cast) {
        if (actor.skeleton >= static_cast<int>(info->skeletons.size()))
            actor.skeleton = -1;
    }
    if (!m_sharedStrings || m_sharedStrings->size() != m_play.strings().size())
        m_sharedStrings = std::make_shared<const model::StringTable>(m_play.strings());
    info->strings = m_sharedStrings;
    if (const auto start = m_play.onlyRunStart()) {
        const auto axis = model::TimeAxis::uniform(frames, 1, m_file->description().metadata.tickRate);
        info->clocks.push_back({QStringLiteral("Run"), -axis.timeOf(FrameNumber{*start}), 1.0});
    }
    if (const auto sums = m_file->hasChecksums())
        info->metadata[QStringLiteral("checksums")] = *sums ? QStringLiteral("yes") : QStringLiteral("no");
    return info;
}

void RunScan::addNotes(model::ReplayIndex& revision) const
{
    const FileDescription& d = m_file->description();
    revision.lost = m_damage->spans();
    if (m_unfetched)
        addUnfetched(revision.lost);
    const auto add = [&revision](const model::DiagnosticList& list) {
        revision.diagnostics.insert(revision.diagnostics.end(), list.begin(), list.end());
    };
    add(d.diagnostics);
    add(m_damage->diagnostics());
    add(m_play.events().notes(d.metadata, revision.frames()));
    add(m_notes);
    if (m_stopped)
        revision.diagnostics.push_back(*m_stopped);
    if (m_play.cast().leftOut() > 0 || m_play.starts().full())
        revision.diagnostics.push_back(
            {Severity::Warning,
             QStringLiteral("too-many-entities"),
             QStringLiteral("there are more entities than can be kept; some are not shown"),
             {}});
}

std::shared_ptr<const RunIndex> RunScan::snapshot(model::Revision number, bool growing)
{
    const FileDescription& d = m_file->description();
    const FrameNumber frames = m_chunks->empty() ? 0 : m_chunks->back().entry.endTick();
    auto revision = std::make_shared<model::ReplayIndex>();
    revision->revision = number;
    revision->complete = finished();
    revision->growing = growing;
    revision->progress =
        finished() || m_bytesAll == 0
            ? 1.0
            : std::min(static_cast<double>(m_bytesDone) / static_cast<double>(m_bytesAll), 1.0);
    revision->info = info();
    revision->timeAxis = model::TimeAxis::uniform(frames, 1, d.metadata.tickRate);
    // Of a chunk all is known when its successor's start is, too.
    const auto& starts = m_play.starts().all();
    const bool whole = m_read && m_next >= m_chunks->size() && starts.size() == m_chunks->size();
    const std::size_t known = whole ? starts.size() : starts.size() - (starts.empty() ? 0 : 1);
    revision->keyframes = runKeyframes(*m_chunks, known, m_generation);
    if (!m_sharedEvents || m_sharedEventCount != m_play.events().size() || m_sharedFrames != frames) {
        m_sharedEvents = m_play.events().table(d.metadata, frames);
        m_sharedEventCount = m_play.events().size();
        m_sharedFrames = frames;
    }
    revision->events = m_sharedEvents;
    addNotes(*revision);

    auto index = std::make_shared<RunIndex>();
    index->revision = std::move(revision);
    index->file = m_file;
    index->chunks = m_chunks;
    index->lost = m_damage->lostChunks();
    index->ground = m_play.lowest();
    const RunExtent& extent = m_play.extent();
    index->track = extent.boxes();
    if (!m_sharedEdited || m_sharedEdited->size() != extent.editedCount())
        m_sharedEdited = std::make_shared<const std::vector<glm::ivec3>>(extent.edited());
    index->edited = m_sharedEdited;
    index->starts = starts;
    return index;
}

} // namespace ghostline::recording
