// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which keyframes there are: the index of a finalised file.
#include "codecs/ironcurtain/container/sections.h"
#include "model/bytes/byte_source.h"

namespace ghostline::ironcurtain {

/// An entry of the keyframe index, or a KEYF chunk of a journal.
struct KeyframeEntry
{
    SimTick tick = 0;
    std::uint64_t offset = 0; ///< of the blob in the file
    std::uint32_t length = 0; ///< of the blob, its 4-byte prefix included
    std::uint32_t uncompressed = 0;
    bool full = false;
    bool inFile = true; ///< false: cut off, or outside its section
};

/// Strictly increasing ticks; entries that break the order are damages and left out. Fails only where the
/// device does.
model::Result<std::vector<KeyframeEntry>> readKeyframeIndex(const model::ByteSource& source,
                                                            const SectionRange& range, DamageLog& damages,
                                                            const std::stop_token& stop);
/// What is lost with keyframes that are cut off or outside of their section, up to `lastTick`.
void reportLostKeyframes(std::span<const KeyframeEntry> keyframes, const SectionRange& range,
                         SimTick lastTick, DamageLog& damages);

} // namespace ghostline::ironcurtain
