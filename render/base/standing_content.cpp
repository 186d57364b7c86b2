// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that have not changed are kept as they were lifted, so that views see that they are the same.
#include "render/base/standing_content.h"

#include "model/world/standing.h"

#include <utility>

namespace ghostline::render {

const ViewContent& StandingContent::show(const ViewContent& given, ViewChanges& changes)
{
    const model::HeightField* ground = model::liftingGround(*given.scene);
    constexpr ViewChanges Lifted =
        ViewPart::State | ViewPart::Trails | ViewPart::Ghosts | ViewPart::GhostTrails;
    if (ground != m_ground)
        changes |= Lifted;
    if ((changes & ViewPart::Scene) && ground != nullptr)
        changes |= ViewPart::State; // another map of the same ground may place things elsewhere
    if (changes & ViewPart::Index)
        takeCast(*given.index->info);
    if (changes & (ViewPart::Index | ViewPart::Scene))
        takePlaced(given);
    const ViewContent before = std::exchange(m_shown, given);
    m_ground = ground;
    if (ground == nullptr)
        return m_shown;
    m_shown.state = before.state;
    m_shown.trails = before.trails;
    m_shown.ghosts = before.ghosts;
    m_shown.ghostTrails = before.ghostTrails;
    if (changes & (ViewPart::State | ViewPart::Index))
        liftState(*ground, given);
    if (changes & ViewPart::Trails)
        m_shown.trails = liftTrails(*ground, *given.trails);
    if (changes & ViewPart::Ghosts)
        liftGhosts(*ground, given);
    if (changes & ViewPart::GhostTrails)
        m_shown.ghostTrails = liftTrails(*ground, *given.ghostTrails);
    return m_shown;
}

void StandingContent::takeCast(const model::ReplayInfo& info)
{
    m_tilt.setCast(info);
    m_cameras.clear();
    for (const model::ActorInfo& actor : info.cast) {
        if (actor.shape == model::ActorShape::View)
            m_cameras.push_back(actor.id);
    }
}

void StandingContent::takePlaced(const ViewContent& given)
{
    if (given.index->info != nullptr)
        m_placed.set(given.scene->placed, given.index->info->cast);
}

void StandingContent::liftState(const model::HeightField& ground, const ViewContent& given)
{
    std::shared_ptr<model::WorldState> state = m_states.take();
    *state = *given.state;
    m_placed.snap(*state); // first: the ground under where it stands
    model::standOn(ground, *state, m_cameras);
    m_tilt.apply(ground, *state);
    m_shown.state = std::shared_ptr<const model::WorldState>(std::move(state));
}

void StandingContent::liftGhosts(const model::HeightField& ground, const ViewContent& given)
{
    const auto figures = given.ghosts->figures();
    m_figures.assign(figures.begin(), figures.end());
    m_bones.clear();
    for (GhostFigure& figure : m_figures) {
        const bool camera = figure.info != nullptr && figure.info->shape == model::ActorShape::View;
        const double lift = camera ? model::cameraLift(ground, figure.position, figure.orientation)
                                   : ground.at({figure.position.x, figure.position.z});
        figure.position.y += lift;
        const float reach = figure.info != nullptr ? SlopeTilt::reachOf(*figure.info) : 0.0F;
        if (reach > 0.0F) {
            const glm::vec3 normal = standingNormal(ground, {figure.position.x, figure.position.z}, reach);
            figure.orientation = tiltedTo(normal, figure.orientation);
        }
        for (model::BonePose bone : figure.bones) {
            bone.position.y += static_cast<float>(lift);
            m_bones.push_back(bone);
        }
    }
    std::size_t first = 0; // the bones have their last place in memory only now
    for (GhostFigure& figure : m_figures) {
        figure.bones = std::span(m_bones).subspan(first, figure.bones.size());
        first += figure.bones.size();
    }
    std::shared_ptr<GhostFrame> frame = m_frames.take();
    frame->assign(m_figures);
    m_shown.ghosts = std::shared_ptr<const GhostFrame>(std::move(frame));
}

Shared<std::vector<Trail>> StandingContent::liftTrails(const model::HeightField& ground,
                                                       const std::vector<Trail>& given)
{
    std::shared_ptr<std::vector<Trail>> trails = m_trails.take();
    *trails = given;
    for (Trail& trail : *trails) {
        for (glm::dvec3& point : trail.points)
            point.y += ground.at({point.x, point.z});
    }
    return std::shared_ptr<const std::vector<Trail>>(std::move(trails));
}

} // namespace ghostline::render
