// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A ghost apart from the window's playhead: its figure at any instant, for pictures drawn one after the
// other.
#include "app/gui/ghosts/ghost_set.h"
#include "model/replay/state_reader.h"
#include "render/base/trail.h"

namespace ghostline::app {

/// UI thread; shares nothing with the set it was taken from but what is immutable.
class GhostRun
{
public:
    /// `ghost` is ready.
    GhostRun(Ghost ghost, std::shared_ptr<model::ReplaySource> source);

    const Ghost& ghost() const { return m_ghost; }
    /// When the runner's replay is at `shown`; decodes what is missing, nothing where the ghost is nowhere.
    /// Its bones live until the next call.
    std::optional<render::GhostFigure> figureAt(model::FrameTime shown, model::SamplePolicy policy);
    std::vector<render::Trail> trailAt(model::FrameTime shown, double seconds) const;
    /// Seconds, negative = the ghost is ahead; nothing where there is no honest number.
    std::optional<double> deltaAt(model::FrameTime shown) const;

private:
    Ghost m_ghost;
    std::shared_ptr<model::StateReader> m_reader; ///< of all copies
    model::WorldState m_state;
};

/// What a figure of it needs but for its pose.
render::GhostFigure figureOf(const Ghost& ghost);

} // namespace ghostline::app
