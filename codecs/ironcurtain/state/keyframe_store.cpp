// SPDX-License-Identifier: GPL-3.0-or-later
// The store's door, and what campaigns and scripts say at a keyframe.
#include "codecs/ironcurtain/state/keyframe_store.h"

#include "codecs/ironcurtain/state/restoring.h"
#include "codecs/ironcurtain/state/snapshot_reader.h"

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

} // namespace ghostline::ironcurtain
