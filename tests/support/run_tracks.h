// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs made by hand: walked, stood, jumped and marked, frame by frame, 50 ms each.
#include "model/compare/run_track.h"

#include <cmath>
#include <limits>

namespace ghostline::test {

class RunMaker
{
public:
    /// The first frame is at `begin`.
    explicit RunMaker(glm::dvec3 begin = glm::dvec3{0.0});
    /// Straight on, in steps of about `step` metres; the last frame is there.
    RunMaker& walk(glm::dvec3 to, double step = 0.25);
    RunMaker& stand(int frames);
    RunMaker& jump(glm::dvec3 to);
    /// One frame in which the actor is not there.
    RunMaker& vanish();
    /// The run starts at the newest frame, not at the first.
    RunMaker& start();
    RunMaker& checkpoint(const char* id);
    RunMaker& reset();
    RunMaker& finish();

    model::FrameNumber newest() const
    {
        return static_cast<model::FrameNumber>(m_track.positions.size()) - 1;
    }
    model::RunTrack track() const;
    std::shared_ptr<const model::RunTrack> shared() const
    {
        return std::make_shared<const model::RunTrack>(track());
    }

private:
    void add(glm::dvec3 place, bool jumped);

    model::RunTrack m_track;
};

} // namespace ghostline::test
