// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decoding a whole .butter file once, in order, and saying what is wrong with it.
#include "codecs/echo/butter/chunk_loader.h"

namespace ghostline::echo::butter {

/// What decoding a chunk needs of those before it.
struct Carry final : ChunkCarry
{
    Running running;
    TimeState times;
    /// Skeletons are large and chunks may be of single frames: then those of chunk `originChunk`, not far
    /// before, are decoded up to this one. Null = `running` has them.
    std::shared_ptr<const Carry> origin;
    std::size_t originChunk = 0;
    std::size_t bytes() const override { return sizeof *this + running.bones.capacity() * sizeof(BoneSet); }
};

/// As FrameFile::scan(); the chunks it brings carry a Carry.
model::Result<void> scanChunks(const ChunkLoader& loader, ChunkDecoder& decoder, ScanSink& sink,
                               const std::stop_token& stop);

} // namespace ghostline::echo::butter
