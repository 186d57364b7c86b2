// SPDX-License-Identifier: GPL-3.0-or-later
// Who shoots at whom, and the fights that observers see in it.
#include "codecs/ironcurtain/sample/skirmish_world.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr std::int64_t FightReach = cells(16);
constexpr std::int64_t FightMembers = cells(11);
constexpr SimTick FightQuiet = 90;
constexpr std::size_t FightSmallest = 4; // fewer are no engagement
constexpr std::int64_t WipeShare = 700;  // of 1024

bool contains(const std::vector<Number>& list, Number who)
{
    return std::find(list.begin(), list.end(), who) != list.end();
}

} // namespace

bool World::canHit(const Unit& u, const Unit& victim) const
{
    if (!victim.alive || allied(u.owner, victim.owner))
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

Number World::findTarget(const Unit& u) const
{
    const std::int64_t reach = cells(ruleOf(u.type).range) + UnitsPerCell;
    std::int64_t best = reach * reach;
    Number found = Nobody;
    bool soft = true; // a structure that does not shoot: only when there is nothing else
    for (const Number who : m_living) {
        const Unit& other = unit(who);
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

void World::aim(Number who)
{
    Unit& u = unit(who);
    if (u.toBuild > 0 || ((u.type == Type::Tesla) && lowPower(u.owner))) {
        u.target = Nobody;
        return;
    }
    const std::int64_t reach = cells(ruleOf(u.type).range) + 3 * UnitsPerCell / 2;
    if (u.target != Nobody && (!unit(u.target).alive || squared(u.at, unit(u.target).at) > reach * reach))
        u.target = Nobody;
    if ((m_tick + static_cast<SimTick>(who)) % 8 != 0)
        return;
    if (u.target == Nobody || (isStructure(unit(u.target).type) && !isDefence(unit(u.target).type)))
        u.target = findTarget(u);
    if (!u.aggressive)
        return;
    if (u.target != Nobody && u.moving()) {
        halt(who);
        u.held = true;
    } else if (u.target == Nobody && u.held && (m_tick + static_cast<SimTick>(who)) % 24 == 0) {
        send(who, u.goal, true);
    }
}

void World::shoot(Number who)
{
    Unit& u = unit(who);
    const Rule& rule = ruleOf(u.type);
    if (u.cooldown > 0)
        --u.cooldown;
    if (u.target == Nobody) {
        if (rule.turret && !isStructure(u.type))
            u.turret = turned(u.turret, u.facing, 16);
        return;
    }
    const Unit& victim = unit(u.target);
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
    hurt(u.target, std::max(1, blow * purse(u.owner).fortune / 256 * (8 + u.level) / 8), who);
}

void World::hurt(Number who, int amount, Number by)
{
    Unit& victim = unit(who);
    if (!victim.alive)
        return;
    const int taken = victim.shieldedUntil > m_tick ? 0 : std::min(amount, victim.health);
    if (by != Nobody) {
        noteBlow(unit(by), victim);
        purse(unit(by).owner).stats.damageDealt += taken;
    }
    purse(victim.owner).stats.damageReceived += taken;
    victim.health -= taken;
    if (victim.health <= 0)
        kill(who, by);
}

void World::noteBlow(const Unit& by, const Unit& victim)
{
    const int a = purse(by.owner).side;
    const int b = purse(victim.owner).side;
    const Number byNumber = by.number;
    const Number victimNumber = victim.number;
    for (Fight& fight : m_fights) {
        const bool same =
            (fight.sides[0] == a && fight.sides[1] == b) || (fight.sides[0] == b && fight.sides[1] == a);
        if (!same || squared(fight.centre, victim.at) > FightReach * FightReach)
            continue;
        fight.lastBlow = m_tick;
        for (const Number who : {byNumber, victimNumber}) {
            auto& members = fight.members[purse(unit(who).owner).side == fight.sides[0] ? 0 : 1];
            if (!contains(members, who))
                members.push_back(who);
        }
        return;
    }
    Fight fight;
    fight.centre = {(by.at.x + victim.at.x) / 2, (by.at.y + victim.at.y) / 2, 0};
    fight.since = fight.lastBlow = m_tick;
    fight.sides[0] = a;
    fight.sides[1] = b;
    std::int64_t value[2] = {0, 0};
    std::vector<UnitTag> tags[2];
    for (const Number who : m_living) {
        const Unit& u = unit(who);
        const int side = purse(u.owner).side;
        const bool involved = who == byNumber || who == victimNumber;
        const bool fighter =
            ruleOf(u.type).arms != Arms::None && squared(fight.centre, u.at) <= FightMembers * FightMembers;
        if (!u.alive || (side != a && side != b) || (!involved && !fighter))
            continue;
        const int which = side == a ? 0 : 1;
        fight.members[which].push_back(who);
        tags[which].push_back(u.tag);
        value[which] += ruleOf(u.type).cost;
    }
    if (tags[0].size() + tags[1].size() < FightSmallest)
        return;
    for (int player = 0; player < static_cast<int>(players()); ++player)
        fight.armyBefore.push_back(armyValue(player));
    EngagementStarted event{};
    event.centre = fight.centre;
    event.friendly = m_tape.keep(std::move(tags[0]));
    event.enemy = m_tape.keep(std::move(tags[1]));
    event.friendlyValue = value[0];
    event.enemyValue = value[1];
    m_tape.tell(event);
    m_begun.push_back(fight);
    m_fights.push_back(std::move(fight));
}

void World::watchFights()
{
    for (auto it = m_fights.begin(); it != m_fights.end();) {
        if (m_tick - it->lastBlow <= FightQuiet) {
            ++it;
            continue;
        }
        closeFight(*it);
        it = m_fights.erase(it);
    }
}

void World::closeFight(const Fight& fight)
{
    std::uint32_t lost[2] = {0, 0};
    std::uint32_t left[2] = {0, 0};
    for (int which = 0; which < 2; ++which) {
        for (const Number who : fight.members[which])
            ++(unit(who).alive ? left : lost)[which];
    }
    m_tape.tell(
        EngagementEnded{fight.centre, lost[0], lost[1], left[0], left[1], fight.lastBlow - fight.since});
    for (int player = 0; player < static_cast<int>(players()); ++player) {
        std::uint32_t units = 0;
        std::int64_t value = 0;
        for (const auto& members : fight.members) {
            for (const Number who : members) {
                const Unit& u = unit(who);
                if (u.owner == player && !u.alive && !isStructure(u.type) && u.type != Type::Harvester) {
                    ++units;
                    value += ruleOf(u.type).cost;
                }
            }
        }
        const std::int64_t before =
            std::max<std::int64_t>(1, fight.armyBefore[static_cast<std::size_t>(player)]);
        const std::int64_t share = std::min<std::int64_t>(1024, value * 1024 / before);
        if (units >= 6 && share >= WipeShare)
            m_tape.tell(
                ArmyWipe{static_cast<PlayerId>(player), units, value, static_cast<std::uint16_t>(share)});
    }
}

} // namespace ghostline::ironcurtain::skirmish
