// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One actor's positions throughout a replay, with the landmarks of its run: what two replays are compared by.
#include "model/base/export.h"
#include "model/replay/replay_info.h"
#include "model/replay/replay_source.h"
#include "model/world/actor.h"

#include <glm/glm.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace ghostline::model {

struct CheckpointTaken
{
    QString id;
    FrameNumber frame = 0;
};

/// A value. Frames are the replay's own; positions in world space, metres.
struct RunTrack
{
    TimeAxis axis;
    ActorId actor = ActorId::None;
    QString unit = QStringLiteral("m"); ///< ReplayInfo::lengthUnit, for people
    std::vector<glm::dvec3>
        positions;            ///< one a frame; NaN where the actor is not there or nothing was decoded
    std::vector<bool> jumped; ///< one a frame: moved there by a jump
    FrameNumber start = 0;    ///< the run's start, else the first frame with a position
    bool startMarked = false; ///< the recording says where the run starts
    std::vector<CheckpointTaken> checkpoints; ///< from the start on, ascending
    std::vector<FrameNumber> resets;          ///< likewise
    std::optional<FrameNumber> end; ///< where the run ended; nothing = still under way, or not marked
    bool finished = false;          ///< the end is an arrival
    bool growing = false;           ///< the recording may become longer

    /// The last frame that counts: the end, else the last one recorded.
    FrameNumber last() const { return end.value_or(axis.frames() - 1); }
    /// Time since the run's start; negative before it.
    Micros runTime(FrameNumber frame) const { return axis.timeOf(frame) - axis.timeOf(start); }
    /// Whether the actor has a position at this frame.
    GHOSTLINE_MODEL_EXPORT bool isAt(FrameNumber frame) const;
    /// Where the actor is between two frames: on the straight line, but before a jump still where it was.
    /// NaN where it is not.
    GHOSTLINE_MODEL_EXPORT glm::dvec3 positionAt(FrameTime at) const;
};

/// The actor that is compared by default: the first principal actor that moves, else the first with a pose
/// that is
/// not background; None when there is nobody.
GHOSTLINE_MODEL_EXPORT ActorId runnerOf(const ReplayInfo& info);
/// The first run that arrived, else the last one begun: another start begins the run anew, and what is
/// recorded after an arrival belongs to no run. Waits until the recording is indexed, unless it is growing.
/// Visits every frame once; a frame that cannot be decoded has no place. NotFound when the cast has no such
/// actor, Cancelled when stopped. Blocks: call it off the UI thread.
GHOSTLINE_MODEL_EXPORT Result<RunTrack> readRunTrack(const ReplaySource& source, ActorId actor,
                                                     const Progress& progress, std::stop_token stop);

/// A track of a growing recording, with what is needed to extend it later. A value; parts are shared.
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

/// False where both say where they were made, and it was not the same place or not the same version of it.
GHOSTLINE_MODEL_EXPORT bool sameWorld(const ReplayInfo& a, const ReplayInfo& b);

} // namespace ghostline::model
