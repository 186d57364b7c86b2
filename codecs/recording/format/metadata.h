// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The NBT compound behind the header: the keys we know, all optional; unknown ones are kept as they are.
#include "codecs/io/nbt_read.h"

#include <QStringList>

namespace ghostline::recording {

/// hc:markers: a checkpoint, a reset, the end.
struct Marker
{
    std::int32_t tick = 0;
    QString kind;
    QString id;
    std::int64_t ms = 0;
};

/// hc:flags: an accusation, perhaps with what staff made of it.
struct RecordedFlag
{
    std::int32_t tick = 0;
    std::int32_t endTick = 0;
    QString check;
    int severity = 0; ///< 0 to 3
    double score = 0.0;
    QString detail;
    QString source;
    bool reviewed = false;
    QString verdict;
    QString reviewer;
    QString note;
};

/// hc:bookmarks: notes that were kept beside the recording before it was compacted.
struct RecordedBookmark
{
    std::int32_t tick = 0;
    std::int32_t endTick = 0; ///< the last of them
    QString id;               ///< as in the notes file it came from; empty = none
    QString title;
    QString note;
    QString author;
    QString created; ///< ISO 8601, UTC
};

struct Metadata
{
    io::NbtCompound tree; ///< everything, unknown keys included, in file order
    QString playerName;
    QString playerId; ///< as a UUID is written
    QString mapId;
    QString mapName;
    QString outcome; ///< "finish", "reset", "open"
    std::optional<std::int64_t> runTimeMs;
    int tickRate = 20;
    std::vector<Marker> markers;
    std::vector<RecordedFlag> flags;
    std::vector<RecordedBookmark> bookmarks;
    std::optional<std::int32_t> dataVersion;
    std::vector<std::int32_t> chunkVersions;
    struct Ring
    {
        std::int32_t originTick = 0;
        QString reason;
        std::int32_t trigger = 0;
    };
    std::optional<Ring> ring;
};

/// Reads what it knows; a key of the wrong kind is left out and named in `ignored`. Ticks and rates outside
/// sense (a rate below 1 or above 1000) count as wrong.
Metadata readMetadata(io::NbtCompound tree, QStringList* ignored = nullptr);
/// The known keys of `metadata` laid over its tree, which keeps everything else.
io::NbtCompound metadataTree(const Metadata& metadata);

} // namespace ghostline::recording
