// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chunks of one section of a finalised file, by their heads.
#include "codecs/ironcurtain/container/chunk.h"
#include "codecs/ironcurtain/container/sections.h"
#include "model/bytes/byte_source.h"

namespace ghostline::ironcurtain {

struct SectionWalk
{
    std::vector<ChunkEntry> chunks; ///< in file order
    DamageList damages;
    std::uint64_t unlisted = 0; ///< damages beyond what the list holds
};

/// Where a tag, a length or a CRC is wrong the next chunk whose CRC holds is searched; CRCs of chunks that
/// look undamaged are not calculated. `in`: what `range` is; `lastTick`: up to which a damage at the end
/// costs. Fails only where the device does.
model::Result<SectionWalk> walkSection(const model::ByteSource& source, Section in, const SectionRange& range,
                                       ChunkKind kind, SimTick lastTick, const std::stop_token& stop);

} // namespace ghostline::ironcurtain
