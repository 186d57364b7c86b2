// SPDX-License-Identifier: GPL-3.0-or-later
// Where a damaged recording may hold more than its index names, and what only looks like damage.
#include "codecs/recording/recording_segments.h"
#include "codecs/recording/rewrite_salvage.h"
#include "model/http_source.h"

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

/// Segments looked for one after the other where nobody can list them.
constexpr int MostProbes = 10'000;

/// The segments from `first` on that are there.
Result<std::vector<int>> probeSegments(const RecordingFile& file, int first, const std::stop_token& stop)
{
    std::vector<int> found;
    for (int segment = first; segment < first + MostProbes; ++segment) {
        const auto bytes = file.bytes()->sibling(segmentName(segment).toStdString(), stop);
        if (!bytes && bytes.error().code == ErrorCode::NotFound)
            break;
        if (!bytes && (onlyUnreachable(file, bytes.error()) || bytes.error().code == ErrorCode::Cancelled))
            return tl::unexpected(bytes.error());
        found.push_back(segment);
    }
    return found;
}

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
        auto probed = probeSegments(file, std::max(last, 0), stop);
        if (!probed)
            return tl::unexpected(probed.error());
        segments = std::move(*probed);
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
        error.advice = QStringLiteral("`repair` makes a recording of what is left, which can then be %1")
                           .arg(afterwards);
    return error;
}

} // namespace ghostline::recording
