// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_referee.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr std::int64_t FarBehind = 1500; // in army value
constexpr std::int64_t WellAhead = 1000;

} // namespace

Referee::Referee(World& world, const Course& course)
    : m_world(world), m_roster(world.roster()), m_course(course), m_bases(world.roster().players())
{
}

void Referee::step()
{
    watchBases();
    watchBalance();
}

void Referee::watchBases()
{
    for (const Number n : m_roster.fallen()) {
        const Unit& fallen = m_roster.unit(n);
        if (!isStructure(fallen.type))
            continue;
        Bases& bases = m_bases[static_cast<std::size_t>(fallen.owner)];
        const auto base = static_cast<std::size_t>(fallen.base);
        bases.lost[base].push_back(fallen.tag);
        const auto stands = [&](bool anywhere) {
            return std::any_of(m_roster.living().begin(), m_roster.living().end(), [&](Number other) {
                const Unit& u = m_roster.unit(other);
                return u.alive && u.owner == fallen.owner && isStructure(u.type) &&
                       (anywhere || (u.base == fallen.base && !isDefence(u.type))) &&
                       u.type != Type::SubPen && u.type != Type::NavalYard;
            });
        };
        if (!stands(false) && bases.lost[base].size() >= 2 && !bases.fallen[base]) {
            bases.fallen[base] = true;
            const auto owner = static_cast<PlayerId>(fallen.owner);
            m_world.tape().write(BaseDestroyed{owner, fallen.at, m_world.tape().keep(bases.lost[base])});
        }
        if (!stands(true))
            m_roster.purse(fallen.owner).status = PlayerStatus::Defeated;
    }
}

void Referee::watchBalance()
{
    if (m_cameBack || m_world.tick() % 30 != 0 || m_world.tick() < m_course.at(300))
        return;
    const std::int64_t gap = m_roster.sideArmy(m_course.hero()) - m_roster.sideArmy(m_course.rival());
    m_worstGap = std::min(m_worstGap, gap);
    if (m_worstGap > -FarBehind || gap < WellAhead || m_world.tick() < m_course.at(600))
        return;
    m_cameBack = true;
    int best = m_course.leaderOf(m_course.hero());
    for (int player = 0; player < static_cast<int>(m_roster.players()); ++player) {
        if (m_roster.purse(player).side == m_course.hero() &&
            m_roster.armyValue(player) > m_roster.armyValue(best))
            best = player;
    }
    m_world.tape().write(ComebackMoment{static_cast<PlayerId>(best), m_worstGap, gap, gap - m_worstGap});
}

} // namespace ghostline::ironcurtain::skirmish
