// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What analyses of poses share: which actors they look at, and the events they produce.
#include "model/base/export.h"
#include "model/replay/replay_source.h"

#include <algorithm>
#include <functional>

namespace ghostline::model {

/// Indices into what findingKinds() returns.
enum class FindingKind { Proximity, Contact, Zone, Limit, Alarm };

/// The same for every analysis, so that their events can be put into one table. All are bands in a lane of
/// their own.
GHOSTLINE_MODEL_EXPORT std::vector<EventKind> findingKinds(const ReplayInfo& info);

/// Why nothing was found, when the reason is the recording or the question and not what happened.
enum class WhyNone {
    Unknown,
    NobodyToMeet, ///< there were never two at a time
    OneTeam,      ///< asked across teams
    Estimates,    ///< most places were not recorded, and those do not count
    TooLarge      ///< the middles of two that touch are farther apart than what was asked for
};
/// Stable snake_case; empty = unknown.
GHOSTLINE_MODEL_EXPORT QString whyNoneWord(WhyNone why);

struct Findings
{
    std::vector<Event> events; ///< by frame; kinds as in findingKinds()
    FrameNumber frames = 0;    ///< looked at: a recording may have grown since
    bool capped = false;       ///< there was more than is listed
    WhyNone whyNone = WhyNone::Unknown;
};

/// All in one table, for a list that shows them together.
GHOSTLINE_MODEL_EXPORT std::shared_ptr<const EventTable> tableOf(const ReplayInfo& info,
                                                                 std::span<const Findings* const> findings);

/// Which actors an analysis looks at.
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

/// Time and place of something that was found, and the provenance of the poses it was found by.
struct Stretch
{
    FrameRange frames; ///< from the first to the last in which it did
    Micros begin{};
    Micros length{};
    glm::dvec3 place{0.0};
    Provenance provenance = Provenance::Exact;

    /// Extends it to this frame.
    void goOn(FrameNumber frame, Micros now)
    {
        frames.end = frame + 1;
        length = now - begin;
    }
};

/// Collects what was found in the order in which it ended, up to `most` of it.
template<typename Found>
struct FoundList
{
    std::size_t most = 0;
    Micros minLength{};
    std::vector<Found> found{};
    bool capped = false; ///< there was more

    void keep(const Found& each)
    {
        if (each.length < minLength)
            return;
        if (found.size() < most)
            found.push_back(each);
        else
            capped = true;
    }
    /// Ascending by what `key` makes of each.
    template<typename Key>
    void sortBy(const Key& key)
    {
        std::sort(found.begin(), found.end(),
                  [&key](const Found& a, const Found& b) { return key(a) < key(b); });
    }
};

/// Without data; words that say the event was computed are added to `text`.
Event findingEvent(FindingKind kind, const Stretch& found, std::vector<ActorId> actors, const Sentence& text);

/// Of what an analysis found: `describe` makes an event of each.
template<typename Analysed, typename Found, typename Describe>
Findings eventsOf(const Analysed& analysed, const std::vector<Found>& found, const Describe& describe)
{
    Findings findings;
    findings.frames = analysed.frames;
    findings.capped = analysed.capped;
    findings.events.reserve(found.size());
    for (const Found& each : found)
        findings.events.push_back(describe(each));
    return findings;
}

QString actorName(const ReplayInfo& info, ActorId actor);
/// "recorded", "interpolated", "sampled", "held".
GHOSTLINE_MODEL_EXPORT QString provenanceWord(Provenance provenance);

} // namespace ghostline::model
