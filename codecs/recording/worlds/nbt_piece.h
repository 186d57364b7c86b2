// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pieces of worlds that are one NBT tree, packed with gzip or not: which kind it is stands inside.
#include "codecs/recording/worlds/block_world.h"
#include "model/bytes/byte_source.h"

#include <stop_token>

namespace ghostline::recording {

/// Sponge schematics and litematics; Unsupported says what it is instead.
model::Result<void> readNbtPiece(const model::ByteSource& file, BlockWorld& world,
                                 const std::stop_token& stop);

} // namespace ghostline::recording
