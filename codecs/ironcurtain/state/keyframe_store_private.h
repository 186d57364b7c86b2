// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a KeyframeStore remembers. Every member function takes the lock for itself and does no work under it.
#include "codecs/ironcurtain/state/keyframe_store.h"

#include <list>
#include <mutex>
#include <unordered_map>

namespace ghostline::ironcurtain {

/// A state with the keyframe that it is of.
struct StateAt
{
    int keyframe = -1;
    int links = 0;
    std::shared_ptr<const SimState> state;
    std::size_t bytes = 0;
};

/// Why a keyframe cannot be read.
struct Lost
{
    model::ErrorCode code = model::ErrorCode::Damaged;
    QString why;
    int root = -1; ///< the keyframe that is at fault: itself, or one that it builds on
};

/// Which side state a keyframe's own blob has.
enum SideFlag : unsigned { HasCampaign = 1, HasScript = 2, Unreadable = 4 };

struct KeyframeStore::Private
{
    class Restoring; ///< one call of restore()

    explicit Private(std::shared_ptr<const ReplayFile> f) : file(std::move(f)) {}
    const KeyframeEntry& entry(int keyframe) const
    {
        return file->keyframes()[static_cast<std::size_t>(keyframe)];
    }
    /// Whether there is such a keyframe and its layout is known, which is never guessed.
    model::Result<void> readable(int keyframe) const;
    StateHash hashOf(int keyframe, const SimState& state);
    /// What the blob of one keyframe says, or that it cannot be read.
    model::Result<SideState> sideOf(int keyframe, const std::stop_token& stop);

    std::optional<StateAt> cached(int keyframe);
    /// The keyframe that a delta builds on, once it has been read.
    std::optional<int> baseline(int keyframe) const;
    std::optional<Lost> lost(int keyframe) const;
    std::optional<StateHash> hash(int keyframe) const;
    std::optional<unsigned> side(int keyframe) const;
    void rememberFull(const StateAt& at);
    void rememberRecent(const StateAt& at);
    void rememberBaseline(int keyframe, int baseline);
    void rememberLost(int keyframe, const Lost& lost);
    void rememberHash(int keyframe, const StateHash& hash);
    void rememberSide(int keyframe, unsigned flags);
    void countBlob();
    StoreStats stats() const;
    void clear();

    const std::shared_ptr<const ReplayFile> file;

private:
    /// States with the one used last in front.
    struct Cache
    {
        std::list<StateAt> states;
        std::size_t bytes = 0;

        const StateAt* use(int keyframe);
        bool has(int keyframe) const;
        /// Drops those used longest ago; the newest one stays, whatever its size, where `keepOne`.
        void add(const StateAt& at, std::size_t most, bool keepOne);
    };

    mutable std::mutex m_mutex;
    Cache m_fulls;
    Cache m_recent;
    std::unordered_map<int, int> m_baselines;
    std::unordered_map<int, Lost> m_lost;
    std::unordered_map<int, StateHash> m_hashes;
    std::unordered_map<int, unsigned> m_sides;
    std::uint64_t m_blobs = 0;
};

} // namespace ghostline::ironcurtain
