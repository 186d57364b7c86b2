// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_combat.h"

namespace ghostline::ironcurtain::skirmish {

void Combat::step()
{
    for (const Number who : m_roster.living()) {
        if (m_roster.unit(who).alive && ruleOf(m_roster.unit(who).type).arms != Arms::None) {
            aim(who);
            shoot(who);
        }
    }
}

bool Combat::canHit(const Unit& u, const Unit& victim) const
{
    if (!victim.alive || m_roster.allied(u.owner, victim.owner))
        return false;
    const Way way = wayOf(victim.type);
    if (way == Way::Air && !hitsAir(u.type))
        return false;
    if (u.type == Type::AntiAir || u.type == Type::SamSite)
        return way == Way::Air;
    if (u.type == Type::Submarine)
        return way == Way::Water || victim.type == Type::NavalYard || victim.type == Type::SubPen;
    return u.type != Type::Dog || ruleOf(victim.type).kind == UnitKind::Infantry;
}

Number Combat::findTarget(const Unit& u) const
{
    const std::int64_t reach = cells(ruleOf(u.type).range) + UnitsPerCell;
    std::int64_t best = reach * reach;
    Number found = Nobody;
    bool soft = true; // a structure that does not shoot: only when there is nothing else
    for (const Number who : m_roster.living()) {
        const Unit& other = m_roster.unit(who);
        const std::int64_t far = squared(u.at, other.at);
        if (far > reach * reach || !canHit(u, other))
            continue;
        const bool otherSoft = isStructure(other.type) && !isDefence(other.type);
        if (found == Nobody || (soft && !otherSoft) || (soft == otherSoft && far < best)) {
            found = who;
            best = far;
            soft = otherSoft;
        }
    }
    return found;
}

void Combat::aim(Number who)
{
    Unit& u = m_roster.unit(who);
    if (u.toBuild > 0 || ((u.type == Type::Tesla) && m_roster.purse(u.owner).lowPower())) {
        u.target = Nobody;
        return;
    }
    const std::int64_t reach = cells(ruleOf(u.type).range) + 3 * UnitsPerCell / 2;
    if (u.target != Nobody &&
        (!m_roster.unit(u.target).alive || squared(u.at, m_roster.unit(u.target).at) > reach * reach))
        u.target = Nobody;
    if ((m_tape.tick() + static_cast<SimTick>(who)) % 8 != 0)
        return;
    if (u.target == Nobody ||
        (isStructure(m_roster.unit(u.target).type) && !isDefence(m_roster.unit(u.target).type)))
        u.target = findTarget(u);
    if (!u.aggressive)
        return;
    if (u.target != Nobody && u.moving()) {
        m_march.halt(who);
        u.held = true;
    } else if (u.target == Nobody && u.held && (m_tape.tick() + static_cast<SimTick>(who)) % 24 == 0) {
        m_march.send(who, u.goal, true);
    }
}

void Combat::shoot(Number who)
{
    Unit& u = m_roster.unit(who);
    const Rule& rule = ruleOf(u.type);
    if (u.cooldown > 0)
        --u.cooldown;
    if (u.target == Nobody) {
        if (rule.turret && !isStructure(u.type))
            u.turret = turned(u.turret, u.facing, 16);
        return;
    }
    const Unit& victim = m_roster.unit(u.target);
    const std::int32_t towards =
        heading(std::int64_t{victim.at.x} - u.at.x, std::int64_t{victim.at.y} - u.at.y);
    bool aligned = true;
    if (rule.turret) {
        u.turret = turned(u.turret, towards, 20);
        aligned = u.turret == towards;
    } else if (!isStructure(u.type)) {
        if (u.moving())
            return; // its weapon looks ahead
        u.facing = turned(u.facing, towards, 40);
        aligned = u.facing == towards;
    }
    const std::int64_t reach = cells(rule.range) + UnitsPerCell;
    if (!aligned || u.cooldown > 0 || squared(u.at, victim.at) > reach * reach)
        return;
    u.cooldown = rule.reload + m_random.below(5);
    const int blow = rule.damage * effect(rule.arms, ruleOf(victim.type).kind) / 256;
    hurt(u.target, std::max(1, blow * m_roster.purse(u.owner).fortune / 256 * (8 + u.level) / 8), who);
}

void Combat::hurt(Number who, int amount, Number by)
{
    Unit& victim = m_roster.unit(who);
    if (!victim.alive)
        return;
    const int taken = victim.shieldedUntil > m_tape.tick() ? 0 : std::min(amount, victim.health);
    if (by != Nobody) {
        m_fights.blow(m_roster.unit(by), victim);
        m_roster.purse(m_roster.unit(by).owner).stats.damageDealt += taken;
    }
    m_roster.purse(victim.owner).stats.damageReceived += taken;
    victim.health -= taken;
    if (victim.health <= 0)
        m_roster.kill(who, by);
}

} // namespace ghostline::ironcurtain::skirmish
