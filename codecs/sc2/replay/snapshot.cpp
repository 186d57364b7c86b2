// SPDX-License-Identifier: GPL-3.0-or-later
// One revision, made of what has been decoded so far.
#include "codecs/sc2/events/line_up.h"
#include "codecs/sc2/replay/describe.h"
#include "codecs/sc2/replay/sc2_source_private.h"

namespace ghostline::sc2 {

namespace {

std::shared_ptr<model::ReplayInfo> infoOf(const ReplayData& data, const UnitKinds& kinds,
                                          const MpqArchive& archive, std::uint64_t bytes,
                                          const Snapshot* before)
{
    // Commands change nothing in the cast and the tree unless they are all there is.
    const bool same = before != nullptr && data.hasTracker && before->data->loops == data.loops;
    return same ? std::make_shared<model::ReplayInfo>(*before->index->info)
                : std::make_shared<model::ReplayInfo>(describeReplay(data, kinds, archive, bytes));
}

} // namespace

std::shared_ptr<const Snapshot> Sc2Source::Private::makeSnapshot(std::shared_ptr<const ReplayData> data,
                                                                 const GameStory& story,
                                                                 const Snapshot* before,
                                                                 Troubles troubles) const
{
    auto next = std::make_shared<Snapshot>();
    next->kinds = before != nullptr && data->hasTracker
                      ? before->kinds
                      : std::make_shared<const UnitKinds>(describeUnitKinds(data->tracker, data->lives));
    auto index = std::make_shared<model::ReplayIndex>();
    index->revision = before != nullptr ? before->index->revision + 1 : 1;
    index->complete = data->complete;
    index->progress = data->complete ? 1.0 : 0.5;
    index->timeAxis = timeAxisOf(*data);
    model::Keyframe whole;
    whole.size = file.size();
    whole.knowledge = static_cast<std::uint32_t>(index->revision - 1);
    index->keyframes = model::KeyframeIndex({whole}, index->frames());
    index->events = story.events;
    auto info = infoOf(*data, *next->kinds, *archive, file.size(), before);
    declareStory(*info, *data, story);
    index->info = std::move(info);
    if (before != nullptr) {
        index->diagnostics = before->index->diagnostics;
        index->lost = before->index->lost;
    }
    index->diagnostics.insert(index->diagnostics.end(), troubles.diagnostics.begin(),
                              troubles.diagnostics.end());
    index->lost.insert(index->lost.end(), troubles.lost.begin(), troubles.lost.end());
    SegmentParts parts;
    parts.data = data;
    parts.kinds = next->kinds;
    parts.figures = std::make_shared<const Figures>(Figures::build(*data, story));
    parts.axis = index->timeAxis;
    next->segment = std::make_shared<const Sc2Segment>(std::move(parts));
    next->index = std::move(index);
    next->data = std::move(data);
    return next;
}

} // namespace ghostline::sc2
