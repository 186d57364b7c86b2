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

std::optional<StateAt> KeyframeStore::Private::cached(int keyframe)
{
    const std::lock_guard lock(m_mutex);
    if (m_last.keyframe == keyframe && m_last.state != nullptr)
        return m_last;
    const auto at = std::find_if(m_fulls.begin(), m_fulls.end(),
                                 [keyframe](const StateAt& full) { return full.keyframe == keyframe; });
    if (at == m_fulls.end())
        return std::nullopt;
    m_fulls.splice(m_fulls.begin(), m_fulls, at);
    return *at;
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
    if (isFull(at.keyframe))
        return;
    m_fulls.push_front(at);
    m_fullBytes += at.bytes;
    while (!m_fulls.empty() && (m_fulls.size() > StateCacheStates || m_fullBytes > StateCacheBytes)) {
        m_fullBytes -= m_fulls.back().bytes;
        m_fulls.pop_back();
    }
}

void KeyframeStore::Private::rememberLast(const StateAt& at)
{
    const std::lock_guard lock(m_mutex);
    m_last = at;
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

bool KeyframeStore::Private::isFull(int keyframe) const
{
    return std::any_of(m_fulls.begin(), m_fulls.end(),
                       [keyframe](const StateAt& full) { return full.keyframe == keyframe; });
}

StoreStats KeyframeStore::Private::stats() const
{
    const std::lock_guard lock(m_mutex);
    StoreStats stats;
    stats.blobsDecoded = m_blobs;
    stats.cachedBytes = m_fullBytes;
    stats.cachedStates = static_cast<int>(m_fulls.size());
    if (m_last.state != nullptr && !isFull(m_last.keyframe)) {
        stats.cachedBytes += m_last.bytes;
        ++stats.cachedStates;
    }
    return stats;
}

void KeyframeStore::Private::clear()
{
    const std::lock_guard lock(m_mutex);
    m_fulls.clear();
    m_fullBytes = 0;
    m_last = {};
    m_lost.clear();
    m_hashes.clear();
    m_sides.clear();
}

} // namespace ghostline::ironcurtain
