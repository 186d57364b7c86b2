// SPDX-License-Identifier: GPL-3.0-or-later
// Reads from the last snapshot before a keyframe up to it.
#include "codecs/recording/replay/run_segments.h"

#include "codecs/recording/replay/run_scan.h"

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;
using Segment = RunSegments::SegmentPtr;

namespace {

/// Chunks decompressed at once for one segment; a longer way is gone in steps.
constexpr std::int64_t StepRawBytes = std::int64_t{64} << 20;

} // namespace

Result<Segment> RunSegments::read(const RunIndex& index, std::size_t chunk, const model::Segment* previous,
                                  const std::stop_token& stop) const
{
    auto segment = play(index, chunk, previous, stop);
    return segment && *segment == nullptr ? held(index, chunk, stop) : segment;
}

/// Chunks [first, last], of which the last becomes a segment; null where it turns out that it cannot be had.
Result<Segment> RunSegments::step(const RunIndex& index, std::size_t first, std::size_t last,
                                  const model::Segment* previous, const std::stop_token& stop) const
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
        else if (mayComeBack(raw.error(), *index.file) && index.revision->growing) {
            raw.error().code = ErrorCode::IoError; // of a recorder that is just writing it
            return tl::unexpected(raw.error());
        } else
            return Segment(); // and with it what builds on it
    }
    return built(index, last, entries, raws, previous);
}

Result<Segment> RunSegments::built(const RunIndex& index, std::size_t chunk,
                                   std::span<const ChunkEntry> entries, std::span<const Bytes> raws,
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
    input.blocks = m_blocks;
    return buildSegment(input);
}

/// A chunk from the last snapshot before it; null where it cannot be had.
Result<Segment> RunSegments::play(const RunIndex& index, std::size_t chunk, const model::Segment* previous,
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
Result<Segment> RunSegments::held(const RunIndex& index, std::size_t chunk, const std::stop_token& stop) const
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

} // namespace ghostline::recording
