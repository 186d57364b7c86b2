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
    explicit RunMaker(glm::dvec3 begin = glm::dvec3{0.0})
    {
        m_track.startMarked = true;
        add(begin, false);
    }

    /// Straight on, in steps of about `step` metres; the last frame is there.
    RunMaker& walk(glm::dvec3 to, double step = 0.25)
    {
        const glm::dvec3 from = m_track.places.back();
        const int frames = std::max(1, static_cast<int>(std::round(glm::distance(from, to) / step)));
        for (int i = 1; i <= frames; ++i)
            add(glm::mix(from, to, static_cast<double>(i) / frames), false);
        return *this;
    }
    RunMaker& stand(int frames)
    {
        for (int i = 0; i < frames; ++i)
            add(glm::dvec3{m_track.places.back()}, false);
        return *this;
    }
    RunMaker& jump(glm::dvec3 to)
    {
        add(to, true);
        return *this;
    }
    /// One frame in which the actor is not there.
    RunMaker& vanish()
    {
        add(glm::dvec3{std::numeric_limits<double>::quiet_NaN()}, false);
        return *this;
    }
    /// The run starts at the newest frame, not at the first.
    RunMaker& start()
    {
        m_track.start = newest();
        return *this;
    }
    RunMaker& checkpoint(const char* id)
    {
        m_track.checkpoints.push_back({QString::fromLatin1(id), newest()});
        return *this;
    }
    RunMaker& reset()
    {
        m_track.resets.push_back(newest());
        return *this;
    }
    RunMaker& finish()
    {
        m_track.end = newest();
        m_track.finished = true;
        return *this;
    }

    model::FrameNumber newest() const { return static_cast<model::FrameNumber>(m_track.places.size()) - 1; }
    model::RunTrack track() const
    {
        model::RunTrack track = m_track;
        track.actor = model::ActorId{0};
        track.axis = model::TimeAxis::uniform(newest() + 1, 1, 20);
        return track;
    }
    std::shared_ptr<const model::RunTrack> shared() const
    {
        return std::make_shared<const model::RunTrack>(track());
    }

private:
    void add(glm::dvec3 place, bool jumped)
    {
        m_track.places.push_back(place);
        m_track.jumped.push_back(jumped);
    }

    model::RunTrack m_track;
};

} // namespace ghostline::test
