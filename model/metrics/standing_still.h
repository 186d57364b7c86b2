// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who stood still, where and for how long: the same question for cars, players and units.
#include "model/base/export.h"
#include "model/replay/replay_source.h"

namespace ghostline::model {

/// Players, vehicles, walkers, units.
GHOSTLINE_MODEL_EXPORT bool isMovingKind(ActorKind kind);

struct StandingStill
{
    ActorId actor = ActorId::None;
    FrameRange frames;
    Micros begin{};
    Micros length{};
    glm::dvec3 position{0.0};
};

struct StandingStillOptions
{
    Micros minLength{10'000'000};
    double radius = 0.1;         ///< metres around where the stop began
    bool movingKindsOnly = true; ///< players, vehicles, walkers, units
};

/// Longest first; equal lengths in order of begin, then actor. Hidden actors do not count.
GHOSTLINE_MODEL_EXPORT Result<std::vector<StandingStill>>
findStandingStill(const ReplaySource& source, const StandingStillOptions& options, const Progress& progress,
                  std::stop_token stop);

} // namespace ghostline::model
