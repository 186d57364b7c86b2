// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is known of a recording as bytes: filled while it is opened, then RecordingFile's. Inside of
// RecordingFile.
#include "codecs/recording/file/recording_file.h"
#include "codecs/recording/file/recording_frames.h"
#include "codecs/recording/file/recording_segments.h"

namespace ghostline::recording {

struct FileState
{
    std::shared_ptr<const model::ByteSource> beside; ///< what was opened: other files are looked up from it
    std::shared_ptr<const model::ByteSource>
        source;   ///< the file or the preamble; a segment where there is none
    QString name; ///< of the file or the folder; errors name it, messages do not repeat it
    QStringList dictionaryFolders;
    FileDescription description;
    std::vector<LostChunk> lost; ///< ascending
    Bytes head;                  ///< the first bytes of a compacted file, when chunks lie in them
    std::shared_ptr<FrameDecoder> frames;
    std::shared_ptr<SegmentStore> segments; ///< segmented only
    SegmentList found;                      ///< the segments when this was opened
    std::size_t said = 0;                   ///< diagnostics that come from the preamble itself
    // What the preamble looked like, to see whether it changed.
    model::Identity seen;
    QDateTime seenAt;
    QByteArray digest;

    const LostChunk* lostChunk(int chunk) const;
    /// "segment-002.dat", or "the file": which one is shown beside every message.
    QString fileOf(const ChunkEntry& entry) const;
    /// Where a chunk begins in the file it lies in.
    std::uint64_t offsetOf(const ChunkEntry& entry) const;
    /// An error about a chunk: names file, chunk, ticks and offset.
    model::Error chunkError(int chunk, const model::Error& why) const;
    void say(model::Severity severity, const char* code, const QString& message, model::Location where = {});
};

} // namespace ghostline::recording
