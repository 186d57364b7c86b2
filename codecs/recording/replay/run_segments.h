// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From a keyframe of a recording to its segment: the chunks on the way to it, and what stands in for lost
// ones.
#include "codecs/recording/replay/run_index.h"
#include "codecs/recording/replay/run_segment_build.h"

namespace ghostline::recording {

/// Thread-safe.
class RunSegments
{
public:
    using SegmentPtr = std::shared_ptr<const model::Segment>;

    /// `chunk` must be one of the index. `previous` may be null.
    model::Result<SegmentPtr> read(const RunIndex& index, std::size_t chunk, const model::Segment* previous,
                                   const std::stop_token& stop) const;

private:
    model::Result<SegmentPtr> built(const RunIndex& index, std::size_t chunk,
                                    std::span<const ChunkEntry> entries, std::span<const Bytes> raws,
                                    const model::Segment* previous) const;
    model::Result<SegmentPtr> step(const RunIndex& index, std::size_t first, std::size_t last,
                                   const model::Segment* previous, const std::stop_token& stop) const;
    model::Result<SegmentPtr> play(const RunIndex& index, std::size_t chunk, const model::Segment* previous,
                                   const std::stop_token& stop) const;
    model::Result<SegmentPtr> held(const RunIndex& index, std::size_t chunk,
                                   const std::stop_token& stop) const;

    std::shared_ptr<BlockPool> m_blocks = std::make_shared<BlockPool>();
};

} // namespace ghostline::recording
