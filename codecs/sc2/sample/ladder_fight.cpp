// SPDX-License-Identifier: GPL-3.0-or-later
// How units walk and fight.
#include "codecs/sc2/sample/ladder_world.h"

namespace ghostline::sc2::ladder {

namespace {

constexpr double Notice = 9.0;    ///< cells from which an enemy draws attention
constexpr double BodyReach = 2.5; ///< a structure is reached at its wall
constexpr std::uint32_t LookEvery = 6;
constexpr double BoostedDamage = 1.5;

double reachOf(const Unit& attacker, const Unit& target)
{
    return factsOf(attacker.kind).range + (factsOf(target.kind).structure ? BodyReach : 0.5);
}

/// Who shoots back comes first, then who can run, then what stands.
int interest(Kind kind)
{
    const KindFacts& facts = factsOf(kind);
    return facts.damage > 0.0 ? 2 : facts.structure ? 0 : 1;
}

} // namespace

UnitNumber World::enemyNear(const Unit& looker, double reach) const
{
    UnitNumber best = Nobody;
    for (std::size_t i = 0; i < m_units.size(); ++i) {
        const Unit& each = m_units[i];
        if (!each.alive || each.player == 0 || each.player == looker.player || each.kind == Kind::Larva ||
            each.kind == Kind::Egg || each.kind == Kind::Overlord)
            continue;
        const double far = glm::distance(each.at, looker.at);
        if (far > reach)
            continue;
        if (best != Nobody) {
            const int more = interest(each.kind) - interest(unit(best).kind);
            if (more < 0 || (more == 0 && far >= glm::distance(unit(best).at, looker.at)))
                continue;
        }
        best = static_cast<UnitNumber>(i);
    }
    return best;
}

void World::walk(Unit& walker)
{
    const glm::dvec2 way = walker.goal - walker.at;
    const double far = glm::length(way);
    const double step = factsOf(walker.kind).speed * (walker.boosted ? 1.3 : 1.0);
    if (step <= 0.0 || far < 1e-6)
        return;
    walker.at = far <= step ? walker.goal : walker.at + way * (step / far);
}

void World::fight(UnitNumber number)
{
    Unit& fighter = unit(number);
    if (fighter.boosted && loop() >= fighter.boostedUntil)
        fighter.boosted = false;
    const KindFacts& facts = factsOf(fighter.kind);
    const bool looks = facts.damage > 0.0 && (fighter.task == Task::Attack || fighter.task == Task::Idle);
    if (!looks) {
        if (fighter.task != Task::Constructing)
            walk(fighter);
        return;
    }
    if (fighter.target != Nobody && !unit(fighter.target).alive)
        fighter.target = Nobody;
    if ((loop() + static_cast<std::uint32_t>(number)) % LookEvery == 0)
        fighter.target = enemyNear(fighter, std::max(Notice, facts.range + 1.0));
    if (fighter.target == Nobody) {
        walk(fighter);
        return;
    }
    Unit& victim = unit(fighter.target);
    if (glm::distance(victim.at, fighter.at) > reachOf(fighter, victim)) {
        const glm::dvec2 aim = fighter.goal;
        fighter.goal = victim.at;
        walk(fighter);
        fighter.goal = aim;
        return;
    }
    fighter.touched = true;
    victim.touched = true;
    victim.hitPoints -= facts.damage * (fighter.boosted ? BoostedDamage : 1.0);
    if (victim.hitPoints <= 0.0)
        kill(fighter.target, number);
}

} // namespace ghostline::sc2::ladder
