// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/actors/perspective.h"

#include "render/base/ground_plane.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr float LongestSight = 1000.0F; // metres; what claims more is not believed

} // namespace

void Perspective::setInfo(const model::ReplayInfo& info)
{
    m_sight = info.marks.sight;
    m_teams = info.teams;
    m_teamOf.clear();
    m_teamOf.reserve(info.cast.size());
    for (const model::ActorInfo& actor : info.cast)
        m_teamOf.push_back(static_cast<std::int16_t>(std::clamp(actor.team, -1, 0x7FFF)));
    decideTeams();
}

void Perspective::setPlayer(model::ActorId player)
{
    m_player = player;
    decideTeams();
}

void Perspective::decideTeams()
{
    m_ownTeams.assign(m_teams.size(), 0);
    const int team = active() ? this->team(m_player) : -1;
    if (team < 0)
        return;
    const QString& side = m_teams[static_cast<std::size_t>(team)].side;
    for (std::size_t i = 0; i < m_teams.size(); ++i)
        m_ownTeams[i] =
            i == static_cast<std::size_t>(team) || (!side.isEmpty() && m_teams[i].side == side) ? 1 : 0;
}

int Perspective::team(model::ActorId actor) const
{
    const int team = model::index(actor) < m_teamOf.size() ? m_teamOf[model::index(actor)] : -1;
    return team >= 0 && static_cast<std::size_t>(team) < m_teams.size() ? team : -1;
}

bool Perspective::among(std::span<const std::uint8_t> teams, model::ActorId actor) const
{
    const int team = this->team(actor);
    return team >= 0 && static_cast<std::size_t>(team) < teams.size() &&
           teams[static_cast<std::size_t>(team)] != 0;
}

bool Perspective::own(model::ActorId actor) const { return among(m_ownTeams, actor); }

float Perspective::sight(const model::WorldState& state, std::size_t row) const
{
    if ((state.flags[row] & model::Hidden) != 0 ||
        !std::isfinite(state.positions[row].x + state.positions[row].z))
        return 0.0F;
    const model::PropertyValue value = state.value(row, m_sight);
    const auto reach = value.absent() ? 0.0F : static_cast<float>(value.asReal());
    return reach > 0.0F && reach < LongestSight ? reach : 0.0F;
}

void Perspective::update(const model::WorldState& state)
{
    if (active() && m_sight)
        cover(m_ground, state, m_ownTeams);
    else
        m_ground.clear();
}

void Perspective::cover(CoveredGround& ground, const model::WorldState& state,
                        std::span<const std::uint8_t> teams, std::span<const std::uint8_t> counts) const
{
    const auto reachOf = [&](std::size_t row) {
        const bool counted = (counts.empty() || counts[row] != 0) && among(teams, state.ids[row]);
        return counted ? static_cast<double>(sight(state, row)) : 0.0;
    };
    glm::dvec2 low(0.0);
    glm::dvec2 high(0.0);
    bool any = false;
    for (std::size_t row = 0; row < state.size(); ++row) {
        const double reach = reachOf(row);
        if (reach <= 0.0)
            continue;
        const glm::dvec2 at = fromAbove(state.positions[row]);
        low = any ? glm::min(low, at - reach) : at - reach;
        high = any ? glm::max(high, at + reach) : at + reach;
        any = true;
    }
    ground.clear();
    if (!any)
        return;
    ground.begin(low, high);
    for (std::size_t row = 0; row < state.size(); ++row) {
        const double reach = reachOf(row);
        if (reach > 0.0)
            ground.cover(fromAbove(state.positions[row]), reach);
    }
}

bool Perspective::seen(const model::WorldState& state, std::size_t row) const
{
    return seenAt(state.ids[row], state.positions[row]);
}

bool Perspective::seenAt(model::ActorId actor, const glm::dvec3& place) const
{
    if (!active() || !m_sight || team(actor) < 0 || own(actor))
        return true;
    return m_ground.covers(fromAbove(place));
}

} // namespace ghostline::render
