// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The state at any place of a replay: decodes segments on a worker, caches them, prefetches the next ones.
#include "model/base/export.h"
#include "model/replay/replay_source.h"

#include <QObject>

#include <memory>

namespace ghostline::model {

struct CacheStats
{
    std::size_t bytes = 0;
    std::size_t budget = 0;
    int segments = 0;
    std::uint64_t decoded = 0; ///< segments decoded since construction
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
};

enum class Direction { Backward = -1, None = 0, Forward = 1 };

/// Lives in one thread (the UI's, or a test's). stateAt() may be called from any thread.
/// Within one revision the state at a place is the same whatever was visited before.
class GHOSTLINE_MODEL_EXPORT StateReader : public QObject
{
    Q_OBJECT
public:
    static constexpr std::size_t DefaultBudget = std::size_t{256} << 20;

    explicit StateReader(std::shared_ptr<ReplaySource> source, std::size_t budget = DefaultBudget,
                         QObject* parent = nullptr);
    ~StateReader() override;

    const std::shared_ptr<ReplaySource>& source() const;
    /// Blocking: decodes what is missing in the calling thread.
    Result<void> stateAt(FrameTime at, SamplePolicy policy, WorldState& out, std::stop_token stop = {});
    /// Never blocks: fills `out` if its segment is cached and says whether it did.
    bool trySample(FrameTime at, SamplePolicy policy, WorldState& out);
    /// Asks the worker for the segment at `at` and, in playing direction, the next ones. The newest request
    /// wins: those still waiting are forgotten, a running one is cancelled if it no longer helps.
    void request(FrameTime at, Direction direction = Direction::None);

    /// What failed is tried again by the next request, even for the same place.
    void retry();

    void setBudget(std::size_t bytes);
    CacheStats stats() const;
    /// Drops everything cached (benchmarks).
    void clear();
    /// Frames whose segments are cached, ascending, merged.
    std::vector<FrameRange> cachedRanges() const;

Q_SIGNALS:
    /// A requested segment is in the cache now; trySample() for its frames will succeed.
    void ready(int keyframe);
    /// A requested segment could not be decoded. `mayRecover`: the device or the network failed, not the
    /// recording; retry() asks again.
    void failed(int keyframe, const QString& message, bool mayRecover);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::model
