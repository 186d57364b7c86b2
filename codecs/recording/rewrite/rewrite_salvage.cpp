// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/rewrite/rewrite_salvage.h"

#include "codecs/recording/rewrite/chunk_visit.h"
#include "codecs/recording/rewrite/rewrite_folder.h"
#include "codecs/recording/rewrite/salvage.h"
#include "model/bytes/byte_sources.h"

#include <QCryptographicHash>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

QByteArray hashOf(std::span<const std::byte> bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return hash.result();
}

/// Reads what was written: each chunk must come out as it went in.
Result<void> verifyWritten(const QString& path, const std::vector<QByteArray>& hashes, std::stop_token stop)
{
    auto bytes = model::openFile(path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const auto written = RecordingFile::open(std::move(*bytes), {}, stop);
    if (!written)
        return tl::unexpected(written.error());
    const auto& chunks = (*written)->chunks();
    if (chunks.size() != hashes.size())
        return model::fail(ErrorCode::Damaged, QStringLiteral("what was written has %1 chunks instead of %2")
                                                   .arg(chunks.size())
                                                   .arg(hashes.size()));
    return visitChunks(
        **written, static_cast<int>(chunks.size()), {}, stop, QStringLiteral("verifying was cancelled"),
        [&hashes](int chunk, const Result<Bytes>& raw) -> Result<void> {
            if (!raw)
                return tl::unexpected(raw.error());
            if (hashOf(*raw) != hashes[static_cast<std::size_t>(chunk)])
                return model::fail(ErrorCode::Damaged,
                                   QStringLiteral("what was written differs from what was read"),
                                   {.chunk = chunk});
            return {};
        });
}

io::NbtCompound salvagedMetadata(const RecordingFile& file, SalvageSummary& summary,
                                 const std::vector<ChunkEntry>& chunks)
{
    const FileDescription& about = file.description();
    io::NbtCompound tree = about.metadata.tree;
    if (!about.metadataReadable)
        summary.notes.push_back({model::Severity::Warning,
                                 QStringLiteral("metadata-lost"),
                                 QStringLiteral("the metadata could not be read; the new recording has none"),
                                 {}});
    if (about.salvaged)
        summary.notes.push_back(
            {model::Severity::Warning,
             QStringLiteral("preamble-rebuilt"),
             QStringLiteral("there was no preamble that could be read: its index was made "
                            "anew, what only it said is unknown"),
             {}});
    if (file.header().profile == Profile::S1)
        setChunkVersions(tree, chunks);
    addGaps(tree, summary.gaps);
    return tree;
}

model::WriteReport report(const SalvageSummary& summary, std::uint64_t bytes, std::int32_t ticks)
{
    model::WriteReport r;
    r.bytes = bytes;
    r.frames = ticks;
    r.details = {{QStringLiteral("chunks_kept"), summary.kept},
                 {QStringLiteral("chunks_without_index"), summary.found},
                 {QStringLiteral("ticks_kept"), static_cast<qint64>(summary.ticksKept)},
                 {QStringLiteral("ticks_without_index"), static_cast<qint64>(summary.ticksFound)},
                 {QStringLiteral("ticks_lost"), static_cast<qint64>(summary.ticksLost)}};
    r.notes = summary.notes;
    return r;
}

/// `Output`: one file or a folder.
template<typename Output, typename Assemble>
Result<model::WriteReport> salvageInto(const RecordingFile& file, const model::WriteRequest& request,
                                       const Assemble& assemble)
{
    auto out = Output::create(request.path);
    if (!out)
        return tl::unexpected(out.error());
    std::vector<QByteArray> hashes;
    auto summary = salvageChunks(
        file,
        [&](const SalvagedChunk& chunk) -> Result<void> {
            if constexpr (std::is_same_v<Output, FolderOutput>) {
                if (chunk.beginsSegment)
                    out->endSegment();
            }
            hashes.push_back(hashOf(chunk.raw));
            return out->add(chunk.entry, chunk.frame);
        },
        request.progress, request.stop);
    if (!summary)
        return tl::unexpected(summary.error());
    if (summary->kept + summary->found == 0 && summary->gaps.empty() && file.header().chunkCount == 0)
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("it holds no tick yet"));
    if (summary->kept + summary->found == 0)
        return model::fail(ErrorCode::Damaged,
                           QStringLiteral("nothing can be saved: %1")
                               .arg(summary->gaps.empty() ? QStringLiteral("there is no chunk")
                                                          : summary->gaps.front().reason));
    Header header = file.header();
    header.dictionary = 0;
    const io::NbtCompound metadata = salvagedMetadata(file, *summary, out->chunks());
    if (auto written = assemble(*out, header, metadata); !written)
        return tl::unexpected(written.error());
    if (auto verified = verifyWritten(out->temporaryPath(), hashes, request.stop); !verified)
        return tl::unexpected(verified.error());
    if (auto done = out->commit(); !done)
        return tl::unexpected(done.error());
    return report(*summary, out->bytes(), out->chunks().back().endTick());
}

} // namespace

Result<model::WriteReport> salvageRecording(const RecordingFile& file, const model::WriteRequest& request)
{
    const FileDescription& about = file.description();
    if (about.layout == Layout::Segmented)
        return salvageInto<FolderOutput>(
            file, request, [&](FolderOutput& out, const Header& header, const io::NbtCompound& metadata) {
                return out.assemble(header, metadata, about.finished);
            });
    return salvageInto<RecordingOutput>(
        file, request, [&](RecordingOutput& out, const Header& header, const io::NbtCompound& metadata) {
            return out.assemble(header, metadata, request.stop);
        });
}

} // namespace ghostline::recording
