// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/review/flag.h"

#include <algorithm>
#include <limits>

namespace ghostline::model {

namespace {

bool isAbout(const FlagReview& review, const Flag& flag)
{
    return review.frame == flag.frame && review.check == flag.check;
}

/// Until who gave it has said something else beside the recording.
bool recordedStands(const Flag& flag, const Sidecar& sidecar)
{
    return !flag.recordedVerdict.isEmpty() &&
           std::ranges::none_of(reviewsOf(flag, sidecar), [&](const FlagReview* review) {
               return review->reviewer == flag.recordedReviewer && !isOnOtherContent(*review, sidecar);
           });
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
    if (flag.detail == event.text)
        flag.wording = event.wording;
    flag.limit = flagLimit(event.data, flag.detail);
    flag.source = text("source");
    flag.origin = flag.source == QLatin1String("computed") ? FlagSource::Computed : FlagSource::Recorded;
    flag.recordedVerdict = text("verdict");
    flag.recordedReviewer = text("reviewer");
    flag.recordedNote = text("note");
    return flag;
}

} // namespace

bool isSameFlag(const Flag& a, const Flag& b)
{
    return a.frame == b.frame && a.actor == b.actor && a.check == b.check && a.ownId == b.ownId;
}

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

Result<Flag> flagNumbered(const EventTable& events, int number)
{
    const std::vector<Flag> flags = flagsOf(events);
    if (flags.empty())
        return fail(ErrorCode::InvalidArgument, QStringLiteral("the recording has no flags"));
    if (number < 1 || static_cast<std::size_t>(number) > flags.size())
        return fail(ErrorCode::InvalidArgument,
                    QStringLiteral("there is no flag %1: the recording has %2, from 1 on")
                        .arg(number)
                        .arg(flags.size()));
    return flags[static_cast<std::size_t>(number) - 1];
}

namespace {

/// By id where the name is still that one's, else whoever alone has the name.
ActorId whoIs(const DrawnActor& who, const ReplayInfo& info)
{
    const ActorInfo* const numbered = info.actor(who.id);
    if (numbered != nullptr && (who.name.isEmpty() || numbered->name == who.name))
        return who.id;
    if (who.name.isEmpty() || std::ranges::count(info.cast, who.name, &ActorInfo::name) != 1)
        return ActorId::None;
    return std::ranges::find(info.cast, who.name, &ActorInfo::name)->id;
}

Flag flagFrom(const OwnFlag& own, const ReplayInfo* info)
{
    Flag flag;
    flag.frame = own.frame;
    flag.time = own.time;
    if (info != nullptr && own.who != DrawnActor{})
        flag.actor = whoIs(own.who, *info);
    flag.check = own.check;
    flag.severity = own.severity;
    flag.score = std::numeric_limits<double>::quiet_NaN();
    flag.detail = own.text;
    flag.source = QStringLiteral("person");
    flag.origin = FlagSource::Person;
    flag.ownId = own.id;
    flag.author = own.author;
    return flag;
}

} // namespace

void putOwnFlags(std::vector<Flag>& flags, const Sidecar& sidecar, const ReplayInfo* info)
{
    std::erase_if(flags, [](const Flag& flag) { return flag.origin == FlagSource::Person; });
    for (const OwnFlag& own : sidecar.ownFlags) {
        const auto place = std::ranges::upper_bound(flags, own.frame, {}, &Flag::frame);
        flags.insert(place, flagFrom(own, info));
    }
}

QString ownCheck(const Sidecar& sidecar, FrameNumber frame, const QString& author)
{
    const QString base = author.isEmpty() ? QStringLiteral("manual") : QStringLiteral("manual: ") + author;
    const auto taken = [&](const QString& check) {
        return std::ranges::any_of(
                   sidecar.ownFlags,
                   [&](const OwnFlag& own) { return own.frame == frame && own.check == check; }) ||
               std::ranges::any_of(sidecar.reviews, [&](const FlagReview& review) {
                   return review.frame == frame && review.check == check;
               });
    };
    QString check = base;
    for (int number = 2; taken(check); ++number)
        check = QStringLiteral("%1 (%2)").arg(base).arg(number);
    return check;
}

bool isLost(const Flag& flag, const SpanList& lost)
{
    return std::ranges::any_of(lost,
                               [&flag](const LostSpan& span) { return span.frames.contains(flag.frame); });
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

std::vector<const FlagReview*> standingReviews(const Flag& flag, const Sidecar& sidecar)
{
    std::vector<const FlagReview*> standing;
    for (const FlagReview* review : reviewsOf(flag, sidecar)) {
        if (isOnOtherContent(*review, sidecar))
            continue;
        std::erase_if(standing,
                      [review](const FlagReview* earlier) { return earlier->reviewer == review->reviewer; });
        if (!verdictWord(*review).isEmpty())
            standing.push_back(review);
    }
    return standing;
}

bool isKeptBack(const Flag& flag, const Sidecar& sidecar, const ReviewRules& rules)
{
    if (!rules.blind || rules.reviewer.isEmpty())
        return rules.blind; // an unsigned verdict may be anybody's
    const bool ownInRecording = recordedStands(flag, sidecar) && flag.recordedReviewer == rules.reviewer;
    return !ownInRecording && !hasStandingReview(flag, sidecar, rules.reviewer);
}

Judgement judgementOf(const Flag& flag, const Sidecar& sidecar, const ReviewRules& rules)
{
    if (isKeptBack(flag, sidecar, rules))
        return {};
    const auto standing = standingReviews(flag, sidecar);
    if (!standing.empty()) {
        const FlagReview& newest = *standing.back();
        return {newest.verdict, verdictWord(newest), newest.reviewer, newest.note, newest.reason};
    }
    if (!recordedStands(flag, sidecar))
        return {};
    return {flagVerdictNamed(flag.recordedVerdict), flag.recordedVerdict, flag.recordedReviewer,
            flag.recordedNote};
}

FlagVerdict verdictOf(const Flag& flag, const Sidecar& sidecar, const ReviewRules& rules)
{
    return judgementOf(flag, sidecar, rules).verdict;
}

bool isReviewed(const Flag& flag, const Sidecar& sidecar, const ReviewRules& rules)
{
    return !judgementOf(flag, sidecar, rules).word.isEmpty();
}

bool isDisputed(const Flag& flag, const Sidecar& sidecar, const ReviewRules& rules)
{
    if (isKeptBack(flag, sidecar, rules))
        return false;
    FlagVerdict first = FlagVerdict::None;
    const auto differs = [&first](FlagVerdict verdict) {
        // Another program's word, or none that says whether the flag is right.
        if (verdict == FlagVerdict::None || verdict == FlagVerdict::NeedsMore)
            return false;
        if (first == FlagVerdict::None)
            first = verdict;
        return verdict != first;
    };
    if (recordedStands(flag, sidecar))
        (void)differs(flagVerdictNamed(flag.recordedVerdict));
    return std::ranges::any_of(standingReviews(flag, sidecar),
                               [&differs](const FlagReview* review) { return differs(review->verdict); });
}

namespace {

/// By how many people, whoever wrote the recording's own verdict among them.
int decided(const Flag& flag, const Sidecar& sidecar)
{
    // One for each reviewer, and none of those who wrote what still stands in the recording.
    return static_cast<int>(standingReviews(flag, sidecar).size()) + (recordedStands(flag, sidecar) ? 1 : 0);
}

} // namespace

bool needsMore(const Flag& flag, const Sidecar& sidecar, const ReviewRules& rules)
{
    if (isKeptBack(flag, sidecar, rules))
        return false;
    const auto says = [](FlagVerdict verdict) { return verdict == FlagVerdict::NeedsMore; };
    return (recordedStands(flag, sidecar) && says(flagVerdictNamed(flag.recordedVerdict))) ||
           std::ranges::any_of(standingReviews(flag, sidecar),
                               [&says](const FlagReview* review) { return says(review->verdict); });
}

bool isOpen(const Flag& flag, const Sidecar& sidecar, const ReviewRules& rules)
{
    return decided(flag, sidecar) < rules.needed || isDisputed(flag, sidecar) || needsMore(flag, sidecar);
}

bool hasStandingReview(const Flag& flag, const Sidecar& sidecar, const QString& reviewer)
{
    return std::ranges::any_of(standingReviews(flag, sidecar), [&reviewer](const FlagReview* review) {
        return review->reviewer == reviewer;
    });
}

} // namespace ghostline::model
