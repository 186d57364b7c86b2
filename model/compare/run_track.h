// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One actor's way through one replay, with the landmarks of its run: what two replays are compared by.
#include "model/actor.h"
#include "model/export.h"
#include "model/replay_source.h"

#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace ghostline::model {

struct CheckpointTaken
{
    QString id;
    FrameNumber frame = 0;
};

/// A value. Frames are the replay's own; places in world space, metres.
struct RunTrack
{
    TimeAxis axis;
    ActorId actor = ActorId::None;
    std::vector<glm::dvec3> places; ///< one a frame; NaN where the actor is not there or nothing was decoded
    std::vector<bool> jumped;       ///< one a frame: moved there without passing the way between
    FrameNumber start = 0;          ///< the run's start, else the first frame with a place
    bool startMarked = false;       ///< the recording says where the run starts
    std::vector<CheckpointTaken> checkpoints; ///< from the start on, ascending
    std::vector<FrameNumber> resets;          ///< likewise
    std::optional<FrameNumber> end; ///< where the run ended; nothing = still under way, or not marked
    bool finished = false;          ///< the end is an arrival
    bool growing = false;           ///< the recording may become longer

    /// The last frame that counts: the end, else the last one recorded.
    FrameNumber last() const { return end.value_or(axis.frames() - 1); }
    /// Time since the run's start; negative before it.
    Micros runTime(FrameNumber frame) const { return axis.timeOf(frame) - axis.timeOf(start); }
    /// Whether the actor has a place at this frame.
    GHOSTLINE_MODEL_EXPORT bool isAt(FrameNumber frame) const;
    /// Where the actor is between two frames: on the straight line, but before a jump still where it was.
    /// NaN where it is not.
    GHOSTLINE_MODEL_EXPORT glm::dvec3 placeAt(FrameTime at) const;
};

/// Whom to compare when nobody says: the first principal actor that moves, else the first with a pose that is
/// not background; None when there is nobody.
GHOSTLINE_MODEL_EXPORT ActorId runnerOf(const ReplayInfo& info);
/// The first run that arrived, else the last one begun: another start begins the run anew, and what is
/// recorded after an arrival belongs to no run. Waits until the recording is indexed, unless it is growing.
/// Visits every frame once; a frame that cannot be decoded has no place. NotFound when the cast has no such
/// actor, Cancelled when stopped. Blocks: call it off the UI thread.
GHOSTLINE_MODEL_EXPORT Result<RunTrack> readRunTrack(const ReplaySource& source, ActorId actor,
                                                     const Progress& progress, std::stop_token stop);

} // namespace ghostline::model
