// SPDX-License-Identifier: GPL-3.0-or-later
// Index, kinds and segment of a revision.
#include "codecs/sc2/replay/snapshot.h"

#include "codecs/sc2/events/line_up.h"
#include "codecs/sc2/replay/describe.h"

namespace ghostline::sc2 {

namespace {

std::shared_ptr<model::ReplayInfo> infoOf(const ReplayData& data, const UnitKinds& kinds,
                                          const MpqArchive& archive, std::uint64_t bytes,
                                          const Snapshot* before)
{
    // Commands change nothing in the cast and the tree unless they are all there is.
    const bool same = before != nullptr && data.hasTracker && before->data->loops == data.loops;
    return same ? std::make_shared<model::ReplayInfo>(*before->revision->info)
                : std::make_shared<model::ReplayInfo>(describeReplay(data, kinds, archive, bytes));
}

} // namespace

std::shared_ptr<const Snapshot> makeSnapshot(const MpqArchive& archive, std::uint64_t bytes,
                                             model::Revision number, const WholeReplay& replay,
                                             const Snapshot* before, const LoadReport& loadReport)
{
    const std::shared_ptr<const ReplayData>& data = replay.data;
    const DerivedEvents& derived = replay.derived;
    auto next = std::make_shared<Snapshot>();
    next->kinds = before != nullptr && data->hasTracker
                      ? before->kinds
                      : std::make_shared<const UnitKinds>(describeUnitKinds(data->tracker, data->lives));
    if (!data->actions.orders.empty())
        next->kinds =
            std::make_shared<const UnitKinds>(withCommandNames(*next->kinds, data->actions, data->abilities));
    auto index = std::make_shared<model::ReplayIndex>();
    index->revision = number;
    index->complete = data->complete;
    index->progress = data->complete ? 1.0 : 0.5;
    index->timeAxis = timeAxisOf(*data);
    model::Keyframe whole;
    whole.size = bytes;
    whole.knowledge = static_cast<std::uint32_t>(index->revision - 1);
    index->keyframes = model::KeyframeIndex({whole}, index->frames());
    index->events = derived.events;
    index->tables = derived.tables;
    auto info = infoOf(*data, *next->kinds, archive, bytes, before);
    info->strings = next->kinds->strings;
    declareLineUp(*info, *data, derived);
    index->info = std::move(info);
    if (before != nullptr) {
        index->diagnostics = before->revision->diagnostics;
        index->lost = before->revision->lost;
    }
    index->diagnostics.insert(index->diagnostics.end(), loadReport.diagnostics.begin(),
                              loadReport.diagnostics.end());
    index->lost.insert(index->lost.end(), loadReport.lost.begin(), loadReport.lost.end());
    SegmentParts parts;
    parts.data = data;
    parts.kinds = next->kinds;
    parts.figures = std::make_shared<const Figures>(Figures::build(*data, derived, *next->kinds->strings));
    parts.axis = index->timeAxis;
    next->segment = std::make_shared<const Sc2Segment>(std::move(parts));
    next->revision = std::move(index);
    next->data = data;
    return next;
}

} // namespace ghostline::sc2
