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
    std::optional<Lost> lost(int keyframe) const;
    std::optional<StateHash> hash(int keyframe) const;
    std::optional<unsigned> side(int keyframe) const;
    void rememberFull(const StateAt& at);
    void rememberLast(const StateAt& at);
    void rememberLost(int keyframe, const Lost& lost);
    void rememberHash(int keyframe, const StateHash& hash);
    void rememberSide(int keyframe, unsigned flags);
    void countBlob();
    StoreStats stats() const;
    void clear();

    const std::shared_ptr<const ReplayFile> file;

private:
    bool isFull(int keyframe) const; ///< among the cached fulls; the lock is held

    mutable std::mutex m_mutex;
    std::list<StateAt> m_fulls; ///< the one used last in front
    std::size_t m_fullBytes = 0;
    StateAt m_last;
    std::unordered_map<int, Lost> m_lost;
    std::unordered_map<int, StateHash> m_hashes;
    std::unordered_map<int, unsigned> m_sides;
    std::uint64_t m_blobs = 0;
};

} // namespace ghostline::ironcurtain
