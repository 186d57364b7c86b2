// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can be saved of a damaged recording, in order: chunks that can be read, gaps that hold nothing, and
// what lies behind the last commit.
#include "codecs/recording/file/recording_file.h"
#include "codecs/recording/rewrite/rewrite_metadata.h"
#include "codecs/recording/rewrite/rewrite_output.h"
#include "model/replay/replay_source.h"

#include <functional>

namespace ghostline::recording {

struct SalvagedChunk
{
    ChunkEntry entry;
    std::span<const std::byte> raw;
    std::span<const std::byte> frame; ///< as it was recorded, where it needs no dictionary
    bool beginsSegment = false;
};

struct SalvageSummary
{
    int kept = 0;  ///< chunks of the index
    int found = 0; ///< chunks that no index named
    int fillers = 0;
    std::int64_t ticksKept = 0;
    std::int64_t ticksFound = 0;
    std::int64_t ticksLost = 0;
    std::vector<SalvagedGap> gaps; ///< the one at the end included
    model::DiagnosticList notes;
};

/// Bytes that no index names: of a segment, or behind the last chunk of a file.
struct Tail
{
    int segment = 0;
    std::uint64_t from = 0;
    QString name;          ///< for people
    bool continues = true; ///< no segment is missing before it
    model::Result<std::shared_ptr<const model::ByteSource>> bytes;
};
/// In order. Where nobody can list segments (HTTP) the next ones are asked for by name.
model::Result<std::vector<Tail>> findTails(const RecordingFile& file, std::stop_token stop);

/// What was to be read may well be there: the network failed, or the file is another one now. A disk that
/// cannot be read is damage like any other.
bool onlyUnreachable(const RecordingFile& file, const model::Error& error);
/// What to do about damage, so that it can be `afterwards` ("compacted").
model::Error withRepairAdvice(const RecordingFile& file, model::Error error, const QString& afterwards);

using SalvageTaker = std::function<model::Result<void>(const SalvagedChunk&)>;

/// Reads everything once. Ticks of what `take` gets follow each other from 0 on: a gap is filled with chunks
/// without events. A chunk behind a gap that has no snapshot counts as lost, for nobody knows where anything
/// is in it.
model::Result<SalvageSummary> salvageChunks(const RecordingFile& file, const SalvageTaker& take,
                                            const model::Progress& progress, std::stop_token stop);

} // namespace ghostline::recording
