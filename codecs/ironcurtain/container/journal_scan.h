// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A journal: one pass over its chunks, each held against its CRC; where one is damaged the next is searched.
#include "codecs/ironcurtain/container/chunk.h"
#include "codecs/ironcurtain/container/keyframe_index.h"

#include <functional>
#include <map>

namespace ghostline::ironcurtain {

struct JournalChunks
{
    std::map<ChunkKind, std::vector<ChunkEntry>> byKind; ///< every kind, in file order
    std::vector<KeyframeEntry> keyframes;
    SimTick lastTick = 0; ///< the largest tick there is
};

/// Reads from `begin` to the end of the file at `size`. Fails where the device does or when `progress` says
/// false: Cancelled.
model::Result<JournalChunks> scanJournal(const model::ByteSource& source, std::uint64_t begin,
                                         std::uint64_t size, DamageLog& damages,
                                         const std::function<bool(double)>& progress,
                                         const std::stop_token& stop);

} // namespace ghostline::ironcurtain
