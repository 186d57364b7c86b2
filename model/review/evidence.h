// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The values a reviewer looks at around a flag: of the accused actor at each frame, and of the match where
// the flag's check is about that; recorded and computed ones apart.
#include "model/base/export.h"
#include "model/replay/replay_source.h"
#include "model/world/actor.h"

#include <vector>

namespace ghostline::model {

struct EvidenceRow
{
    /// Stable. Worked out: "speed", "vertical_speed", "yaw_rate", "pitch_rate" (of the look, where there is a
    /// head), "air_frames" (rising or falling, jumps at their top included), "jump" (how far it moved without
    /// passing the way between), "click_interval" (model/review/action_marks.h). Recorded: "recorded_speed",
    /// "recorded_vertical_speed". Either: "property:NAME" of the actor, "match:NAME" of the match.
    QString id;
    QString name; ///< for people
    QString unit;
    bool recorded = false;      ///< the recording says it; else it was worked out from places and events
    bool clock = false;         ///< of the match: it runs on, and is read from where it stands, not from zero
    std::vector<double> values; ///< one a frame; NaN = nothing here
    std::vector<QString> words; ///< of a row of words ("standing"): one a frame, values are then empty
};

struct Evidence
{
    FrameRange frames;
    ActorId actor = ActorId::None;
    std::vector<Micros> times;     ///< one a frame
    std::vector<EvidenceRow> rows; ///< computed ones first; rows that say nothing are left out
};

/// A strip is for eyes: half an hour at 20 frames a second.
inline constexpr FrameNumber MostEvidenceFrames = 36'000;

/// Which of the match's properties a check is about: the one of its name; of one that is about a timer or a
/// clock, the clocks of the match.
GHOSTLINE_MODEL_EXPORT std::vector<MatchPropertyId> checkedOfMatch(const QString& check,
                                                                   const ReplayInfo& info);

/// Decodes what is missing, so call it off the UI thread. `frames` is clamped to the replay. Frames that
/// cannot be decoded have no values. `check`: of the flag, for what it is about of the match. NotFound when
/// the cast has no such actor (None will do where the check is about the match), LimitExceeded for more than
/// MostEvidenceFrames.
GHOSTLINE_MODEL_EXPORT Result<Evidence> evidenceOf(const ReplaySource& source, ActorId actor,
                                                   FrameRange frames, std::stop_token stop,
                                                   const QString& check = {});

} // namespace ghostline::model
