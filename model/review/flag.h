// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Flags: events that accuse, with what the recording and its reviewers say of them.
#include "model/base/diagnostic.h"
#include "model/base/error.h"
#include "model/base/export.h"
#include "model/replay/event.h"
#include "model/replay/replay_info.h"
#include "model/review/flag_limit.h"
#include "model/sidecar/sidecar.h"

#include <vector>

namespace ghostline::model {

/// Whether a flag was written by the game, worked out from the recording, or raised by a person beside it.
enum class FlagSource : std::uint8_t { Recorded, Computed, Person };

/// A value: outlives the table it was read from.
struct Flag
{
    FrameNumber frame = 0;
    Micros time{};
    ActorId actor = ActorId::None; ///< the accused
    QString check;                 ///< which check raised it
    int severity = 0;              ///< 0 to 3
    double score = 0.0;            ///< NaN = none
    QString detail;
    Wording wording{}; ///< how `detail` is told in another language, where the program has worded it
    QString source;    ///< who says so, in the format's own word: "server", "computed"; "person"
    FlagSource origin = FlagSource::Recorded;
    /// A verdict that was written into the recording itself; it is shown, never changed. Empty = none.
    QString recordedVerdict;
    QString recordedReviewer;
    QString recordedNote;
    std::optional<FlagLimit> limit{}; ///< the check's own, where the flag tells it
    QString ownId{};                  ///< of the OwnFlag that it is; empty = none
    QString author{};                 ///< who raised that
};

/// Whether they are the same accusation, read twice: who is accused when, of what, and of an own flag which.
GHOSTLINE_MODEL_EXPORT bool isSameFlag(const Flag& a, const Flag& b);
/// Every event of a kind that accuses, in order.
GHOSTLINE_MODEL_EXPORT std::vector<Flag> flagsOf(const EventTable& events);
/// That one of them, counted from 1. InvalidArgument says how many there are.
GHOSTLINE_MODEL_EXPORT Result<Flag> flagNumbered(const EventTable& events, int number);
/// Puts those that people have raised beside the recording among the others, by frame, in the place of those
/// that were put there before. `info` says who is meant; null = nobody knows.
GHOSTLINE_MODEL_EXPORT void putOwnFlags(std::vector<Flag>& flags, const Sidecar& sidecar,
                                        const ReplayInfo* info);
/// What verdicts are to know a new one by: no other at that frame is called so.
GHOSTLINE_MODEL_EXPORT QString ownCheck(const Sidecar& sidecar, FrameNumber frame, const QString& author);
/// Whether the frame that a flag accuses is among those that are lost: nothing there can be looked at.
GHOSTLINE_MODEL_EXPORT bool isLost(const Flag& flag, const SpanList& lost);
/// The reviews of one flag (same frame and check), oldest first; those on other content too, which count
/// nowhere below (isOnOtherContent()).
GHOSTLINE_MODEL_EXPORT std::vector<const FlagReview*> reviewsOf(const Flag& flag, const Sidecar& sidecar);
/// The last word of each reviewer on this content, less those who took theirs back; oldest first.
GHOSTLINE_MODEL_EXPORT std::vector<const FlagReview*> standingReviews(const Flag& flag,
                                                                      const Sidecar& sidecar);
/// How people review together. By itself everybody sees everything, and one verdict is enough.
struct ReviewRules
{
    bool blind = false; ///< what others say of a flag counts only for who has given a verdict on it
    QString reviewer{}; ///< who looks
    int needed = 1;     ///< so many people have to have decided before a flag is done
    friend bool operator==(const ReviewRules&, const ReviewRules&) = default;
};
/// Whether what others say of it is kept from whoever looks; what is asked below then finds nothing.
GHOSTLINE_MODEL_EXPORT bool isKeptBack(const Flag& flag, const Sidecar& sidecar, const ReviewRules& rules);

/// What counts of a flag.
struct Judgement
{
    FlagVerdict verdict = FlagVerdict::None; ///< None also for a word that is not known here
    QString word;                            ///< as it was written; empty = nobody has reviewed it
    QString reviewer;
    QString note;
    QString reason{}; ///< chosen from a list; empty = none
};
/// The newest review beside the recording that its reviewer has not taken back, else the verdict in it.
GHOSTLINE_MODEL_EXPORT Judgement judgementOf(const Flag& flag, const Sidecar& sidecar,
                                             const ReviewRules& rules = {});
GHOSTLINE_MODEL_EXPORT FlagVerdict verdictOf(const Flag& flag, const Sidecar& sidecar,
                                             const ReviewRules& rules = {});
/// Whether somebody has reviewed it, with whatever verdict.
GHOSTLINE_MODEL_EXPORT bool isReviewed(const Flag& flag, const Sidecar& sidecar,
                                       const ReviewRules& rules = {});
/// Whether reviewers' latest words differ, the one in the recording included. That it needs more differs from
/// nothing.
GHOSTLINE_MODEL_EXPORT bool isDisputed(const Flag& flag, const Sidecar& sidecar,
                                       const ReviewRules& rules = {});
/// Whether the latest word of any reviewer is that it needs more than there was to see.
GHOSTLINE_MODEL_EXPORT bool needsMore(const Flag& flag, const Sidecar& sidecar,
                                      const ReviewRules& rules = {});
/// Whether it still waits for somebody, whoever looks: too few have reviewed it, or those who did differ or
/// want more.
GHOSTLINE_MODEL_EXPORT bool isOpen(const Flag& flag, const Sidecar& sidecar, const ReviewRules& rules = {});
/// Whether a reviewer has said something that they could take back.
GHOSTLINE_MODEL_EXPORT bool hasStandingReview(const Flag& flag, const Sidecar& sidecar,
                                              const QString& reviewer);

} // namespace ghostline::model
