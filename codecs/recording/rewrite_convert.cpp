// SPDX-License-Identifier: GPL-3.0-or-later
// A recording, or a part of it, as one file.
#include "codecs/recording/rewrite.h"
#include "codecs/recording/rewrite_cut.h"
#include "codecs/recording/rewrite_metadata.h"
#include "codecs/recording/rewrite_output.h"
#include "codecs/recording/rewrite_salvage.h"
#include "codecs/recording/rewrite_verify.h"

#include <algorithm>
#include <cmath>

namespace ghostline::recording {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::Result;

namespace {

constexpr int LongestInterval = 1'000'000;
constexpr qsizetype DraftWorldVersion = 16; ///< bytes, fixed

struct Wish
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

Result<Wish> readWish(const model::WriteRequest& request, const FileDescription& about, std::int32_t ticks)
{
    Wish wish;
    wish.target = request.codec.value(u"profile"_s) == "s1"_L1 ? Profile::S1 : Profile::H5;
    const auto level = number(request.codec, u"level"_s, RecorderLevel, 1, 22);
    if (!level)
        return tl::unexpected(level.error());
    const auto interval = number(request.codec, u"keyframe_interval"_s, 0, 1, LongestInterval);
    if (!interval)
        return tl::unexpected(interval.error());
    wish.level = *level;
    wish.interval = *interval;
    wish.first = static_cast<std::int32_t>(std::clamp<model::FrameNumber>(request.frames.first, 0, ticks));
    wish.end = static_cast<std::int32_t>(std::clamp<model::FrameNumber>(request.frames.end, 0, ticks));
    const double window = request.codec.value(u"window"_s).toDouble();
    if (!std::isfinite(window) || window < 0.0)
        return model::fail(ErrorCode::InvalidArgument, u"window must be seconds from 0 on"_s);
    if (window > 0.0) {
        const double kept = std::ceil(window * about.metadata.tickRate);
        if (kept < wish.end - wish.first)
            wish.first = wish.end - static_cast<std::int32_t>(kept);
    }
    if (wish.first >= wish.end)
        return model::fail(ErrorCode::InvalidArgument, u"there is no tick to write"_s);
    return wish;
}

/// Chunks as they are, newly compressed.
bool keepsChunks(const Wish& wish, const Header& header, std::int32_t ticks)
{
    return wish.first == 0 && wish.end == ticks && wish.interval == 0 &&
           (wish.target == Profile::S1) == (header.profile == Profile::S1);
}

/// What the target's header or metadata hold in another way, or not at all.
void adapt(const Wish& wish, const RecordingFile& file, const std::vector<ChunkEntry>& chunks, Header& header,
           io::NbtCompound& tree, model::DiagnosticList& notes)
{
    const bool fromS1 = file.header().profile == Profile::S1;
    const bool toS1 = wish.target == Profile::S1;
    const auto drop = [&tree](const QString& key) {
        std::erase_if(tree.entries, [&key](const auto& entry) { return entry.first == key; });
    };
    if (wish.first > 0 || wish.end < file.chunks().back().endTick()) {
        header.startMs += std::int64_t{wish.first} * 1000 / file.description().metadata.tickRate;
        cutMetadata(tree, wish.first, wish.end);
    }
    header.profile = wish.target;
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

using ChunkVisitor = std::function<Result<void>(int chunk, const Result<Bytes>& raw)>;

Result<void> visitChunks(const RecordingFile& file, std::int32_t endTick, const model::WriteRequest& request,
                         const ChunkVisitor& visit)
{
    const auto& chunks = file.chunks();
    const auto behind =
        std::lower_bound(chunks.begin(), chunks.end(), endTick,
                         [](const ChunkEntry& c, std::int32_t tick) { return c.startTick < tick; });
    const int count = static_cast<int>(behind - chunks.begin());
    for (int first = 0; first < count;) {
        const int end = std::min(batchEnd(chunks, first), count);
        const auto raws = file.readChunks(first, end, request.stop);
        if (!raws)
            return tl::unexpected(raws.error());
        for (int chunk = first; chunk < end; ++chunk) {
            if (request.stop.stop_requested() ||
                (request.progress && !request.progress(static_cast<double>(chunk) / count)))
                return model::fail(ErrorCode::Cancelled, u"writing was cancelled"_s);
            if (auto done = visit(chunk, (*raws)[static_cast<std::size_t>(chunk - first)]); !done)
                return done;
        }
        first = end;
    }
    return {};
}

} // namespace

Result<model::WriteReport> writeRecording(const RecordingFile& file, const model::WriteRequest& request)
{
    const FileDescription& about = file.description();
    if (about.chunks.empty())
        return model::fail(ErrorCode::InvalidArgument, u"there is no chunk to write"_s);
    const std::int32_t ticks = about.chunks.back().endTick();
    const auto wish = readWish(request, about, ticks);
    if (!wish)
        return tl::unexpected(wish.error());
    auto out = RecordingOutput::create(request.path);
    if (!out)
        return tl::unexpected(out.error());

    FrameCompressor compressor(wish->level);
    qint64 rawBytes = 0;
    const auto take = [&](const ChunkEntry& entry, std::span<const std::byte> raw) -> Result<void> {
        const auto frame = compressor.compress(raw);
        if (!frame)
            return tl::unexpected(frame.error());
        rawBytes += static_cast<qint64>(raw.size());
        return out->add(entry, *frame);
    };
    model::WriteReport report;
    ChunkCutter cutter(file, {wish->target, wish->first, wish->end, wish->interval, about.metadata.tickRate},
                       take);
    const bool keeps = keepsChunks(*wish, about.header, ticks);
    const auto visit = [&](int chunk, const Result<Bytes>& raw) -> Result<void> {
        if (!keeps)
            return cutter.add(chunk, raw);
        if (raw)
            return take(about.chunks[static_cast<std::size_t>(chunk)], *raw);
        return tl::unexpected(withRepairAdvice(file, raw.error(), u"converted"_s));
    };
    if (auto visited = visitChunks(file, wish->end, request, visit); !visited)
        return tl::unexpected(visited.error());
    if (auto done = cutter.finish(); !done)
        return tl::unexpected(done.error());

    Header header = about.header;
    io::NbtCompound tree = about.metadata.tree;
    adapt(*wish, file, out->chunks(), header, tree, report.notes);
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
    report.frames = wish->end - wish->first;
    report.details = {{u"profile"_s, wish->target == Profile::S1 ? u"s1"_s : u"h5"_s},
                      {u"level"_s, wish->level},
                      {u"chunks"_s, static_cast<qint64>(out->chunks().size())},
                      {u"uncompressed_bytes"_s, rawBytes},
                      {u"chunks_as_recorded"_s, keeps}};
    return report;
}

} // namespace ghostline::recording
