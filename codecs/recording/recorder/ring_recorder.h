// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps the last minutes of a run in memory and writes them, with what follows, when somebody asks.
#include "codecs/recording/recorder/recorder.h"

#include <functional>
#include <memory>

namespace ghostline::recording {

struct RingOptions
{
    int windowTicks = 6000;                      ///< at least this much is kept, if maxBytes allows
    std::size_t maxBytes = std::size_t{8} << 20; ///< of compressed chunks; beats windowTicks
    int tailTicks = 600;                         ///< recorded after a trigger, before the file is written
    int chunkTicks = 200;                        ///< granularity of what is kept
    std::size_t chunkRawBytes = std::size_t{1} << 20;
    int maxPending = 8; ///< triggers that wait for their tail or for a disk that can be written
    int zstdLevel = 3;
};

/// What became of a trigger.
struct RingSave
{
    int trigger = 0; ///< as trigger() returned it
    QString path;
    std::int32_t originTick = 0; ///< of the ring: the file's tick 0
    std::int32_t ticks = 0;
    std::int32_t triggerTick = 0; ///< of the ring: the last one there was when trigger() was called
};

/// Memory: what is kept for the window is at most maxBytes (one chunk at least). A trigger freezes what is
/// there and shares every chunk with the ring and with other triggers; its tail ends early after maxBytes.
/// So bytes() never exceeds (1 + 2 x pending()) x maxBytes + two chunks, and with one tail at a time it stays
/// below twice maxBytes.
class GHOSTLINE_RECORDER_EXPORT RingRecorder final : public Recorder
{
public:
    /// Called on the recording thread when a file is there, or could not be written. It may call the ring:
    /// trigger anew, drop, save (each trigger is tried once, however deep that goes), but not destroy or
    /// move it. What it triggers while the ring goes away is not saved.
    using Saved = std::function<void(const RingSave& save, const model::Result<void>& result)>;

    static model::Result<RingRecorder> create(const RecorderHead& head, const RingOptions& options = {},
                                              Saved saved = {});
    RingRecorder(RingRecorder&& other) noexcept;
    RingRecorder& operator=(RingRecorder&& other) noexcept;
    /// Writes pending triggers with the tail they have.
    ~RingRecorder() override;

    /// A tick that completes a tail also writes that file, which waits for the disk.
    model::Result<void> tick(std::span<const Event> events) override;
    std::int32_t nextTick() const override;
    std::optional<glm::dvec3> decodedPosition(std::int32_t entity) const override;
    bool nextTickIsAbsolute() const override;
    /// Unix time of the next tick, for servers whose ticks do not keep time over days.
    void setTime(std::int64_t unixMs);

    /// Freezes what is kept; `path` (.hcrp) is written after the tail, through a temporary file. The ring
    /// goes on and loses nothing by it. `reason` is kept in the file. Returns the number of the trigger.
    model::Result<int> trigger(const QString& path, const QString& reason);
    /// Ends all tails now and writes; also tries again what could not be written. The first error, if any.
    model::Result<void> saveNow();
    /// Gives up what waits for saving.
    void dropPending();
    int pending() const;

    std::int32_t coveredTicks() const; ///< what a trigger would save now, before its tail
    std::size_t bytes() const;         ///< held now, pending triggers and the open chunk included

private:
    struct GHOSTLINE_RECORDER_LOCAL Private;
    explicit RingRecorder(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace ghostline::recording
