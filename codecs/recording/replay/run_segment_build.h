// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decoding a chunk into a segment: first the chunks it builds on, for their end alone, then its own ticks.
#include "codecs/recording/replay/block_pool.h"
#include "codecs/recording/replay/run_index.h"
#include "model/replay/segment.h"

namespace ghostline::recording {

/// What a chunk is decoded from.
struct SegmentInput
{
    Profile profile = Profile::H5;
    int tickRate = 20;
    int number = 0;                      ///< of the chunk, for messages
    std::span<const ChunkEntry> entries; ///< from the nearest snapshot to the chunk itself, which is last
    std::span<const Bytes> raws;         ///< beside `entries`; empty where a chunk is lost
    const ChunkStart* start = nullptr;   ///< null: the background pass has not been here
    const ChunkStart* next = nullptr;    ///< of the chunk that follows; null when there is none or unknown
    const model::Segment* previous = nullptr; ///< of the chunk before: makes `entries` one long
    std::shared_ptr<const model::StringTable> strings;
    std::shared_ptr<BlockPool> blocks;
};

/// Fails only for memory; what cannot be read of the chunk is a held state and a diagnostic of the
/// background pass. Without `start` only the player is shown, for whose numbers the others stand is not
/// known yet.
model::Result<std::shared_ptr<const model::Segment>> buildSegment(const SegmentInput& input);

} // namespace ghostline::recording
