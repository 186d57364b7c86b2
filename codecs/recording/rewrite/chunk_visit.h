// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Going through the chunks of a recording in order, several read at once.
#include "codecs/recording/file/recording_file.h"
#include "model/replay/replay_source.h"

#include <functional>

namespace ghostline::recording {

/// Chunks to read at once, from `first` on: few enough to be held decompressed.
int batchEnd(const std::vector<ChunkEntry>& chunks, int first);

using ChunkVisitor = std::function<model::Result<void>(int chunk, model::Result<Bytes>& raw)>;
/// Chunks [0, count), to the first error of `visit`. Cancelled, with these words, also when `progress` says
/// so.
model::Result<void> visitChunks(const RecordingFile& file, int count, const model::Progress& progress,
                                const std::stop_token& stop, const QString& cancelled,
                                const ChunkVisitor& visit);

} // namespace ghostline::recording
