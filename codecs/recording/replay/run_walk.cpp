// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_walk.h"

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::FrameNumber;
using model::Result;

namespace {

constexpr std::int64_t BatchBytes = std::int64_t{4} << 20;
constexpr std::int64_t BatchRawBytes = std::int64_t{16} << 20;

/// Chunks that are read together, from this one on.
std::size_t batchEnd(const std::vector<RunChunk>& chunks, std::size_t first)
{
    std::int64_t bytes = 0;
    std::int64_t raw = 0;
    std::size_t end = first;
    while (end < chunks.size() && chunks[end].number >= 0) {
        bytes += chunks[end].entry.compressedBytes;
        raw += chunks[end].entry.rawBytes;
        if (end > first &&
            (bytes > BatchBytes || raw > BatchRawBytes || chunks[end].number != chunks[end - 1].number + 1))
            break;
        ++end;
    }
    return end;
}

std::size_t chunkAt(const std::vector<RunChunk>& chunks, FrameNumber tick)
{
    const auto after =
        std::upper_bound(chunks.begin(), chunks.end(), tick,
                         [](FrameNumber t, const RunChunk& c) { return t < c.entry.startTick; });
    return after == chunks.begin() ? 0 : static_cast<std::size_t>(after - chunks.begin()) - 1;
}

} // namespace

Result<void> walkChunks(const RunIndex& run, const WalkVisitor& visit, std::stop_token stop)
{
    const auto& chunks = *run.chunks;
    std::size_t i = 0;
    while (i < chunks.size()) {
        if (stop.stop_requested())
            return model::cancelled();
        if (chunks[i].number < 0) {
            if (!visit(i, model::fail(ErrorCode::NotFound,
                                      QStringLiteral("no chunk of the index holds these ticks"))))
                return {};
            ++i;
            continue;
        }
        const std::size_t end = batchEnd(chunks, i);
        auto read = run.file->readChunks(chunks[i].number, chunks[end - 1].number + 1, stop);
        if (!read && read.error().code == ErrorCode::Cancelled)
            return tl::unexpected(read.error());
        for (std::size_t k = 0; i < end; ++i, ++k) {
            const bool there = read && k < read->size();
            const Result<Bytes> raw = there  ? std::move((*read)[k])
                                      : read ? model::fail(ErrorCode::Damaged, QStringLiteral("not read"))
                                             : tl::unexpected(read.error());
            if (!visit(i, raw))
                return {};
        }
    }
    return {};
}

Result<World> worldAt(const RunIndex& run, FrameNumber tick, std::stop_token stop)
{
    const auto& chunks = *run.chunks;
    if (tick < 0 || chunks.empty() || tick >= chunks.back().entry.endTick())
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("there is no tick %1").arg(tick));
    const std::size_t last = chunkAt(chunks, tick);
    if ((*run.lost)[last])
        return model::fail(ErrorCode::Damaged, QStringLiteral("tick %1 is lost").arg(tick),
                           {.offset = chunks[last].place, .frame = tick, .chunk = chunks[last].number});
    std::size_t first = last;
    while (first > 0 && !chunks[first].entry.hasSnapshot() && chunks[first - 1].number >= 0)
        --first;
    World world;
    if (first < run.starts.size()) {
        world.setRun(run.starts[first]->run);
        world.setHeldSlots(run.starts[first]->heldSlots);
    }
    Bytes raw;
    for (std::size_t i = first; i <= last; ++i) {
        if (auto read = run.file->readChunk(chunks[i].number, raw, stop); !read)
            return tl::unexpected(read.error());
        if (auto played = playChunk(world, run.file->header().profile, chunks[i].entry, chunks[i].number, raw,
                                    run.file->description().metadata.tickRate, tick);
            !played)
            return tl::unexpected(played.error());
    }
    return world;
}

std::optional<double> firstHeight(const RunIndex& run, std::stop_token stop)
{
    if (run.chunks->empty() || run.chunks->front().number < 0)
        return std::nullopt;
    const auto world = worldAt(run, 0, std::move(stop));
    if (!world || !world->player().placed)
        return std::nullopt;
    return world->player().position.value().y;
}

} // namespace ghostline::recording
