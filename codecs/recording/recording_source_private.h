// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a replay made of a recording consists of; shared by its source files only.
#include "codecs/recording/recording_source.h"
#include "codecs/recording/run_scan.h"
#include "codecs/recording/run_segment.h"

namespace ghostline::recording {

using SegmentPtr = std::shared_ptr<const model::Segment>;

struct RecordingSource::Private
{
    RecordingSource* source = nullptr;
    model::OpenOptions options;
    Patience patience;
    bool read = true;
    bool follow = true;
    bool far = false; ///< on a network
    bool grew = false;
    std::uint32_t generation = 0;
    std::shared_ptr<BlockPool> blocks = std::make_shared<BlockPool>();

    mutable std::mutex mutex;
    mutable std::condition_variable_any published;
    std::shared_ptr<const RunIndex> run; ///< the newest revision
    model::Revision revision = 0;

    std::unique_ptr<RunScan> scan; ///< of the thread, once that runs
    bool failed = false;           ///< of the thread: nothing more will come
    // Of the thread: since when nothing new has come from a server.
    std::size_t heldAt = 0;
    std::chrono::steady_clock::time_point heldSince{};
    std::chrono::milliseconds heldPause{0}; ///< the next one; 0: it has not been held up
    std::jthread thread;                    ///< last, so that it ends first

    std::shared_ptr<const RunIndex> current() const
    {
        const std::scoped_lock lock(mutex);
        return run;
    }
    bool mayGrow(const RecordingFile& file) const;
    void publish();
    void publishFailure();
    void work(const std::stop_token& stop);
    bool readAll(const std::stop_token& stop);
    void holdOn(const model::Error& why, const std::stop_token& stop);
    bool lookAgain(const std::stop_token& stop);
    void followOn(const std::stop_token& stop);
    model::Result<SegmentPtr> built(const RunIndex& run, std::size_t chunk,
                                    std::span<const ChunkEntry> entries, std::span<const Bytes> raws,
                                    const model::Segment* previous) const;
    model::Result<SegmentPtr> step(const RunIndex& run, std::size_t first, std::size_t last,
                                   const model::Segment* previous, const std::stop_token& stop) const;
    model::Result<SegmentPtr> play(const RunIndex& run, std::size_t chunk, const model::Segment* previous,
                                   const std::stop_token& stop) const;
    model::Result<SegmentPtr> held(const RunIndex& run, std::size_t chunk, const std::stop_token& stop) const;
};

} // namespace ghostline::recording
