// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chunks of a ring as a recording of its own: ticks counted from 0, and where they come from in hc:ring.
#include "codecs/recording/recorder/lone_recorder.h"
#include "codecs/recording/recorder/ring_recorder.h"

namespace ghostline::recording {

struct RingChunk
{
    ChunkEntry entry; ///< ticks of the ring
    std::shared_ptr<const Bytes> frame;
    std::int64_t startMs = 0; ///< Unix time of its first tick
};

model::Result<void> writeRing(const RingSave& save, const QString& reason, const RecorderHead& head,
                              std::span<const RingChunk> chunks);

} // namespace ghostline::recording
