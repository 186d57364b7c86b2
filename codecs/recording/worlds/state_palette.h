// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Block states as NBT compounds, and sections of them as the game has them since 1.18.
#include "codecs/io/nbt_stream.h"
#include "codecs/recording/worlds/block_world.h"

namespace ghostline::recording {

/// The fields of one state's compound, {Name, Properties}; its text as kindOf() takes it, "" after a failure.
std::string readState(io::StreamReader& in);
/// As above, as the world's number.
std::uint16_t readStateKind(io::StreamReader& in, BlockWorld& world);
/// A list of states, whose kind and length come first.
std::vector<std::uint16_t> readStateList(io::StreamReader& in, BlockWorld& world, std::size_t most);
/// The kinds of 4096 cells from numbers into a palette; false when one is not in it (the stream is failed).
bool lookUpKinds(io::StreamReader& in, std::span<const std::uint16_t> palette,
                 std::span<std::uint16_t> cells);

} // namespace ghostline::recording
