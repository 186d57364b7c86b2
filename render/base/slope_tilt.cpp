// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/base/slope_tilt.h"

#include "render/base/ground_level.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr float UprightEnough = 0.9995F; // of the up of a turn: within 2 degrees
constexpr float LeastTiltReach = 0.25F;  // metres, as of marks on the ground

/// How far a body of this form reaches, when it leans; one that hangs in the air does not.
float leaningReach(model::ActorShape shape, const glm::vec3& centre, const glm::vec3& half)
{
    using model::ActorShape;
    const bool rolls =
        shape == ActorShape::Armour || shape == ActorShape::Vehicle || shape == ActorShape::Arrow;
    if (!rolls || !(centre.y - half.y <= FlyingLeast))
        return 0.0F;
    const float reach = std::max(half.x, half.z);
    return std::isfinite(reach) ? std::max(reach, LeastTiltReach) : 0.0F;
}

/// The gentler of two grades, level where they go against each other.
double gentler(double before, double after)
{
    if (!(before * after > 0.0))
        return 0.0;
    return std::abs(before) < std::abs(after) ? before : after;
}

} // namespace

glm::vec3 standingNormal(const model::HeightField& ground, const glm::dvec2& place, float reach)
{
    const double far = static_cast<double>(reach);
    const double here = ground.at(place);
    const auto grade = [&](const glm::dvec2& way) {
        return gentler((here - ground.at(place - way)) / far, (ground.at(place + way) - here) / far);
    };
    const glm::dvec2 up(grade({far, 0.0}), grade({0.0, far}));
    const double steepest = std::tan(glm::radians(static_cast<double>(MostTilt)));
    const double steep = glm::length(up);
    const glm::dvec2 most = steep > steepest ? up * (steepest / steep) : up;
    return {glm::normalize(glm::dvec3(-most.x, 1.0, -most.y))};
}

glm::quat tiltedTo(const glm::vec3& normal, const glm::quat& turn)
{
    const glm::vec3 up = turn * glm::vec3(0.0F, 1.0F, 0.0F);
    const glm::vec3 ahead = turn * glm::vec3(0.0F, 0.0F, 1.0F);
    if (!(up.y >= UprightEnough) || !(normal.y < 1.0F))
        return turn;
    // Straight up or down from the way it faces, until that lies in the slope.
    const glm::vec3 along = ahead - glm::vec3(0.0F, glm::dot(ahead, normal) / normal.y, 0.0F);
    const glm::vec3 forward = glm::normalize(along);
    return glm::quat_cast(glm::mat3(glm::cross(normal, forward), normal, forward));
}

float SlopeTilt::reachOf(const model::ActorInfo& actor)
{
    const bool drives = actor.kind == model::ActorKind::Vehicle || actor.kind == model::ActorKind::Unit;
    return drives && actor.rider == model::Rider::None
               ? leaningReach(actor.shape, actor.boxCentre, actor.boxHalf)
               : 0.0F;
}

void SlopeTilt::setCast(const model::ReplayInfo& info)
{
    m_lookProperty = info.lookProperty;
    m_looks.clear();
    for (const model::ActorLook& look : info.looks)
        m_looks.push_back(leaningReach(look.shape, look.boxCentre, look.boxHalf));
    m_cast.clear();
    for (const model::ActorInfo& actor : info.cast)
        m_cast.push_back({reachOf(actor), actor.kind == model::ActorKind::Unit});
    m_any = std::ranges::any_of(m_looks, [](float reach) { return reach > 0.0F; }) ||
            std::ranges::any_of(m_cast, [](const Leaning& leaning) { return leaning.reach > 0.0F; });
}

float SlopeTilt::reach(const model::WorldState& state, std::size_t row) const
{
    const std::size_t actor = model::index(state.ids[row]);
    if (actor >= m_cast.size())
        return 0.0F;
    const Leaning& leaning = m_cast[actor];
    if (!leaning.unit || m_looks.empty())
        return leaning.reach;
    const model::PropertyValue look = state.value(row, m_lookProperty);
    const bool known = !look.absent() && look.asInteger() >= 0 &&
                       static_cast<std::size_t>(look.asInteger()) < m_looks.size();
    return known ? m_looks[static_cast<std::size_t>(look.asInteger())] : leaning.reach;
}

void SlopeTilt::apply(const model::HeightField& ground, model::WorldState& state) const
{
    if (!m_any)
        return;
    for (std::size_t row = 0; row < state.size(); ++row) {
        const float far = reach(state, row);
        if (!(far > 0.0F))
            continue;
        const glm::dvec3& place = state.positions[row];
        glm::quat& turn = state.orientations[row];
        turn = tiltedTo(standingNormal(ground, {place.x, place.z}, far), turn);
    }
}

} // namespace ghostline::render
