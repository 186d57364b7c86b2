// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One chunk decoded for showing: a sparse track per actor, blocks as layers that share their sections.
#include "codecs/recording/run_index.h"
#include "model/segment.h"

#include <mutex>

namespace ghostline::recording {

/// Block kinds and sections of one recording, shared by all its segments, so that the same content is the
/// same object. Thread-safe; kinds only grow; sections are forgotten when nobody holds them.
class BlockPool
{
public:
    BlockPool();
    ~BlockPool();
    /// Index of a kind in kinds(); `colours` decide how it looks. The last index stands for "too many".
    std::uint16_t kind(const Kind& block);
    static constexpr std::uint16_t Air = 0xFFFF; ///< kind() of what leaves its cell empty
    std::shared_ptr<const std::vector<model::GridKind>> kinds() const;
    /// Copied only where nobody holds the same.
    std::shared_ptr<const model::GridSection> section(const model::GridSection& content);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

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

/// Actor and match properties, skeletons: the same for every run. See run_properties.cpp.
void declareProperties(model::ReplayInfo& info);

/// Fails only for memory; what cannot be read of the chunk is a held state and a diagnostic of the
/// background pass. Without `start` only the player is shown, for whose numbers the others stand is not
/// known yet.
model::Result<std::shared_ptr<const model::Segment>> buildSegment(const SegmentInput& input);

} // namespace ghostline::recording
