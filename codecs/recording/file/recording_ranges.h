// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chunks out of a recording: neighbouring ranges are one read, each frame is decompressed where it lies. The
// functions are RecordingFile's of the same names.
#include "codecs/recording/file/file_state.h"

namespace ghostline::recording {

model::Result<std::vector<model::Result<Bytes>>> readChunks(const FileState& file, int first, int end,
                                                            const std::stop_token& stop);
model::Result<void> readChunk(const FileState& file, int chunk, Bytes& raw, const std::stop_token& stop);
model::Result<Bytes> readCompressed(const FileState& file, int chunk, const std::stop_token& stop);

} // namespace ghostline::recording
