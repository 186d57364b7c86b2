// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_tracks.h"

namespace ghostline::test {

RunMaker::RunMaker(glm::dvec3 begin)
{
    m_track.startMarked = true;
    add(begin, false);
}

RunMaker& RunMaker::walk(glm::dvec3 to, double step)
{
    const glm::dvec3 from = m_track.positions.back();
    const int frames = std::max(1, static_cast<int>(std::round(glm::distance(from, to) / step)));
    for (int i = 1; i <= frames; ++i)
        add(glm::mix(from, to, static_cast<double>(i) / frames), false);
    return *this;
}

RunMaker& RunMaker::stand(int frames)
{
    for (int i = 0; i < frames; ++i)
        add(glm::dvec3{m_track.positions.back()}, false);
    return *this;
}

RunMaker& RunMaker::jump(glm::dvec3 to)
{
    add(to, true);
    return *this;
}

RunMaker& RunMaker::vanish()
{
    add(glm::dvec3{std::numeric_limits<double>::quiet_NaN()}, false);
    return *this;
}

RunMaker& RunMaker::start()
{
    m_track.start = newest();
    return *this;
}

RunMaker& RunMaker::checkpoint(const char* id)
{
    m_track.checkpoints.push_back({QString::fromLatin1(id), newest()});
    return *this;
}

RunMaker& RunMaker::reset()
{
    m_track.resets.push_back(newest());
    return *this;
}

RunMaker& RunMaker::finish()
{
    m_track.end = newest();
    m_track.finished = true;
    return *this;
}

model::RunTrack RunMaker::track() const
{
    model::RunTrack track = m_track;
    track.actor = model::ActorId{0};
    track.axis = model::TimeAxis::uniform(newest() + 1, 1, 20);
    return track;
}

void RunMaker::add(glm::dvec3 place, bool jumped)
{
    m_track.positions.push_back(place);
    m_track.jumped.push_back(jumped);
}

} // namespace ghostline::test
