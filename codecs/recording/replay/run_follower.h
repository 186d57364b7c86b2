// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// In the background: reads a recording to its end, waits for a server that is away, and follows what still
// grows.
#include "codecs/recording/replay/run_scan.h"
#include "model/replay/revision_publisher.h"

namespace ghostline::recording {

/// How long the background pass waits for a server that is away.
struct Patience
{
    std::chrono::milliseconds firstPause{3000}; ///< doubles each time
    std::chrono::milliseconds longestPause{15'000};
    std::chrono::milliseconds limit{60'000};        ///< without anything new; then reading is given up
    std::chrono::milliseconds missingLimit{10'000}; ///< for a segment that a recorder may just be writing
};

/// What is wished of the background.
struct FollowOptions
{
    bool read = true;   ///< false: what index and metadata say is enough
    bool follow = true; ///< looks whether the recording has grown
    bool far = false;   ///< on a network, where that is done less often
    Patience patience;
};

/// Of open(), then of the background thread.
class RunFollower
{
public:
    /// `revisions` must outlive it.
    RunFollower(std::shared_ptr<const RecordingFile> file, const FollowOptions& options,
                model::RevisionPublisher<RunIndex>& revisions);
    void publish();
    /// Publishes until there is nothing more to expect. Fails only when stopped.
    model::Result<void> run(const std::stop_token& stop);

private:
    bool canGrow() const;
    bool mayGrow() const;
    model::Result<void> readAll(const std::stop_token& stop);
    void holdOn(const model::Error& why, const std::stop_token& stop);
    bool lookAgain(const std::stop_token& stop);

    FollowOptions m_options;
    model::RevisionPublisher<RunIndex>& m_revisions;
    std::unique_ptr<RunScan> m_scan;
    bool m_grew = false;
    std::uint32_t m_generation = 0;
    // Since when nothing new has come from a server.
    std::size_t m_heldAt = 0;
    std::chrono::steady_clock::time_point m_heldSince{};
    std::chrono::milliseconds m_heldPause{0}; ///< the next one; 0: it has not been held up
};

} // namespace ghostline::recording
