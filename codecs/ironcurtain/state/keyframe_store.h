// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The state at any keyframe: follows baseline links back to a full one or to one that is cached, then applies
// the deltas in order. Never by position in the index (decision C1).
#include "codecs/ironcurtain/container/replay_file.h"
#include "codecs/ironcurtain/state/sim_state.h"

namespace ghostline::ironcurtain {

/// What a restore cost; asserted by tests.
struct RestoreCost
{
    int blobs = 0; ///< keyframes unpacked
    int links = 0; ///< deltas between the keyframe and its full one, cached or not
};

struct StoreStats
{
    std::uint64_t blobsDecoded = 0; ///< since construction
    std::size_t cachedBytes = 0;
    int cachedStates = 0;
};

/// Thread-safe. Keeps the decoded full keyframes used last (StateCacheStates, StateCacheBytes) and the states
/// restored last (RecentStates).
class KeyframeStore
{
public:
    explicit KeyframeStore(std::shared_ptr<const ReplayFile> file);
    ~KeyframeStore();

    /// Damaged names the keyframe's tick, its offset and why: a blob that is cut or does not parse, a
    /// baseline that is not earlier, not in the index or lost, a baseline hash that differs (only where the
    /// kind of hash is known), more than MaxLinks. A reason is remembered and costs nothing the second time.
    model::Result<std::shared_ptr<const SimState>> restore(int keyframe, RestoreCost* cost,
                                                           const std::stop_token& stop) const;
    /// The campaign or script state in force at a keyframe: the newest one recorded in its group.
    struct Side
    {
        std::optional<Bytes> campaign;
        std::optional<Bytes> script;
        bool campaignLost = false; ///< a keyframe that may have said it cannot be read
        bool scriptLost = false;
    };
    model::Result<Side> side(int keyframe, const std::stop_token& stop) const;
    /// stateHash() of the state that restore() gave for a keyframe; worked out once for each, since every
    /// delta on top of it asks again.
    StateHash hash(int keyframe, const SimState& state) const;
    StoreStats stats() const;
    /// Forgets cached states, hashes and reasons, for benchmarks and tests.
    void clear() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::ironcurtain
