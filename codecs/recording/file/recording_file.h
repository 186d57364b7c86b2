// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A recording as bytes: one file, or a preamble beside its segments. Opens with at most two reads, hands out
// decompressed chunks, merges neighbouring ranges into one read. Knows no tick and no event.
#include "codecs/recording/format/header.h"
#include "codecs/recording/format/metadata.h"
#include "model/bytes/byte_source.h"

#include <memory>

namespace ghostline::recording {

/// Why a chunk cannot be had.
struct LostChunk
{
    int chunk = 0;
    QString code; ///< "segment-missing", "segment-short", "chunk-damaged", "dictionary-missing", "file-short"
    QString reason; ///< one sentence for people
};

struct FileDescription
{
    Header header;
    Layout layout = Layout::Compacted;
    Metadata metadata;
    bool metadataReadable = true;
    std::vector<ChunkEntry> chunks;
    model::DiagnosticList diagnostics;
    bool finished = true;          ///< segmented: the empty file `finished` is there; compacted: always
    bool barePreamble = false;     ///< a preamble on its own: nothing can be played
    bool salvaged = false;         ///< no preamble that could be read: index made by walking the segments
    std::uint64_t bytes = 0;       ///< of everything there is
    std::vector<int> unreferenced; ///< segments the preamble does not know, or knows only the start of
};

struct FileState;

/// Immutable after opening, except that refresh() makes a newer one. Thread-safe.
class RecordingFile
{
public:
    /// `bytes`: the .hcrp file, the preamble.dat of a folder, or a segment of a folder without preamble.
    /// Fails only where nothing at all can be said (no such magic, no segment that holds a whole chunk).
    /// `dictionaryFolders`: looked in after `dictionaries` beside the recording.
    static model::Result<std::shared_ptr<const RecordingFile>>
    open(std::shared_ptr<const model::ByteSource> bytes, const QStringList& dictionaryFolders = {},
         std::stop_token stop = {});
    ~RecordingFile();

    const FileDescription& description() const;
    const Header& header() const { return description().header; }
    const std::vector<ChunkEntry>& chunks() const { return description().chunks; }
    /// What it was opened from; segments and dictionaries are its siblings.
    std::shared_ptr<const model::ByteSource> bytes() const;

    /// Raw bytes of chunks [first, end): ranges no further apart than MergeGap are one read of at most
    /// MaxMergedRead. Entry i stands for chunk first + i; a chunk that cannot be had is an Error in its place
    /// (where.chunk set, where.offset in its file) and does not disturb the others. Cancelled fails as a
    /// whole.
    model::Result<std::vector<model::Result<Bytes>>> readChunks(int first, int end,
                                                                std::stop_token stop = {}) const;
    /// One of them, into a buffer that is reused.
    model::Result<void> readChunk(int chunk, Bytes& raw, std::stop_token stop = {}) const;
    /// The compressed bytes as they are.
    model::Result<Bytes> readCompressed(int chunk, std::stop_token stop = {}) const;
    /// Chunks that are lost for a reason that can be seen without reading them (short or missing segments).
    const std::vector<LostChunk>& lostChunks() const;
    /// The zstd dictionary as it lies in its file, empty where the recording needs none.
    model::Result<Bytes> dictionary(std::stop_token stop = {}) const;
    /// Whether the frames read so far carried a content checksum: nothing before the first.
    std::optional<bool> hasChecksums() const;

    /// Segmented: looks at the preamble again (a rename replaced it). Null when nothing changed. What is
    /// the same in both is shared. `restarted`: the index shrank or its beginning changed, so that what was
    /// known of it counts no more.
    struct Refreshed
    {
        std::shared_ptr<const RecordingFile> file;
        bool restarted = false;
    };
    model::Result<Refreshed> refresh(std::stop_token stop = {}) const;

private:
    explicit RecordingFile(std::unique_ptr<const FileState> state);
    std::unique_ptr<const FileState> d;
};

} // namespace ghostline::recording
