// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/file/file_state.h"

#include <algorithm>

namespace ghostline::recording {

const LostChunk* FileState::lostChunk(int chunk) const
{
    const auto at = std::lower_bound(lost.begin(), lost.end(), chunk,
                                     [](const LostChunk& one, int wanted) { return one.chunk < wanted; });
    return at != lost.end() && at->chunk == chunk ? &*at : nullptr;
}

QString FileState::fileOf(const ChunkEntry& entry) const
{
    return description.layout == Layout::Segmented ? segmentName(entry.segment())
                                                   : QStringLiteral("the file");
}

std::uint64_t FileState::offsetOf(const ChunkEntry& entry) const
{
    return description.layout == Layout::Segmented ? entry.offsetInSegment()
                                                   : static_cast<std::uint64_t>(entry.offset);
}

model::Error FileState::chunkError(int chunk, const model::Error& why) const
{
    model::Error error = why;
    error.file = name;
    error.where.chunk = chunk;
    if (chunk < 0 || static_cast<std::size_t>(chunk) >= description.chunks.size()) {
        error.message = QStringLiteral("there is no chunk %1: %2").arg(chunk).arg(why.message);
        return error;
    }
    const ChunkEntry& entry = description.chunks[static_cast<std::size_t>(chunk)];
    error.where.frame = entry.startTick;
    error.where.offset = offsetOf(entry);
    error.message = QStringLiteral("chunk %1 (ticks %2 to %3) at offset %4 in %5 cannot be read: %6")
                        .arg(chunk)
                        .arg(entry.startTick)
                        .arg(std::int64_t{entry.startTick} + entry.tickCount - 1)
                        .arg(offsetOf(entry))
                        .arg(fileOf(entry), why.message);
    return error;
}

void FileState::say(model::Severity severity, const char* code, const QString& message, model::Location where)
{
    description.diagnostics.push_back({severity, QString::fromLatin1(code), message, where});
}

} // namespace ghostline::recording
