// SPDX-License-Identifier: GPL-3.0-or-later
// Rewriting a finished recording as small as it goes.
#include "codecs/recording/rewrite.h"
#include "codecs/recording/rewrite_merge.h"
#include "codecs/recording/rewrite_metadata.h"
#include "codecs/recording/rewrite_output.h"
#include "codecs/recording/rewrite_salvage.h"
#include "codecs/recording/rewrite_verify.h"
#include "model/byte_sources.h"

#include <QElapsedTimer>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

constexpr double WritingShare = 0.8; ///< of the progress; the rest is verifying

tl::unexpected<model::Error> incomplete(const RecordingFile& file, model::Error error)
{
    error.message =
        QStringLiteral("nothing was written, for a part of the recording would be missing: ") + error.message;
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
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("it holds no tick yet"));
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
    const int count = static_cast<int>(file.chunks().size());
    for (int first = 0; first < count;) {
        const int end = batchEnd(file.chunks(), first);
        auto raws = file.readChunks(first, end, request.stop);
        if (!raws)
            return tl::unexpected(raws.error());
        for (int chunk = first; chunk < end; ++chunk) {
            if (request.stop.stop_requested() ||
                (request.progress && !request.progress(WritingShare * chunk / count)))
                return model::fail(ErrorCode::Cancelled, QStringLiteral("compacting was cancelled"));
            auto& raw = (*raws)[static_cast<std::size_t>(chunk - first)];
            if (!raw)
                return incomplete(file, raw.error());
            const ChunkEntry& entry = file.chunks()[static_cast<std::size_t>(chunk)];
            sizes.recorded += entry.compressedBytes;
            sizes.raw += entry.rawBytes;
            if (auto added = merger.add(entry, *raw, chunk); !added)
                return tl::unexpected(added.error());
            if (auto measured = alone.add(std::move(*raw)); !measured)
                return tl::unexpected(measured.error());
        }
        first = end;
    }
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

} // namespace ghostline::recording
