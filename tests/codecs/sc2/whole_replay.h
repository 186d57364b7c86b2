// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A replay opened from memory, and looked at everywhere: whatever its bytes are, it fails with a reason or
// can be shown at any loop, in any order, and always says the same.
#include "codecs/sc2/sample/ladder_game.h"
#include "codecs/sc2/sc2_codec.h"
#include "model/bytes/byte_sources.h"
#include "tests/support/sound_index.h"

#include <algorithm>

namespace ghostline::test {

using OpenedReplay = std::unique_ptr<model::ReplaySource>;

model::Result<OpenedReplay> openReplay(std::vector<std::byte> bytes);
/// The bundled sample, made once.
const std::vector<std::byte>& ladderBytes();
/// What is wrong with what the source says; empty when nothing is. `records`: all of them are read too, which
/// takes longer than everything else.
QString problemWith(const model::ReplaySource& source, int samples = 8, bool records = true);
/// The same from bytes: refusing them with a reason is right too.
QString problemWithBytes(std::vector<std::byte> bytes, bool records = true);

} // namespace ghostline::test
