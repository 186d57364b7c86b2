// SPDX-License-Identifier: GPL-3.0-or-later
// The cache of decoded keyframes, and what is remembered of all others.
#include "codecs/ironcurtain/limits.h"
#include "codecs/ironcurtain/state/keyframe_store_private.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

template<typename Value>
std::optional<Value> valueOf(const std::unordered_map<int, Value>& values, int key)
{
    const auto at = values.find(key);
    if (at == values.end())
        return std::nullopt;
    return at->second;
}

} // namespace

bool KeyframeStore::Private::Cache::has(int keyframe) const
{
    return std::any_of(states.begin(), states.end(),
                       [keyframe](const StateAt& state) { return state.keyframe == keyframe; });
}

const StateAt* KeyframeStore::Private::Cache::use(int keyframe)
{
    const auto at = std::find_if(states.begin(), states.end(),
                                 [keyframe](const StateAt& state) { return state.keyframe == keyframe; });
    if (at == states.end())
        return nullptr;
    states.splice(states.begin(), states, at);
    return &states.front();
}

void KeyframeStore::Private::Cache::add(const StateAt& at, std::size_t most, bool keepOne)
{
    if (use(at.keyframe) != nullptr)
        return;
    states.push_front(at);
    bytes += at.bytes;
    while (states.size() > (keepOne ? 1U : 0U) && (states.size() > most || bytes > StateCacheBytes)) {
        bytes -= states.back().bytes;
        states.pop_back();
    }
}

std::optional<StateAt> KeyframeStore::Private::cached(int keyframe)
{
    const std::lock_guard lock(m_mutex);
    for (Cache* const cache : {&m_recent, &m_fulls}) {
        if (const StateAt* const at = cache->use(keyframe))
            return *at;
    }
    return std::nullopt;
}

std::optional<int> KeyframeStore::Private::baseline(int keyframe) const
{
    const std::lock_guard lock(m_mutex);
    return valueOf(m_baselines, keyframe);
}

std::optional<Lost> KeyframeStore::Private::lost(int keyframe) const
{
    const std::lock_guard lock(m_mutex);
    return valueOf(m_lost, keyframe);
}

std::optional<StateHash> KeyframeStore::Private::hash(int keyframe) const
{
    const std::lock_guard lock(m_mutex);
    return valueOf(m_hashes, keyframe);
}

std::optional<unsigned> KeyframeStore::Private::side(int keyframe) const
{
    const std::lock_guard lock(m_mutex);
    return valueOf(m_sides, keyframe);
}

void KeyframeStore::Private::rememberFull(const StateAt& at)
{
    const std::lock_guard lock(m_mutex);
    m_fulls.add(at, StateCacheStates, false);
}

void KeyframeStore::Private::rememberRecent(const StateAt& at)
{
    const std::lock_guard lock(m_mutex);
    m_recent.add(at, RecentStates, true);
}

void KeyframeStore::Private::rememberBaseline(int keyframe, int baseline)
{
    const std::lock_guard lock(m_mutex);
    m_baselines.insert_or_assign(keyframe, baseline);
}

void KeyframeStore::Private::rememberLost(int keyframe, const Lost& lost)
{
    const std::lock_guard lock(m_mutex);
    m_lost.insert_or_assign(keyframe, lost);
}

void KeyframeStore::Private::rememberHash(int keyframe, const StateHash& hash)
{
    const std::lock_guard lock(m_mutex);
    m_hashes.insert_or_assign(keyframe, hash);
}

void KeyframeStore::Private::rememberSide(int keyframe, unsigned flags)
{
    const std::lock_guard lock(m_mutex);
    m_sides.insert_or_assign(keyframe, flags);
}

void KeyframeStore::Private::countBlob()
{
    const std::lock_guard lock(m_mutex);
    ++m_blobs;
}

StoreStats KeyframeStore::Private::stats() const
{
    const std::lock_guard lock(m_mutex);
    StoreStats stats;
    stats.blobsDecoded = m_blobs;
    stats.cachedBytes = m_fulls.bytes;
    stats.cachedStates = static_cast<int>(m_fulls.states.size());
    for (const StateAt& recent : m_recent.states) {
        if (m_fulls.has(recent.keyframe))
            continue;
        stats.cachedBytes += recent.bytes;
        ++stats.cachedStates;
    }
    return stats;
}

void KeyframeStore::Private::clear()
{
    const std::lock_guard lock(m_mutex);
    m_fulls = {};
    m_recent = {};
    m_baselines.clear();
    m_lost.clear();
    m_hashes.clear();
    m_sides.clear();
}

} // namespace ghostline::ironcurtain
