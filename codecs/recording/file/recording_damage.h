// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can be told to be lost, or left over, without reading a chunk; and where dictionaries lie.
#include "codecs/recording/file/file_state.h"

namespace ghostline::recording {

/// What the sizes of the files tell: lost chunks, unreferenced segments, bytes behind the end.
void findDamage(FileState& file);
/// Where the dictionary may lie. After the header. Fails only when nobody could tell whether there is one.
model::Result<void> findDictionary(FileState& file, const std::stop_token& stop);
/// How far the index reaches in each segment.
std::map<int, std::uint64_t> committedBytes(const std::vector<ChunkEntry>& chunks);

} // namespace ghostline::recording
