// SPDX-License-Identifier: GPL-3.0-or-later
// From a keyframe to a segment, and everything else that is read on demand.
#include "codecs/io/source_support.h"
#include "codecs/recording/recording_source_private.h"
#include "codecs/recording/run_native.h"
#include "codecs/recording/run_records.h"
#include "codecs/recording/run_scene.h"

#include <algorithm>
#include <cmath>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;
using Segment = SegmentPtr;

namespace {

/// Chunks decompressed at once for one segment; a longer way is gone in steps.
constexpr std::int64_t StepRawBytes = std::int64_t{64} << 20;

} // namespace

/// Chunks [first, last], of which the last becomes a segment; null where it turns out that it cannot be had.
Result<Segment> RecordingSource::Private::step(const RunIndex& index, std::size_t first, std::size_t last,
                                               const model::Segment* previous,
                                               const std::stop_token& stop) const
{
    const auto& chunks = *index.chunks;
    std::vector<ChunkEntry> entries;
    std::vector<Bytes> raws(last - first + 1);
    entries.reserve(raws.size());
    for (std::size_t i = first; i <= last; ++i)
        entries.push_back(chunks[i].entry);
    auto got = index.file->readChunks(chunks[first].number, chunks[last].number + 1, stop);
    if (!got)
        return tl::unexpected(got.error());
    for (std::size_t i = 0; i < raws.size() && i < got->size(); ++i) {
        model::Result<Bytes>& raw = (*got)[i];
        if (raw)
            raws[i] = std::move(*raw);
        else if (raw.error().code == ErrorCode::Cancelled || raw.error().code == ErrorCode::IoError ||
                 raw.error().code == ErrorCode::Changed)
            return tl::unexpected(raw.error()); // another time it may be there
        else if (mayComeBack(raw.error(), *index.file) && mayGrow(*index.file)) {
            raw.error().code = ErrorCode::IoError; // of a recorder that is just writing it
            return tl::unexpected(raw.error());
        } else
            return Segment(); // and with it what builds on it
    }
    return built(index, last, entries, raws, previous);
}

Result<Segment> RecordingSource::Private::built(const RunIndex& index, std::size_t chunk,
                                                std::span<const ChunkEntry> entries,
                                                std::span<const Bytes> raws,
                                                const model::Segment* previous) const
{
    SegmentInput input;
    input.profile = index.file->header().profile;
    input.tickRate = index.file->description().metadata.tickRate;
    input.number = (*index.chunks)[chunk].number;
    input.entries = entries;
    input.raws = raws;
    input.start = chunk < index.starts.size() ? index.starts[chunk].get() : nullptr;
    input.next = chunk + 1 < index.starts.size() ? index.starts[chunk + 1].get() : nullptr;
    input.previous = previous;
    input.strings = index.revision->info->strings;
    input.blocks = blocks;
    return buildSegment(input);
}

/// A chunk from the last snapshot before it; null where it cannot be had.
Result<Segment> RecordingSource::Private::play(const RunIndex& index, std::size_t chunk,
                                               const model::Segment* previous,
                                               const std::stop_token& stop) const
{
    const auto& chunks = *index.chunks;
    if ((*index.lost)[chunk])
        return Segment();
    std::size_t first = chunk;
    if (previous == nullptr || chunks[chunk].entry.hasSnapshot()) {
        previous = nullptr;
        while (first > 0 && !chunks[first].entry.hasSnapshot() && chunks[first - 1].number >= 0)
            --first;
    }
    // A long way is gone in steps, so that it never lies in memory as a whole.
    Segment before;
    while (true) {
        std::size_t end = first;
        std::int64_t raw = chunks[first].entry.rawBytes;
        while (end < chunk && raw + chunks[end + 1].entry.rawBytes <= StepRawBytes)
            raw += chunks[++end].entry.rawBytes;
        auto reached = step(index, first, end, previous, stop);
        if (!reached || *reached == nullptr || end == chunk)
            return reached;
        before = std::move(*reached);
        previous = before.get();
        first = end + 1;
    }
}

/// A chunk that is lost: the end of the last one before it that is not, held.
Result<Segment> RecordingSource::Private::held(const RunIndex& index, std::size_t chunk,
                                               const std::stop_token& stop) const
{
    Segment before;
    int tries = 4; // before the background pass has been here, more may be broken than is known
    for (std::size_t good = chunk; good-- > 0 && before == nullptr && tries > 0;) {
        if ((*index.lost)[good])
            continue;
        auto found = play(index, good, nullptr, stop);
        if (!found)
            return found;
        before = std::move(*found);
        --tries;
    }
    ChunkEntry entry = (*index.chunks)[chunk].entry;
    entry.flags = 0; // its snapshot is lost with it
    const Bytes nothing;
    return built(index, chunk, std::span(&entry, 1), std::span(&nothing, 1), before.get());
}

Result<Segment> RecordingSource::readSegment(int keyframe, const model::Segment* previous,
                                             std::stop_token stop) const
{
    const auto run = d->current();
    if (keyframe < 0 || static_cast<std::size_t>(keyframe) >= run->chunks->size())
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no segment %1; the recording has %2")
                               .arg(keyframe)
                               .arg(run->chunks->size()));
    try {
        const auto chunk = static_cast<std::size_t>(keyframe);
        auto segment = d->play(*run, chunk, previous, stop);
        return segment && *segment == nullptr ? d->held(*run, chunk, stop) : segment;
    } catch (const std::bad_alloc&) {
        return tl::unexpected(io::noMemory());
    }
}

Result<std::vector<model::StreamInfo>> RecordingSource::streams(std::stop_token stop) const
{
    return runStreams(*d->current(), std::move(stop));
}

Result<void> RecordingSource::readRecords(const QString& stream, const model::RecordSink& sink,
                                          std::stop_token stop) const
{
    return runRecords(*d->current(), stream, sink, std::move(stop));
}

Result<model::SceneDescription> RecordingSource::scene(std::stop_token stop) const
{
    auto scene = runScene(d->options.scenePath, stop);
    if (!scene)
        return scene;
    const auto run = d->current();
    const std::optional<double> ground = run->ground ? run->ground : firstHeight(*run, stop);
    // Half a million kilometres up or down is no height but damage.
    constexpr double Highest = 1e6;
    if (ground && std::abs(*ground) < Highest)
        scene->groundHeight = std::floor(*ground);
    return scene;
}

std::vector<model::Verdict> RecordingSource::verify(const model::Progress& progress,
                                                    std::stop_token stop) const
{
    return verifyRun(*d->current(), progress, std::move(stop));
}

Result<QJsonObject> RecordingSource::nativeState(model::FrameNumber frame, std::stop_token stop) const
{
    return runNativeState(*d->current(), frame, std::move(stop));
}

Result<std::uint64_t> RecordingSource::readRaw(std::stop_token stop) const
{
    const auto file = this->file();
    Bytes raw;
    std::uint64_t sum = 0;
    for (int i = 0; i < static_cast<int>(file->chunks().size()); ++i) {
        if (stop.stop_requested())
            return model::fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
        const auto read = file->readChunk(i, raw, stop);
        if (!read && read.error().code == ErrorCode::Cancelled)
            return tl::unexpected(read.error());
        if (read)
            sum += raw.size();
    }
    return sum;
}

} // namespace ghostline::recording
