// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A run's track that is read again while its recording grows: only what is new is decoded.
#include "model/compare/run_track.h"

#include <memory>

namespace ghostline::model {

/// A track, and what says how much of it still holds later. A value; parts are shared.
struct TrackSoFar
{
    std::shared_ptr<const RunTrack> track;    ///< null: nothing has been read
    std::shared_ptr<const EventTable> events; ///< which its landmarks are from
    KeyframeIndex keyframes;                  ///< which its places were decoded from
};

/// Like readRunTrack(), but takes over the places of `before` up to the first keyframe that is another or
/// yields more than then, or the first frame after its coming in which the actor was missing: that may not
/// have been decodable. What is new and cannot be decoded has no places.
GHOSTLINE_MODEL_EXPORT Result<TrackSoFar> readFurther(const TrackSoFar& before, const ReplaySource& source,
                                                      ActorId actor, const Progress& progress,
                                                      std::stop_token stop);

} // namespace ghostline::model
