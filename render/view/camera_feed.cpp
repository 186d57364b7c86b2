// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/view/camera_feed.h"

#include "model/camera/camera_path.h"
#include "model/world/standing.h"
#include "render/cells/grid_ray.h"
#include "render/scenery/ground_surface.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

CameraFeed::CameraFeed(WorldView& world, CameraController& camera) : m_world(world), m_camera(camera)
{
    // Hills, and blocks of the state and of its surroundings; those that are not drawn hide nothing.
    m_camera.setSight([&world](const glm::dvec3& from, const glm::dvec3& to) {
        const ViewContent& content = world.content();
        const double ofBlocks = freeShare(content.surroundings(), content.state->grids, from, to);
        if (!content.options.scene)
            return ofBlocks;
        const model::HeightField* hills = model::groundOf(*content.scene);
        return hills != nullptr ? std::min(ofBlocks, freeShareOver(*hills, from, to)) : ofBlocks;
    });
}

void CameraFeed::indexChanged()
{
    m_director.setIndex(m_world.content().index.pointer());
    m_last.reset();
}

void CameraFeed::setStateOf(Director::StateOf stateOf)
{
    m_director.setStateOf(
        [this, read = std::move(stateOf)](const model::Event& event, model::WorldState& out) {
            if (!read || !read(event, out))
                return false;
            if (const model::HeightField* ground = model::liftingGround(*m_world.content().scene))
                model::standOn(*ground, out);
            return true;
        });
}

void CameraFeed::sceneChanged()
{
    m_director.setScene(*m_world.content().scene);
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
std::optional<CameraSubject> CameraFeed::subject(double aspect, bool firstPerson)
{
    // Nobody sits in two.
    const bool ghost = m_ghost != 0 && !(m_both && firstPerson);
    m_world.setFollowedGhost(ghost && !m_both ? m_ghost : 0, firstPerson);
    auto other = ghost ? m_world.ghostAnchor(m_ghost) : std::nullopt;
    if (ghost && !m_both) {
        m_world.setFirstPerson(model::ActorId::None);
        return other;
    }
    const model::ActorId actor = firstPerson ? m_world.eyesOf(m_followed) : m_followed;
    m_world.setFirstPerson(firstPerson ? actor : model::ActorId::None);
    const auto own = actor == model::ActorId::None ? std::nullopt : m_world.anchor(actor);
    return own && other ? together(*own, *other, aspect) : own;
}

bool CameraFeed::setStation(int number)
{
    const auto& cameras = m_world.content().scene->cameras;
    if (number < 0 || static_cast<std::size_t>(number) >= cameras.size())
        return false;
    m_station = number;
    m_camera.setStation(cameras[static_cast<std::size_t>(number)]);
    return true;
}

void CameraFeed::update(double aspect)
{
    const model::WorldState& state = *m_world.shown().state;
    CameraStep step;
    step.playing = m_playing;
    if (m_last) {
        const double seconds = std::abs(model::seconds(state.time - *m_last));
        if (seconds <= LongestStep)
            step.seconds = seconds;
    }
    m_last = state.time;

    const bool firstPerson = m_camera.mode() == CameraMode::FirstPerson;
    m_camera.track(subject(aspect, firstPerson), step);
    if (m_camera.mode() == CameraMode::Scene)
        m_camera.setFocus(m_director.focus(state), step);
    if (m_camera.mode() == CameraMode::Director) {
        if (const auto framing = m_director.frame(state, aspect)) {
            const bool other = m_shot && (m_anew || *m_shot != framing->shot.start);
            const bool cut = m_cuts.pass(m_anew ? std::nullopt : step.seconds, other);
            m_shot = framing->shot.start;
            m_anew = false;
            m_camera.direct(framing->pose, cut, step);
        }
    } else {
        m_shot.reset();
        m_cuts.reset();
    }
    if (m_camera.mode() == CameraMode::Path) {
        if (const auto at = model::pathPlace(*m_world.content().cameraPath, state.time))
            m_camera.setOnPath({at->position, at->target, at->up, at->verticalFov});
    }
}

} // namespace ghostline::render
