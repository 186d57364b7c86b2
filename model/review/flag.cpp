// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/review/flag.h"

#include <algorithm>
#include <limits>
#include <map>

namespace ghostline::model {

namespace {

bool isAbout(const FlagReview& review, const Flag& flag)
{
    return review.frame == flag.frame && review.check == flag.check;
}

const FlagReview* newestReview(const Flag& flag, const Sidecar& sidecar)
{
    const auto newest = std::find_if(sidecar.reviews.rbegin(), sidecar.reviews.rend(),
                                     [&flag](const FlagReview& review) { return isAbout(review, flag); });
    return newest == sidecar.reviews.rend() ? nullptr : &*newest;
}

Flag flagFrom(const Event& event, const EventKind& kind)
{
    const auto text = [&event](const char* key, const QString& otherwise = {}) {
        return event.data.value(QLatin1String(key)).toString(otherwise);
    };
    Flag flag;
    flag.frame = event.frame;
    flag.time = event.time;
    flag.actor = event.actors.empty() ? ActorId::None : event.actors.front();
    flag.check = text("check", kind.id);
    flag.severity = event.severity;
    flag.score = event.data.value(QLatin1String("score")).toDouble(std::numeric_limits<double>::quiet_NaN());
    flag.detail = text("detail", event.text);
    flag.source = text("source");
    flag.origin = flag.source == QLatin1String("computed") ? FlagSource::Computed : FlagSource::Recorded;
    flag.recordedVerdict = text("verdict");
    flag.recordedReviewer = text("reviewer");
    flag.recordedNote = text("note");
    return flag;
}

} // namespace

std::vector<Flag> flagsOf(const EventTable& events)
{
    std::vector<Flag> flags;
    for (const Event& event : events.events) {
        const auto kind = static_cast<std::size_t>(event.kind);
        if (kind < events.kinds.size() && events.kinds[kind].flag)
            flags.push_back(flagFrom(event, events.kinds[kind]));
    }
    return flags;
}

std::vector<const FlagReview*> reviewsOf(const Flag& flag, const Sidecar& sidecar)
{
    std::vector<const FlagReview*> reviews;
    for (const FlagReview& review : sidecar.reviews) {
        if (isAbout(review, flag))
            reviews.push_back(&review);
    }
    return reviews;
}

FlagVerdict verdictOf(const Flag& flag, const Sidecar& sidecar)
{
    const FlagReview* const newest = newestReview(flag, sidecar);
    return newest != nullptr ? newest->verdict : flagVerdictNamed(flag.recordedVerdict);
}

bool isReviewed(const Flag& flag, const Sidecar& sidecar)
{
    const FlagReview* const newest = newestReview(flag, sidecar);
    return newest != nullptr ? !verdictWord(*newest).isEmpty() : !flag.recordedVerdict.isEmpty();
}

bool isDisputed(const Flag& flag, const Sidecar& sidecar)
{
    std::map<QString, FlagVerdict> latest;
    latest[flag.recordedReviewer] = flagVerdictNamed(flag.recordedVerdict);
    for (const FlagReview* review : reviewsOf(flag, sidecar))
        latest[review->reviewer] = review->verdict;
    FlagVerdict first = FlagVerdict::None;
    for (const auto& [reviewer, verdict] : latest) {
        if (verdict == FlagVerdict::None)
            continue; // took it back
        if (first != FlagVerdict::None && verdict != first)
            return true;
        first = verdict;
    }
    return false;
}

} // namespace ghostline::model
