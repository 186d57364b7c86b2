// SPDX-License-Identifier: GPL-3.0-or-later
// The store's door, and what campaigns and scripts say at a keyframe.
#include "codecs/ironcurtain/state/keyframe_store.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/state/keyframe_store_private.h"
#include "codecs/ironcurtain/state/restoring.h"
#include "codecs/ironcurtain/state/snapshot_reader.h"

#include <algorithm>

namespace ghostline::ironcurtain {

KeyframeStore::KeyframeStore(std::shared_ptr<const ReplayFile> file)
    : d(std::make_unique<Private>(std::move(file)))
{
}

KeyframeStore::~KeyframeStore() = default;

model::Result<void> KeyframeStore::Private::readable(int keyframe) const
{
    if (keyframe < 0 || static_cast<std::size_t>(keyframe) >= file->keyframes().size())
        return model::fail(model::ErrorCode::InvalidArgument,
                           QStringLiteral("there is no keyframe number %1").arg(keyframe));
    if (!file->metadata().layoutKnown())
        return model::fail(model::ErrorCode::Unsupported,
                           QStringLiteral("the layout of the keyframes is not known: the file does not name "
                                          "\"ra1-v1\""));
    return {};
}

StateHash KeyframeStore::Private::hashOf(int keyframe, const SimState& state)
{
    if (const auto known = hash(keyframe))
        return *known;
    const StateHash now = stateHash(state);
    rememberHash(keyframe, now);
    return now;
}

model::Result<std::shared_ptr<const SimState>> KeyframeStore::restore(int keyframe, RestoreCost* cost,
                                                                      const std::stop_token& stop) const
{
    if (const auto readable = d->readable(keyframe); !readable)
        return tl::unexpected(readable.error());
    Private::Restoring restoring(*d, keyframe, stop);
    auto state = restoring.run();
    if (cost != nullptr)
        *cost = restoring.cost();
    return state;
}

model::Result<SideState> KeyframeStore::Private::sideOf(int keyframe, const std::stop_token& stop)
{
    const auto known = side(keyframe);
    if (known == 0U)
        return SideState{};
    if (const auto at = cached(keyframe))
        return at->state->side;
    const auto lose = [&](const model::Error& error) {
        rememberSide(keyframe, Unreadable);
        return tl::unexpected(error);
    };
    if (!entry(keyframe).inFile || known == unsigned{Unreadable})
        return model::fail(model::ErrorCode::Damaged, QStringLiteral("it cannot be read"));
    auto blob = file->keyframe(keyframe, stop);
    if (!blob && !aboutContent(blob.error()))
        return tl::unexpected(blob.error());
    if (!blob)
        return lose({model::ErrorCode::Damaged, blob.error().message, {}, {}, {}});
    countBlob();
    auto found = parseSide(*blob, entry(keyframe).full, 0);
    if (!found)
        return lose(found.error());
    rememberSide(keyframe,
                 (found->campaign ? unsigned{HasCampaign} : 0U) | (found->script ? unsigned{HasScript} : 0U));
    return found;
}

model::Result<KeyframeStore::Side> KeyframeStore::side(int keyframe, const std::stop_token& stop) const
{
    if (const auto readable = d->readable(keyframe); !readable)
        return tl::unexpected(readable.error());
    Side side;
    for (int at = keyframe;; --at) {
        auto own = at >= 0 ? d->sideOf(at, stop)
                           : model::fail(model::ErrorCode::Damaged, QStringLiteral("there is none"));
        if (!own && own.error().code != model::ErrorCode::Damaged)
            return tl::unexpected(own.error());
        if (!own) {
            // What is older may have been replaced by what cannot be read.
            side.campaignLost = !side.campaign;
            side.scriptLost = !side.script;
            return side;
        }
        if (!side.campaign)
            side.campaign = std::move(own->campaign);
        if (!side.script)
            side.script = std::move(own->script);
        if (d->entry(at).full || (side.campaign && side.script))
            return side;
    }
}

StateHash KeyframeStore::hash(int keyframe, const SimState& state) const
{
    return d->hashOf(keyframe, state);
}

StoreStats KeyframeStore::stats() const { return d->stats(); }

void KeyframeStore::clear() const { d->clear(); }

// The cache of decoded keyframes, and what is remembered of all others.

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
