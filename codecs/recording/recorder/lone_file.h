// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chunks in memory as one .hcrp file.
#include "codecs/recording/recorder/run_notes.h"

#include <memory>

namespace ghostline::recording {

/// A chunk for a lone file; its offset does not matter.
struct LoneChunk
{
    ChunkEntry entry;
    std::shared_ptr<const Bytes> frame;
};

/// Temporary file, fsync, rename. Ticks must begin at 0.
model::Result<void> writeLoneFile(const QString& path, RunNotes& notes, std::span<const LoneChunk> chunks);

} // namespace ghostline::recording
