// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every recorder has in common: what a recording is of, when chunks and segments end, one tick at a
// time. docs/developing/recorder.md says how it is used.
#include "codecs/recording/format/event.h"
#include "codecs/recording/recorder/export.h"

#include <QByteArray>
#include <QString>

namespace ghostline::recording {

/// What a recording is of. Nothing but the profile has to be known.
struct RecorderHead
{
    Profile profile = Profile::H5; ///< H5 or S1
    std::array<std::byte, 16> worldId{};
    QByteArray worldVersion;      ///< up to 32 bytes, S1: up to 16; only ever compared
    std::int64_t startMs = 0;     ///< Unix time of the first tick
    std::int32_t dataVersion = 0; ///< of the game's data
    int tickRate = 20;            ///< ticks a second
    QString playerName;
    QString playerId; ///< as a UUID is written
    QString mapId;
    QString mapName;
    Bytes metadata; ///< further keys: a nameless NBT compound, its leading 0A included; may be empty
};

/// When chunks and segments end; whichever comes first. Each may be 0 = off.
struct RecorderOptions
{
    int chunkTicks = 200;
    std::size_t chunkRawBytes = std::size_t{1} << 20; ///< what was recorded, the snapshot not counted
    int snapshotEveryChunks = 1;                      ///< chunk 0 has one always; 0 = only chunk 0
    int segmentSeconds = 60;                          ///< of recording time
    std::size_t segmentBytes = std::size_t{4} << 20;  ///< compressed
    int segmentNonEmptyTicks = 1200;                  ///< standing still costs nothing
    bool segmentOnLeave = true;                       ///< at once when the player leaves; at the end always
    int zstdLevel = 3;
};

/// Takes ticks, one after the other. Not thread-safe: one recorder belongs to one thread at a time.
class GHOSTLINE_RECORDER_EXPORT Recorder
{
public:
    virtual ~Recorder();

    /// Records the next tick, empty or not. Nothing of it is recorded when it is refused: InvalidArgument for
    /// an event that contradicts the state (a move of an entity that does not exist) or cannot be laid out,
    /// LimitExceeded for more than 32767 events or more entities or blocks than a reader takes.
    virtual model::Result<void> tick(std::span<const Event> events) = 0;
    /// The number that the next tick gets.
    virtual std::int32_t nextTick() const = 0;
    /// Where a reader will see the entity after the last tick, or nothing. Moves are measured from here.
    virtual std::optional<glm::dvec3> decodedPosition(std::int32_t entity) const = 0;
    /// The next tick opens with a snapshot made of events: moves in it are to be absolute.
    virtual bool nextTickIsAbsolute() const = 0;

protected:
    Recorder() = default;
    Recorder(const Recorder&) = default;
    Recorder(Recorder&&) = default;
    Recorder& operator=(const Recorder&) = default;
    Recorder& operator=(Recorder&&) = default;
};

} // namespace ghostline::recording
