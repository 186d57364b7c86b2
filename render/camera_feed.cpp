// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/camera_feed.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

/// A longer way in replay time is a jump: nothing is smoothed across it.
constexpr double LongestStep = 1.0;

/// One to stand for two: from where both are seen, behind the first.
CameraSubject together(const CameraSubject& a, const CameraSubject& b, double aspect)
{
    CameraSubject both = a;
    both.pose.position = (a.pose.position + b.pose.position) * 0.5;
    both.size = (glm::distance(a.pose.position, b.pose.position) + std::max(a.size, b.size)) * 0.5 /
                std::clamp(aspect, 0.2, 1.0);
    both.head.reset();
    both.velocity = glm::dvec3(0.0);
    both.spins = false;
    both.several = true;
    return both;
}

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
    m_world.setFollowed(actor);
    m_camera.track(std::nullopt, {});
}

void CameraFeed::setFollowedGhost(int ghost, bool both)
{
    m_ghost = ghost;
    m_both = both;
    m_camera.track(std::nullopt, {});
}

/// Tells the world, too, whom the camera sits in.
std::optional<CameraSubject> CameraFeed::subject(double aspect, bool riding)
{
    // Nobody sits in two.
    const bool ghost = m_ghost != 0 && !(m_both && riding);
    m_world.setAttended(ghost && !m_both ? m_ghost : 0, riding);
    auto other = ghost ? m_world.ghostSeat(m_ghost) : std::nullopt;
    if (ghost && !m_both) {
        m_world.setRiding(model::ActorId::None);
        return other;
    }
    const model::ActorId actor = riding ? m_world.eyesOf(m_followed) : m_followed;
    m_world.setRiding(riding ? actor : model::ActorId::None);
    const auto own = actor == model::ActorId::None ? std::nullopt : m_world.seat(actor);
    return own && other ? together(*own, *other, aspect) : own;
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
    m_camera.track(subject(aspect, riding), step);
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
}

} // namespace ghostline::render
