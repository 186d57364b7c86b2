// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Flags: events that accuse, with what the recording and its reviewers say of them.
#include "model/event.h"
#include "model/export.h"
#include "model/sidecar.h"

#include <vector>

namespace ghostline::model {

/// Whether a flag was written by the game or worked out from the recording. More detectors may come.
enum class FlagSource : std::uint8_t { Recorded, Computed };

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
    QString source; ///< who says so, in the format's own word: "server", "computed"
    FlagSource origin = FlagSource::Recorded;
    /// A verdict that was written into the recording itself; it is shown, never changed. Empty = none.
    QString recordedVerdict;
    QString recordedReviewer;
    QString recordedNote;
};

/// Every event of a kind that accuses, in order.
GHOSTLINE_MODEL_EXPORT std::vector<Flag> flagsOf(const EventTable& events);
/// The reviews of one flag (same frame and check), oldest first.
GHOSTLINE_MODEL_EXPORT std::vector<const FlagReview*> reviewsOf(const Flag& flag, const Sidecar& sidecar);
/// What counts of a flag: the newest review beside the recording, else the one in it; None = not reviewed, or
/// reviewed with a word that is not known here.
GHOSTLINE_MODEL_EXPORT FlagVerdict verdictOf(const Flag& flag, const Sidecar& sidecar);
/// Whether somebody's word counts, whatever it is.
GHOSTLINE_MODEL_EXPORT bool isReviewed(const Flag& flag, const Sidecar& sidecar);
/// Whether reviewers' latest words differ, the one in the recording included.
GHOSTLINE_MODEL_EXPORT bool isDisputed(const Flag& flag, const Sidecar& sidecar);

} // namespace ghostline::model
