// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a writer has to know of a recording to go on with it.
#include "codecs/recording/recorder/chunk_maker.h"
#include "codecs/recording/recorder/run_notes.h"

namespace ghostline::recording {

struct Past
{
    Header header;
    Metadata metadata;
    std::vector<ChunkEntry> chunks;
    World world; ///< after the last tick
};

/// `path`: the preamble. Unsupported for what cannot be written, Damaged where the state at the end cannot be
/// known.
model::Result<Past> readPast(const QString& path);

} // namespace ghostline::recording
