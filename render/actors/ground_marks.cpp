// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/ground_marks.h"

#include "render/actors/body_pose.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr float SlopeLift = 0.14F; // metres: the ground bulges between the heights that are known
constexpr float ShadowLift = 0.04F;
constexpr float ShadowRoom = 1.2F;  // times the body
constexpr float ShadowShare = 0.8F; // as dark as that of who stands on the ground

/// Which way something faces on the map, upright.
glm::quat turnOnMap(const glm::quat& turn)
{
    const glm::vec3 ahead = turn * glm::vec3(0.0F, 0.0F, 1.0F);
    return glm::angleAxis(std::atan2(ahead.x, ahead.z), glm::vec3(0.0F, 1.0F, 0.0F));
}

} // namespace

glm::quat MarkGround::slope(const glm::vec3& at, float reach) const
{
    constexpr double Least = 0.25; // metres
    const glm::dvec3 place = glm::dvec3(at) + origin;
    return fromUp(level.normal({place.x, place.z}, std::max(static_cast<double>(reach), Least)));
}

void MarkGround::lay(Instance& mark) const
{
    constexpr double InTheAir = 1.0; // metres
    const glm::dvec3 place = glm::dvec3(mark.place) + origin;
    if (!hills() || place.y > level.at({place.x, place.z}) + InTheAir)
        return;
    const glm::quat own(mark.turn.w, mark.turn.x, mark.turn.y, mark.turn.z);
    // Who leans with the slope must not have its shadow lean twice.
    mark.turn = turnOf(slope(glm::vec3(mark.place), std::max(mark.half.x, mark.half.z)) * turnOnMap(own));
    mark.place.y += SlopeLift;
}

void Fliers::clear()
{
    m_fliers.clear();
    m_posts.clear();
}

void Fliers::add(const Instance& body, const glm::vec3& place, const glm::vec3& eye, float shadow)
{
    const glm::vec3 way = place - eye;
    m_fliers.push_back({body, place, glm::dot(way, way), shadow});
}

void Fliers::finish(std::vector<Instance>& marks, const MarkGround& ground, const glm::vec4& shadow)
{
    const std::size_t count = std::min(m_fliers.size(), MostPosts);
    if (m_fliers.size() > count)
        std::nth_element(m_fliers.begin(), m_fliers.begin() + static_cast<std::ptrdiff_t>(count),
                         m_fliers.end(), [](const Flier& a, const Flier& b) { return a.away < b.away; });
    for (std::size_t i = 0; i < count; ++i) {
        const Flier& flier = m_fliers[i];
        const Instance& body = flier.body;
        const glm::vec3 below = glm::vec3(body.place) - glm::vec3(0.0F, body.half.y, 0.0F);
        Instance mark{{flier.place + glm::vec3(0.0F, ShadowLift, 0.0F), 0.0F},
                      body.turn,
                      {body.half.x * ShadowRoom, 0.0F, body.half.z * ShadowRoom, 0.0F},
                      glm::vec4(glm::vec3(shadow), shadow.a * ShadowShare * flier.shadow)};
        if (flier.shadow > 0.0F) {
            ground.lay(mark);
            marks.push_back(mark);
        }
        m_posts.push_back({flier.place, below, body.colour});
    }
}

} // namespace ghostline::render
