// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What RecordingFile is made of, and the steps in which it is opened; shared by its source files only.
#include "codecs/recording/recording_file.h"
#include "codecs/recording/recording_frames.h"
#include "codecs/recording/recording_segments.h"

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

struct RecordingFile::Private : FileState
{
};

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
/// What the sizes of the files tell: lost chunks, unreferenced segments, bytes behind the end.
void findDamage(FileState& file);
/// Where the dictionary may lie. After the header. Fails only when nobody could tell whether there is one.
model::Result<void> findDictionary(FileState& file, const std::stop_token& stop);
/// The index of a folder whose preamble cannot be read. `known`: the header, when that much of it is good.
model::Result<void> salvageIndex(FileState& file, const Header* known, std::stop_token stop);
/// Walks the frames of segments, one after the other, under a budget of decompressed bytes.
class FrameWalk
{
public:
    /// `dictionary`: zstd's, may be empty.
    FrameWalk(Profile profile, std::span<const std::byte> dictionary, std::uint64_t budget);
    /// The frame at `offset` of a segment, if it is whole and holds ticks (S1: behind a snapshot). S1: they
    /// begin at `nextTick`; else at whatever tick they name. False ends the walk of this segment.
    bool next(std::span<const std::byte> segment, std::size_t offset, std::int32_t nextTick, int number,
              FoundChunk& found);

private:
    bool unpack(std::span<const std::byte> frame, Bytes& raw);

    Profile m_profile;
    std::uint64_t m_budget;
    ZstdContext m_context;
    std::unique_ptr<ZSTD_DDict, ZstdFree> m_dictionary;
};

/// Bytes of a segment from `offset` on; at most what a walk may hold.
model::Result<Bytes> readSegmentBytes(const FileState& file, int segment, std::uint64_t offset,
                                      std::stop_token stop);
/// How far the index reaches in each segment.
std::map<int, std::uint64_t> committedBytes(const std::vector<ChunkEntry>& chunks);
/// Bytes that tell one content of a preamble from another.
QByteArray preambleDigest(std::span<const std::byte> bytes);

} // namespace ghostline::recording
