// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/camera_feed.h"

#include <cmath>

namespace ghostline::render {

namespace {

/// A longer way in replay time is a jump: nothing is smoothed across it.
constexpr double LongestStep = 1.0;

} // namespace

void CameraFeed::indexChanged()
{
    m_director.setIndex(m_world.index());
    m_last.reset();
}

void CameraFeed::sceneChanged()
{
    m_director.setScene(m_world.scene());
    m_station = -1;
    m_anew = true;
}

void CameraFeed::setFollowed(model::ActorId actor)
{
    m_followed = actor;
    m_camera.track(std::nullopt, {});
}

bool CameraFeed::setStation(int number)
{
    const auto& cameras = m_world.scene().cameras;
    if (number < 0 || static_cast<std::size_t>(number) >= cameras.size())
        return false;
    m_station = number;
    m_camera.setStation(cameras[static_cast<std::size_t>(number)]);
    return true;
}

void CameraFeed::update(double aspect)
{
    const model::WorldState& state = m_world.state();
    CameraStep step;
    step.playing = m_playing;
    if (m_last) {
        const double seconds = std::abs(model::seconds(state.time - *m_last));
        if (seconds <= LongestStep)
            step.seconds = seconds;
    }
    m_last = state.time;

    const bool riding = m_camera.mode() == CameraMode::FirstPerson;
    const model::ActorId subject = riding ? m_world.eyesOf(m_followed) : m_followed;
    m_camera.track(subject == model::ActorId::None ? std::nullopt : m_world.seat(subject), step);
    if (m_camera.mode() == CameraMode::Scene)
        m_camera.attend(m_director.focus(state), step);
    if (m_camera.mode() == CameraMode::Director) {
        if (const auto framing = m_director.frame(state, aspect)) {
            const bool cut = m_shot && (m_anew || *m_shot != framing->shot.start);
            m_shot = framing->shot.start;
            m_anew = false;
            m_camera.direct(framing->pose, cut, step);
        }
    } else {
        m_shot.reset();
    }
    m_world.setRiding(riding ? subject : model::ActorId::None);
}

} // namespace ghostline::render
