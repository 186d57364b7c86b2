// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/lone_file.h"

#include "model/atomic_file.h"

namespace ghostline::recording {

model::Result<void> writeLoneFile(const QString& path, RunNotes& notes, std::span<const LoneChunk> chunks)
{
    std::vector<ChunkEntry> entries;
    entries.reserve(chunks.size());
    std::int64_t offset = 0;
    for (const LoneChunk& chunk : chunks) {
        entries.push_back(chunk.entry);
        entries.back().offset = offset;
        offset += chunk.entry.compressedBytes;
    }
    auto file = model::AtomicFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    if (auto put = file->write(notes.preamble(std::move(entries), true)); !put)
        return put;
    for (const LoneChunk& chunk : chunks) {
        if (auto put = file->write(*chunk.frame); !put)
            return put;
    }
    return file->commit();
}

} // namespace ghostline::recording
