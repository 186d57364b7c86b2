// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a run passes one after the other: its checkpoints and its finish, when, and at which place. Asked for
// at every frame, so the questions allocate nothing.
#include "model/base/export.h"
#include "model/replay/event.h"
#include "model/replay/replay_info.h"
#include "model/replay/replay_source.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace ghostline::model {

struct RunGoal
{
    FrameNumber frame = 0;
    ActorId actor = ActorId::None; ///< None = whoever runs
    QString name;                  ///< the checkpoint's own; empty = none that says anything
    int number = 0;                ///< which checkpoint of the course, from 1 on; 0 = the finish
    std::optional<glm::dvec3> place{};

    bool finish() const { return number == 0; }
};

/// A value. All frames ascend.
struct GHOSTLINE_MODEL_EXPORT RunGoals
{
    std::vector<RunGoal> goals;
    std::vector<FrameNumber> starts; ///< of runs, as far as they are marked
    std::vector<FrameNumber> resets;
    int checkpoints = 0;            ///< how many different ones
    ActorId runner = ActorId::None; ///< who is meant where nobody is chosen

    bool empty() const { return goals.empty(); }
    /// `chosen`, if that is somebody who passes something here, else the runner.
    ActorId runnerFor(ActorId chosen) const;
    /// What is passed next, or would have been before a reset or the end of an attempt, as far as another one
    /// came: the answer does not tell that this one fails. Null = nothing any more.
    const RunGoal* next(FrameNumber now, ActorId actor) const;
    /// Number of the checkpoint that was passed last in the run that goes on; 0 = none so far.
    int passed(FrameNumber now, ActorId actor) const;
    /// In the run that goes on.
    int resetsBy(FrameNumber now) const;
    /// No marked start has come yet, but one will.
    bool beforeStart(FrameNumber now) const { return !starts.empty() && now < starts.front(); }

private:
    FrameNumber startOf(FrameNumber now) const;
};

/// From the events alone: only those that carry a place of their own have one. A checkpoint that is taken
/// again, after a reset or in another lap, keeps its number; one without an id is counted from each start on.
GHOSTLINE_MODEL_EXPORT RunGoals runGoals(const ReplayInfo& info, const EventTable& events);
/// With the places at which the runners were just then, where the events tell none. Decodes one segment for
/// each; what cannot be decoded has no place. Cancelled when stopped. Blocks: call it off the UI thread.
GHOSTLINE_MODEL_EXPORT Result<RunGoals> readRunGoals(const ReplaySource& source, std::stop_token stop);

} // namespace ghostline::model
