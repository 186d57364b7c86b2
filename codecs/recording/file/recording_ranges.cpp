// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/file/recording_ranges.h"

#include "codecs/recording/format/limits.h"

#include <algorithm>
#include <tuple>

namespace ghostline::recording {

using model::Error;
using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

struct Wanted
{
    int chunk = 0;
    int segment = 0; ///< 0 for a file of one piece
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Ranges that are one read.
struct Group
{
    std::size_t first = 0; ///< in the sorted list
    std::size_t last = 0;  ///< behind it
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Bytes read without being zeroed before.
struct Buffer
{
    std::unique_ptr<std::byte[]> bytes;
    std::size_t capacity = 0;

    std::span<std::byte> of(std::size_t size)
    {
        if (size > capacity) {
            bytes = std::make_unique_for_overwrite<std::byte[]>(size);
            capacity = size;
        }
        return {bytes.get(), size};
    }
};

Error lostError(const LostChunk& lost)
{
    return {lost.code == QLatin1String("segment-missing") || lost.code == QLatin1String("dictionary-missing")
                ? ErrorCode::NotFound
                : ErrorCode::Damaged,
            lost.reason,
            {},
            {},
            {}};
}

Wanted wantedOf(const FileState& file, int chunk)
{
    const ChunkEntry& entry = file.description.chunks[static_cast<std::size_t>(chunk)];
    const std::uint64_t begin = file.offsetOf(entry);
    return {chunk, file.description.layout == Layout::Segmented ? entry.segment() : 0, begin,
            begin + static_cast<std::uint64_t>(entry.compressedBytes)};
}

/// Sorts by place and joins what is close.
std::vector<Group> groupRanges(std::vector<Wanted>& wanted)
{
    std::sort(wanted.begin(), wanted.end(), [](const Wanted& a, const Wanted& b) {
        return std::tie(a.segment, a.begin, a.chunk) < std::tie(b.segment, b.begin, b.chunk);
    });
    std::vector<Group> groups;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const Wanted& one = wanted[i];
        if (!groups.empty() && wanted[i - 1].segment == one.segment) {
            Group& group = groups.back();
            const std::uint64_t end = std::max(group.end, one.end);
            if (one.begin <= group.end + MergeGap && end - group.begin <= MaxMergedRead) {
                group.last = i + 1;
                group.end = end;
                continue;
            }
        }
        groups.push_back({i, i + 1, one.begin, one.end});
    }
    return groups;
}

Result<std::shared_ptr<const model::ByteSource>> sourceOf(const FileState& file, int segment,
                                                          const std::stop_token& stop)
{
    if (file.description.layout == Layout::Compacted)
        return file.source;
    auto source = file.segments->open(segment, stop);
    if (!source && source.error().code == ErrorCode::NotFound)
        return fail(ErrorCode::NotFound, QStringLiteral("%1 is missing").arg(segmentName(segment)));
    return source;
}

/// Reads a range, fewer bytes where the file ends; from what opening has read where that has it.
Result<std::span<const std::byte>> readRange(const FileState& file, int segment, std::uint64_t begin,
                                             std::uint64_t end, Buffer& buffer, const std::stop_token& stop)
{
    if (end <= file.head.size())
        return std::span<const std::byte>(file.head).subspan(static_cast<std::size_t>(begin),
                                                             static_cast<std::size_t>(end - begin));
    const auto source = sourceOf(file, segment, stop);
    if (!source)
        return tl::unexpected(source.error());
    const std::span<std::byte> out = buffer.of(static_cast<std::size_t>(end - begin));
    const Result<std::size_t> got = (*source)->read(begin, out, stop);
    if (!got)
        return tl::unexpected(got.error());
    return std::span<const std::byte>(out.first(*got));
}

/// The part of a read that is this chunk.
Result<std::span<const std::byte>> partOf(std::span<const std::byte> read, std::uint64_t readBegin,
                                          const Wanted& one)
{
    const std::uint64_t begin = one.begin - readBegin;
    const std::uint64_t end = one.end - readBegin;
    if (end > read.size())
        return fail(ErrorCode::Damaged, QStringLiteral("the file ends at byte %1, the chunk at %2")
                                            .arg(readBegin + read.size())
                                            .arg(one.end));
    return read.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

Result<void> checkChunk(const FileState& file, int chunk)
{
    if (chunk < 0 || static_cast<std::size_t>(chunk) >= file.description.chunks.size())
        return fail(ErrorCode::InvalidArgument, QStringLiteral("there is no chunk %1").arg(chunk),
                    {.chunk = chunk});
    if (const LostChunk* lost = file.lostChunk(chunk))
        return tl::unexpected(file.chunkError(chunk, lostError(*lost)));
    return {};
}

/// The compressed bytes of one chunk, in `buffer` or in what opening has read.
Result<std::span<const std::byte>> readFrame(const FileState& file, int chunk, Buffer& buffer,
                                             const std::stop_token& stop)
{
    const Wanted one = wantedOf(file, chunk);
    const auto read = readRange(file, one.segment, one.begin, one.end, buffer, stop);
    if (!read)
        return tl::unexpected(
            read.error().code == ErrorCode::Cancelled ? read.error() : file.chunkError(chunk, read.error()));
    auto frame = partOf(*read, one.begin, one);
    if (!frame)
        return tl::unexpected(file.chunkError(chunk, frame.error()));
    return frame;
}

} // namespace

Result<std::vector<Result<Bytes>>> readChunks(const FileState& file, int first, int end,
                                              const std::stop_token& stop)
{
    if (first < 0 || end < first || static_cast<std::size_t>(end) > file.description.chunks.size())
        return fail(ErrorCode::InvalidArgument,
                    QStringLiteral("chunks %1 to %2 do not exist").arg(first).arg(end));
    std::vector<Result<Bytes>> out(static_cast<std::size_t>(end - first));
    const auto at = [&](int chunk) -> Result<Bytes>& { return out[static_cast<std::size_t>(chunk - first)]; };
    std::vector<Wanted> wanted;
    wanted.reserve(out.size());
    for (int chunk = first; chunk < end; ++chunk) {
        if (Result<void> there = checkChunk(file, chunk); !there)
            at(chunk) = tl::unexpected(there.error());
        else
            wanted.push_back(wantedOf(file, chunk));
    }
    if (wanted.empty())
        return out;
    if (Result<void> ready = file.frames->prepare(stop); !ready) {
        if (ready.error().code == ErrorCode::Cancelled)
            return tl::unexpected(ready.error());
        for (const Wanted& one : wanted) // without the dictionary reading them is in vain
            at(one.chunk) = tl::unexpected(file.chunkError(one.chunk, ready.error()));
        return out;
    }
    // What opening has read already is not part of any read.
    const auto inHead = std::stable_partition(
        wanted.begin(), wanted.end(), [&file](const Wanted& one) { return one.end > file.head.size(); });
    std::vector<Wanted> kept(inHead, wanted.end());
    wanted.erase(inHead, wanted.end());
    const auto unpack = [&](const Wanted& one, const Result<std::span<const std::byte>>& frame) {
        Result<Bytes>& raw = at(one.chunk);
        if (!frame) {
            raw = tl::unexpected(file.chunkError(one.chunk, frame.error()));
            return;
        }
        const auto& entry = file.description.chunks[static_cast<std::size_t>(one.chunk)];
        if (Result<void> done = file.frames->decompress(*frame, entry.rawBytes, *raw); !done)
            raw = tl::unexpected(file.chunkError(one.chunk, done.error()));
    };
    for (const Wanted& one : kept)
        unpack(one, partOf(file.head, 0, one));
    Buffer buffer;
    for (const Group& group : groupRanges(wanted)) {
        if (stop.stop_requested())
            return model::cancelled();
        const auto read = readRange(file, wanted[group.first].segment, group.begin, group.end, buffer, stop);
        if (!read && read.error().code == ErrorCode::Cancelled)
            return tl::unexpected(read.error());
        for (std::size_t i = group.first; i < group.last; ++i)
            unpack(wanted[i], read ? partOf(*read, group.begin, wanted[i])
                                   : Result<std::span<const std::byte>>(tl::unexpected(read.error())));
    }
    return out;
}

Result<void> readChunk(const FileState& file, int chunk, Bytes& raw, const std::stop_token& stop)
{
    if (Result<void> there = checkChunk(file, chunk); !there)
        return there;
    if (Result<void> ready = file.frames->prepare(stop); !ready)
        return tl::unexpected(file.chunkError(chunk, ready.error()));
    Buffer buffer;
    const auto frame = readFrame(file, chunk, buffer, stop);
    if (!frame)
        return tl::unexpected(frame.error());
    const ChunkEntry& entry = file.description.chunks[static_cast<std::size_t>(chunk)];
    if (Result<void> done = file.frames->decompress(*frame, entry.rawBytes, raw); !done)
        return tl::unexpected(file.chunkError(chunk, done.error()));
    return {};
}

Result<Bytes> readCompressed(const FileState& file, int chunk, const std::stop_token& stop)
{
    if (Result<void> there = checkChunk(file, chunk); !there) {
        // Compressed bytes can be had without the dictionary.
        const LostChunk* lost = file.lostChunk(chunk);
        if (lost == nullptr || lost->code != QLatin1String("dictionary-missing"))
            return tl::unexpected(there.error());
    }
    Buffer buffer;
    const auto frame = readFrame(file, chunk, buffer, stop);
    if (!frame)
        return tl::unexpected(frame.error());
    return Bytes(frame->begin(), frame->end());
}

} // namespace ghostline::recording
