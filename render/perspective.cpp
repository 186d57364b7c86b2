// SPDX-License-Identifier: GPL-3.0-or-later
// The ground is a bitmap: a circle costs a few runs of bytes, so an army of thousands is drawn into it in
// well under a millisecond.
#include "render/perspective.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr std::ptrdiff_t MostCells = 1024; // a side; larger worlds get coarser cells
constexpr float LongestSight = 1000.0F;    // metres; what claims more is not believed

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
    if (!active() || model::index(m_player) >= m_teamOf.size())
        return;
    const int team = m_teamOf[model::index(m_player)];
    if (team < 0 || static_cast<std::size_t>(team) >= m_teams.size())
        return;
    const QString& side = m_teams[static_cast<std::size_t>(team)].side;
    for (std::size_t i = 0; i < m_teams.size(); ++i)
        m_ownTeams[i] =
            i == static_cast<std::size_t>(team) || (!side.isEmpty() && m_teams[i].side == side) ? 1 : 0;
}

bool Perspective::own(model::ActorId actor) const
{
    if (model::index(actor) >= m_teamOf.size())
        return false;
    const int team = m_teamOf[model::index(actor)];
    return team >= 0 && static_cast<std::size_t>(team) < m_ownTeams.size() &&
           m_ownTeams[static_cast<std::size_t>(team)] != 0;
}

float Perspective::sight(const model::WorldState& state, std::size_t row) const
{
    if (m_sight < 0 || static_cast<std::size_t>(m_sight) >= state.propertyCount)
        return 0.0F;
    const model::PropertyValue value = state.propertiesOf(row)[static_cast<std::size_t>(m_sight)];
    const auto reach = value.absent() ? 0.0F : static_cast<float>(value.asReal());
    return reach > 0.0F && reach < LongestSight ? reach : 0.0F;
}

void Perspective::update(const model::WorldState& state)
{
    m_columns = m_rows = 0;
    if (!active() || m_sight < 0)
        return;
    glm::dvec2 low(0.0);
    glm::dvec2 high(0.0);
    bool any = false;
    for (std::size_t row = 0; row < state.size(); ++row) {
        const auto reach = static_cast<double>(sight(state, row));
        const glm::dvec2 at(state.positions[row].x, state.positions[row].z);
        if (reach <= 0.0 || !own(state.ids[row]) || !std::isfinite(at.x + at.y))
            continue;
        low = any ? glm::min(low, at - reach) : at - reach;
        high = any ? glm::max(high, at + reach) : at + reach;
        any = true;
    }
    if (!any)
        return;
    const double side = std::max(high.x - low.x, high.y - low.y);
    m_cell = std::max(1.0, side / static_cast<double>(MostCells - 2));
    m_west = low.x;
    m_north = low.y;
    m_columns = static_cast<std::ptrdiff_t>((high.x - low.x) / m_cell) + 1;
    m_rows = static_cast<std::ptrdiff_t>((high.y - low.y) / m_cell) + 1;
    m_ground.assign(static_cast<std::size_t>(m_columns * m_rows), 0);
    for (std::size_t row = 0; row < state.size(); ++row) {
        const float reach = sight(state, row);
        const glm::dvec3& at = state.positions[row];
        if (reach > 0.0F && own(state.ids[row]) && std::isfinite(at.x + at.z))
            cover(state, row, reach);
    }
}

void Perspective::cover(const model::WorldState& state, std::size_t row, float reach)
{
    const double x = (state.positions[row].x - m_west) / m_cell;
    const double z = (state.positions[row].z - m_north) / m_cell;
    const double radius = static_cast<double>(reach) / m_cell;
    const auto first = std::max(std::ptrdiff_t{0}, static_cast<std::ptrdiff_t>(std::floor(z - radius)));
    const auto last = std::min(m_rows - 1, static_cast<std::ptrdiff_t>(std::floor(z + radius)));
    for (std::ptrdiff_t line = first; line <= last; ++line) {
        const double away = static_cast<double>(line) + 0.5 - z;
        if (std::abs(away) > radius)
            continue;
        const double half = std::sqrt(radius * radius - away * away);
        const auto from = std::max(std::ptrdiff_t{0}, static_cast<std::ptrdiff_t>(std::floor(x - half)));
        const auto to = std::min(m_columns - 1, static_cast<std::ptrdiff_t>(std::floor(x + half)));
        if (from <= to)
            std::fill_n(m_ground.begin() + line * m_columns + from, to - from + 1, std::uint8_t{1});
    }
}

bool Perspective::seen(const model::WorldState& state, std::size_t row) const
{
    if (!active() || m_sight < 0)
        return true;
    const model::ActorId id = state.ids[row];
    if (model::index(id) >= m_teamOf.size() || m_teamOf[model::index(id)] < 0 || own(id))
        return true;
    const double x = std::floor((state.positions[row].x - m_west) / m_cell);
    const double z = std::floor((state.positions[row].z - m_north) / m_cell);
    if (!(x >= 0.0 && z >= 0.0 && x < static_cast<double>(m_columns) && z < static_cast<double>(m_rows)))
        return false;
    return m_ground[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(z) * m_columns +
                                             static_cast<std::ptrdiff_t>(x))] != 0;
}

} // namespace ghostline::render
