// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/rewrite/chunk_visit.h"

#include <algorithm>

namespace ghostline::recording {

using model::Result;

int batchEnd(const std::vector<ChunkEntry>& chunks, int first)
{
    constexpr std::int64_t BytesOfBatch = std::int64_t{8} << 20; // decompressed
    int end = first;
    std::int64_t bytes = 0;
    while (end < static_cast<int>(chunks.size()) && (end == first || bytes < BytesOfBatch))
        bytes += chunks[static_cast<std::size_t>(end++)].rawBytes;
    return end;
}

Result<void> visitChunks(const RecordingFile& file, int count, const model::Progress& progress,
                         const std::stop_token& stop, const QString& cancelled, const ChunkVisitor& visit)
{
    for (int first = 0; first < count;) {
        const int end = std::min(batchEnd(file.chunks(), first), count);
        auto raws = file.readChunks(first, end, stop);
        if (!raws)
            return tl::unexpected(raws.error());
        for (int chunk = first; chunk < end; ++chunk) {
            if (stop.stop_requested() || (progress && !progress(static_cast<double>(chunk) / count)))
                return model::cancelled(cancelled);
            if (auto done = visit(chunk, (*raws)[static_cast<std::size_t>(chunk - first)]); !done)
                return done;
        }
        first = end;
    }
    return {};
}

} // namespace ghostline::recording
