// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/rewrite/rewrite.h"

#include "codecs/recording/format/limits.h"
#include "codecs/recording/rewrite/chunk_visit.h"
#include "codecs/recording/rewrite/rewrite_cut.h"
#include "codecs/recording/rewrite/rewrite_merge.h"
#include "codecs/recording/rewrite/rewrite_metadata.h"
#include "codecs/recording/rewrite/rewrite_output.h"
#include "codecs/recording/rewrite/rewrite_verify.h"
#include "codecs/recording/rewrite/salvage.h"
#include "model/bytes/byte_sources.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>

namespace ghostline::recording {

// Rewriting a finished recording as small as it goes.

using model::ErrorCode;
using model::Result;

namespace {

constexpr double WritingShare = 0.8; ///< of the progress; the rest is verifying

tl::unexpected<model::Error> incomplete(const RecordingFile& file, model::Error error)
{
    error.say(model::Sentence::of(
        QStringLiteral("nothing was written, for a part of the recording would be missing: %1"),
        {error.said()}));
    return tl::unexpected<model::Error>(
        withRepairAdvice(file, std::move(error), QStringLiteral("compacted")));
}

/// Whoever compacts may delete the segments afterwards: nothing may be left behind in them.
Result<void> checkWhole(const RecordingFile& file, const std::stop_token& stop)
{
    const FileDescription& about = file.description();
    const auto repairFirst = [&file](const QString& why, std::optional<std::int64_t> chunk = {}) {
        return incomplete(file, {ErrorCode::Damaged, why, {.chunk = chunk}, {}, {}});
    };
    const auto tails = findTails(file, stop);
    if (!tails)
        return tl::unexpected(tails.error());
    const bool segmented = about.layout == Layout::Segmented;
    if (about.header.chunkCount == 0 && about.chunks.empty() && tails->empty() && !about.salvaged)
        return model::fail(ErrorCode::InvalidArgument,
                           model::Sentence::of(QStringLiteral("it holds no tick yet")));
    if (about.barePreamble)
        return repairFirst(QStringLiteral("this is a preamble without its segments"));
    if (about.salvaged)
        return repairFirst(QStringLiteral("there is no preamble that can be read"));
    if (!about.metadataReadable)
        return repairFirst(QStringLiteral("the metadata cannot be read"));
    if (!file.lostChunks().empty())
        return repairFirst(file.lostChunks().front().reason, file.lostChunks().front().chunk);
    if (about.header.chunkCount != static_cast<std::int32_t>(about.chunks.size()) || about.chunks.empty())
        return repairFirst(QStringLiteral("the index names %1 of %2 chunks")
                               .arg(about.chunks.size())
                               .arg(about.header.chunkCount));
    std::int32_t tick = 0;
    for (std::size_t i = 0; i < about.chunks.size(); tick = about.chunks[i++].endTick()) {
        if (about.chunks[i].startTick != tick)
            return repairFirst(QStringLiteral("the index names no chunk for ticks %1 to %2")
                                   .arg(tick)
                                   .arg(about.chunks[i].startTick - 1));
    }
    if (!about.unreferenced.empty())
        return repairFirst(QStringLiteral("segment %1 holds bytes that the preamble does not name")
                               .arg(about.unreferenced.front()));
    if (segmented && !tails->empty())
        return repairFirst(
            QStringLiteral("%1 holds bytes that the preamble does not name").arg(tails->front().name));
    return {};
}

struct Sizes
{
    qint64 recorded = 0;
    qint64 recompressed = 0; ///< each chunk on its own
    qint64 merged = 0;
    qint64 raw = 0;
};

/// How large the chunks would be that are not merged. The one of a frame of its own is compressed only once.
class Alone
{
public:
    explicit Alone(qint64& sum) : m_compressor(CompactLevel), m_sum(sum) {}
    Result<void> add(Bytes raw)
    {
        if (m_inFrame++ == 0) {
            m_first = std::move(raw);
            return {};
        }
        if (m_inFrame == 2) {
            if (auto measured = measure(m_first); !measured)
                return measured;
        }
        return measure(raw);
    }
    /// The chunks added since the last frame were one, which has so many bytes.
    void endFrame(std::size_t bytes)
    {
        if (m_inFrame == 1)
            m_sum += static_cast<qint64>(bytes);
        m_inFrame = 0;
    }

private:
    Result<void> measure(const Bytes& raw)
    {
        const auto frame = m_compressor.compress(raw);
        if (!frame)
            return tl::unexpected(frame.error());
        m_sum += static_cast<qint64>(frame->size());
        return {};
    }

    FrameCompressor m_compressor;
    qint64& m_sum;
    Bytes m_first;
    int m_inFrame = 0;
};

Result<int> mergeChunks(const RecordingFile& file, const model::WriteRequest& request, RecordingOutput& out,
                        Sizes& sizes)
{
    FrameCompressor compressor(CompactLevel);
    Alone alone(sizes.recompressed);
    FrameMerger merger(file.header().profile, file.description().metadata.tickRate,
                       [&](const ChunkEntry& entry, std::span<const std::byte> raw) -> Result<void> {
                           const auto frame = compressor.compress(raw);
                           if (!frame)
                               return tl::unexpected(frame.error());
                           sizes.merged += static_cast<qint64>(frame->size());
                           alone.endFrame(frame->size());
                           return out.add(entry, *frame);
                       });
    const auto add = [&](int chunk, Result<Bytes>& raw) -> Result<void> {
        if (!raw)
            return incomplete(file, raw.error());
        const ChunkEntry& entry = file.chunks()[static_cast<std::size_t>(chunk)];
        sizes.recorded += entry.compressedBytes;
        sizes.raw += entry.rawBytes;
        if (auto added = merger.add(entry, *raw, chunk); !added)
            return added;
        return alone.add(std::move(*raw));
    };
    const auto progress = [&request](double share) {
        return !request.progress || request.progress(WritingShare * share);
    };
    if (auto visited = visitChunks(file, static_cast<int>(file.chunks().size()), progress, request.stop,
                                   QStringLiteral("compacting was cancelled"), add);
        !visited)
        return tl::unexpected(visited.error());
    if (auto done = merger.finish(); !done)
        return tl::unexpected(done.error());
    return merger.undecodable();
}

Bytes bytesOf(const io::NbtCompound& tree)
{
    Bytes bytes;
    io::writeNbt(bytes, tree);
    return bytes;
}

Result<void> verifyFile(const RecordingFile& source, const io::NbtCompound& metadata, const QString& path,
                        std::stop_token stop)
{
    auto bytes = model::openFile(path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const auto written = RecordingFile::open(std::move(*bytes), {}, stop);
    if (!written)
        return tl::unexpected(written.error());
    if (bytesOf((*written)->description().metadata.tree) != bytesOf(metadata))
        return model::fail(ErrorCode::Damaged,
                           QStringLiteral("what was written differs from the recording: the metadata"));
    return verifySame(source, **written, stop);
}

model::WriteReport report(const RecordingFile& source, const RecordingOutput& out, const Sizes& sizes,
                          int undecodable, qint64 milliseconds)
{
    model::WriteReport r;
    r.bytes = out.bytes();
    r.frames = out.chunks().empty() ? 0 : out.chunks().back().endTick();
    const auto gain = [&sizes](qint64 bytes) {
        return sizes.recorded == 0
                   ? 0.0
                   : 100.0 * (1.0 - static_cast<double>(bytes) / static_cast<double>(sizes.recorded));
    };
    r.details = {{QStringLiteral("chunks_before"), static_cast<qint64>(source.chunks().size())},
                 {QStringLiteral("chunks_after"), static_cast<qint64>(out.chunks().size())},
                 {QStringLiteral("bytes_uncompressed"), sizes.raw},
                 {QStringLiteral("bytes_as_recorded"), sizes.recorded},
                 {QStringLiteral("bytes_recompressed"), sizes.recompressed},
                 {QStringLiteral("bytes_merged"), sizes.merged},
                 {QStringLiteral("saved_by_recompressing_percent"), gain(sizes.recompressed)},
                 {QStringLiteral("saved_percent"), gain(sizes.merged)},
                 {QStringLiteral("seconds"), static_cast<double>(milliseconds) / 1000.0},
                 {QStringLiteral("verified"), QStringLiteral("every tick")}};
    if (undecodable > 0)
        r.notes.push_back({model::Severity::Warning,
                           QStringLiteral("kept-as-is"),
                           QStringLiteral("%1 chunks hold something that cannot be decoded; their bytes are "
                                          "kept as they are")
                               .arg(undecodable),
                           {}});
    const auto tails = findTails(source, {});
    if (tails && !tails->empty())
        r.notes.push_back({model::Severity::Warning,
                           QStringLiteral("left-over"),
                           QStringLiteral("%1 bytes behind the last chunk are not in the new file, for no "
                                          "index names them; `repair` looks for whole chunks there")
                               .arg(source.bytes()->size() - tails->front().from),
                           {}});
    if (!source.description().finished)
        r.notes.push_back({model::Severity::Warning,
                           QStringLiteral("not-finished"),
                           QStringLiteral("the recording is not marked as finished: what is recorded later "
                                          "is not in this file"),
                           {}});
    return r;
}

} // namespace

Result<model::WriteReport> compactRecording(const RecordingFile& file, const model::WriteRequest& request)
{
    QElapsedTimer clock;
    clock.start();
    if (auto whole = checkWhole(file, request.stop); !whole)
        return tl::unexpected(whole.error());
    auto metadata = mergeMetadata(file.description().metadata.tree, request.metadata);
    if (!metadata)
        return tl::unexpected(metadata.error());
    auto out = RecordingOutput::create(request.path);
    if (!out)
        return tl::unexpected(out.error());
    Sizes sizes;
    const auto undecodable = mergeChunks(file, request, *out, sizes);
    if (!undecodable)
        return tl::unexpected(undecodable.error());

    Header header = file.header();
    header.profile = header.profile == Profile::S1 ? Profile::S1 : Profile::H5;
    header.dictionary = 0;
    if (header.profile == Profile::S1)
        setChunkVersions(*metadata, out->chunks());
    if (auto written = out->assemble(header, *metadata, request.stop); !written)
        return tl::unexpected(written.error());
    if (auto verified = verifyFile(file, *metadata, out->temporaryPath(), request.stop); !verified)
        return tl::unexpected(verified.error());
    if (auto done = out->commit(); !done)
        return tl::unexpected(done.error());
    return report(file, *out, sizes, *undecodable, clock.elapsed());
}

// A recording, or a part of it, as one file.

using namespace Qt::StringLiterals;

namespace {

constexpr int LongestInterval = 1'000'000;

struct RewriteOptions
{
    Profile target = Profile::H5;
    int level = RecorderLevel;
    std::int32_t interval = 0; ///< 0 = as it is
    std::int32_t first = 0;
    std::int32_t end = 0;
};

Result<int> number(const model::Options& options, const QString& name, int otherwise, int least, int most)
{
    if (!options.contains(name))
        return otherwise;
    bool ok = false;
    const int value = options.value(name).toInt(&ok);
    if (!ok || value < least || value > most)
        return model::fail(
            ErrorCode::InvalidArgument,
            u"%1 must be %2 to %3, not %4"_s.arg(name).arg(least).arg(most).arg(options.value(name)));
    return value;
}

Result<RewriteOptions> parseOptions(const model::WriteRequest& request, const FileDescription& about,
                                    std::int32_t ticks)
{
    RewriteOptions options;
    options.target = request.codec.value(u"profile"_s) == "s1"_L1 ? Profile::S1 : Profile::H5;
    const auto level = number(request.codec, u"level"_s, RecorderLevel, 1, 22);
    if (!level)
        return tl::unexpected(level.error());
    const auto interval = number(request.codec, u"keyframe_interval"_s, 0, 1, LongestInterval);
    if (!interval)
        return tl::unexpected(interval.error());
    options.level = *level;
    options.interval = *interval;
    options.first = static_cast<std::int32_t>(std::clamp<model::FrameNumber>(request.frames.first, 0, ticks));
    options.end = static_cast<std::int32_t>(std::clamp<model::FrameNumber>(request.frames.end, 0, ticks));
    const double window = request.codec.value(u"window"_s).toDouble();
    if (!std::isfinite(window) || window < 0.0)
        return model::fail(ErrorCode::InvalidArgument, u"window must be seconds from 0 on"_s);
    if (window > 0.0) {
        const double kept = std::ceil(window * about.metadata.tickRate);
        if (kept < options.end - options.first)
            options.first = options.end - static_cast<std::int32_t>(kept);
    }
    if (options.first >= options.end)
        return model::fail(ErrorCode::InvalidArgument, u"there is no tick to write"_s);
    return options;
}

/// Chunks as they are, newly compressed.
bool keepsChunks(const RewriteOptions& options, const Header& header, std::int32_t ticks)
{
    return options.first == 0 && options.end == ticks && options.interval == 0 &&
           (options.target == Profile::S1) == (header.profile == Profile::S1);
}

/// What the target's header or metadata hold in another way, or not at all.
void adapt(const RewriteOptions& options, const RecordingFile& file, const std::vector<ChunkEntry>& chunks,
           Header& header, io::NbtCompound& tree, model::DiagnosticList& notes)
{
    const bool fromS1 = file.header().profile == Profile::S1;
    const bool toS1 = options.target == Profile::S1;
    const auto drop = [&tree](const QString& key) {
        std::erase_if(tree.entries, [&key](const auto& entry) { return entry.first == key; });
    };
    if (options.first > 0 || options.end < file.chunks().back().endTick()) {
        header.startMs += std::int64_t{options.first} * 1000 / file.description().metadata.tickRate;
        cutMetadata(tree, options.first, options.end);
    }
    header.profile = options.target;
    header.dictionary = 0;
    header.dataVersion = chunks.front().dataVersion;
    if (toS1) {
        if (tree.find(u"hc:dataVersion"_s) != nullptr || !fromS1)
            tree.set(u"hc:dataVersion"_s, header.dataVersion);
        setChunkVersions(tree, chunks);
    } else if (fromS1) {
        drop(u"hc:dataVersion"_s); // each chunk says it itself
        drop(u"hc:chunkVersions"_s);
        const io::NbtValue* kept = tree.find(u"hc:worldVersion"_s);
        if (kept != nullptr) {
            const QByteArray version = QByteArray::fromHex(kept->text().toLatin1());
            if (static_cast<std::size_t>(version.size()) <= MaxWorldVersion)
                header.worldVersion = version;
            drop(u"hc:worldVersion"_s);
        }
    }
    if (toS1 && header.worldVersion.size() != DraftWorldVersion) {
        notes.push_back(
            {model::Severity::Info,
             u"world-version"_s,
             u"the world's version has %1 bytes, s1 has room for 16; all of it is kept in the metadata"_s.arg(
                 header.worldVersion.size()),
             {}});
        tree.set(u"hc:worldVersion"_s, QString::fromLatin1(header.worldVersion.toHex()));
        header.worldVersion.resize(DraftWorldVersion, '\0');
    }
}

} // namespace

Result<model::WriteReport> writeRecording(const RecordingFile& file, const model::WriteRequest& request)
{
    const FileDescription& about = file.description();
    if (about.chunks.empty())
        return model::fail(ErrorCode::InvalidArgument, u"there is no chunk to write"_s);
    const std::int32_t ticks = about.chunks.back().endTick();
    const auto options = parseOptions(request, about, ticks);
    if (!options)
        return tl::unexpected(options.error());
    auto out = RecordingOutput::create(request.path);
    if (!out)
        return tl::unexpected(out.error());

    FrameCompressor compressor(options->level);
    qint64 rawBytes = 0;
    const auto take = [&](const ChunkEntry& entry, std::span<const std::byte> raw) -> Result<void> {
        const auto frame = compressor.compress(raw);
        if (!frame)
            return tl::unexpected(frame.error());
        rawBytes += static_cast<qint64>(raw.size());
        return out->add(entry, *frame);
    };
    model::WriteReport report;
    ChunkCutter cutter(
        file, {options->target, options->first, options->end, options->interval, about.metadata.tickRate},
        take);
    const bool keeps = keepsChunks(*options, about.header, ticks);
    const auto visit = [&](int chunk, Result<Bytes>& raw) -> Result<void> {
        if (!keeps)
            return cutter.add(chunk, raw);
        if (raw)
            return take(about.chunks[static_cast<std::size_t>(chunk)], *raw);
        return tl::unexpected(withRepairAdvice(file, raw.error(), u"converted"_s));
    };
    const auto behind =
        std::lower_bound(about.chunks.begin(), about.chunks.end(), options->end,
                         [](const ChunkEntry& c, std::int32_t tick) { return c.startTick < tick; });
    if (auto visited = visitChunks(file, static_cast<int>(behind - about.chunks.begin()), request.progress,
                                   request.stop, u"writing was cancelled"_s, visit);
        !visited)
        return tl::unexpected(visited.error());
    if (auto done = cutter.finish(); !done)
        return tl::unexpected(done.error());

    Header header = about.header;
    io::NbtCompound tree = about.metadata.tree;
    adapt(*options, file, out->chunks(), header, tree, report.notes);
    if (!cutter.lostAtStart().isEmpty())
        report.notes.push_back({model::Severity::Info, u"run-start"_s, cutter.lostAtStart(), {}});
    if (!about.metadataReadable)
        report.notes.push_back({model::Severity::Warning,
                                u"metadata-lost"_s,
                                u"the metadata could not be read and is left out"_s,
                                {}});
    if (auto written = out->assemble(header, tree, request.stop); !written)
        return tl::unexpected(written.error());
    if (auto done = out->commit(); !done)
        return tl::unexpected(done.error());
    report.bytes = out->bytes();
    report.frames = options->end - options->first;
    report.details = {{u"profile"_s, options->target == Profile::S1 ? u"s1"_s : u"h5"_s},
                      {u"level"_s, options->level},
                      {u"chunks"_s, static_cast<qint64>(out->chunks().size())},
                      {u"uncompressed_bytes"_s, rawBytes},
                      {u"chunks_as_recorded"_s, keeps}};
    return report;
}

} // namespace ghostline::recording
