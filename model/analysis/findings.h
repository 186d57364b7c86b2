// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What analyses of poses have in common: whom they look at, and events that say they were worked out.
#include "model/export.h"
#include "model/replay_source.h"

#include <functional>

namespace ghostline::model {

/// Indices into findingKinds().
enum class FindingKind { Proximity, Contact, Zone, Limit };

/// The same for every analysis, so that their events can be put into one table. All are bands in a lane of
/// their own.
GHOSTLINE_MODEL_EXPORT const std::vector<EventKind>& findingKinds();

struct Findings
{
    std::vector<Event> events; ///< by frame; kinds as in findingKinds()
    FrameNumber frames = 0;    ///< looked at: a recording may have grown since
    bool capped = false;       ///< there was more than is listed
};

/// All in one table, for a list that shows them together.
GHOSTLINE_MODEL_EXPORT std::shared_ptr<const EventTable> tableOf(std::span<const Findings* const> findings);

/// Whom an analysis looks at.
struct ActorFilter
{
    bool playersOnly = false; ///< and whoever else the recording is about
    bool movingKindsOnly = true;
};
/// By ActorId.
std::vector<bool> watchedActors(const ReplayInfo& info, const ActorFilter& filter);

/// Called for each frame that could be decoded; `before` is null at the start and after whatever must not be
/// bridged: frames that are lost, or a gap longer than ReplayInfo::maxGap.
using StepVisitor = std::function<void(FrameNumber, const WorldState* before, const WorldState& now)>;
Result<void> walkSteps(const ReplaySource& source, FrameRange frames, const StepVisitor& visit,
                       const Progress& progress, std::stop_token stop);

/// Walks all `frames` with a finder: its visit() takes each step, its finish(frames) says what was found.
template<typename Finder>
auto findInSteps(Finder& finder, const ReplaySource& source, FrameNumber frames, const Progress& progress,
                 std::stop_token stop) -> Result<decltype(finder.finish(frames))>
{
    const Result<void> done = walkSteps(
        source, {0, frames},
        [&finder](FrameNumber frame, const WorldState* before, const WorldState& now) {
            finder.visit(frame, before, now);
        },
        progress, std::move(stop));
    if (!done)
        return tl::unexpected<Error>(done.error());
    return finder.finish(frames);
}

/// Frame, time, length and kind; `text` gets the words that say it was worked out.
Event findingEvent(FindingKind kind, FrameNumber frame, Micros time, Micros length, const QString& text);
QString actorName(const ReplayInfo& info, ActorId actor);
/// "recorded", "interpolated", "sampled", "held".
GHOSTLINE_MODEL_EXPORT QString provenanceWord(Provenance provenance);

} // namespace ghostline::model
