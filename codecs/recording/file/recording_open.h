// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Opening: at most two reads, then what header, metadata and index say, and which layout it is.
#include "codecs/recording/file/file_state.h"

namespace ghostline::recording {

/// The first bytes of a file, with the second read where the first was too short.
struct PreambleBytes
{
    Bytes bytes; ///< what is there of header, metadata, index and the first chunks
    Header header;
};

/// At most two reads.
model::Result<PreambleBytes> readPreambleBytes(const model::ByteSource& source, std::stop_token stop);
/// Metadata and index; never fails, what is wrong becomes a diagnostic. False: the index is not whole.
bool parsePreamble(const PreambleBytes& read, Layout layout, FileState& file);

/// See RecordingFile::open().
model::Result<std::unique_ptr<FileState>> openFileState(std::shared_ptr<const model::ByteSource> bytes,
                                                        const QStringList& dictionaryFolders,
                                                        std::stop_token stop);

} // namespace ghostline::recording
