// SPDX-License-Identifier: GPL-3.0-or-later
// Superweapons and abilities, upgrades, and what becomes of bases and of the balance.
#include "codecs/ironcurtain/sample/skirmish_director.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr std::uint32_t ChargeTicks = 2400;
constexpr std::uint32_t NukeTicks = 4200;
constexpr std::int64_t NukeReach = cells(6);
constexpr std::int64_t FarBehind = 1500; // in army value
constexpr std::int64_t WellAhead = 1000;
constexpr std::array<std::string_view, 3> Upgrades{"reactive-armour", "depleted-uranium", "field-optics"};

} // namespace

void Director::charge(int player, Type house, std::string_view ability)
{
    Purse& p = m_world.purse(player);
    const bool there = m_world.first(player, house) != Nobody;
    const InternedId name = there ? m_world.intern(ability) : 0;
    const auto it = std::find_if(p.powers.begin(), p.powers.end(), [&](const Power& power) {
        return there ? power.ability == name : power.ability == m_world.intern(ability);
    });
    if (it == p.powers.end()) {
        if (there)
            p.powers.push_back({name, ChargeTicks, PowerState::Charging});
        return;
    }
    if (!there) {
        it->state = PowerState::Locked;
        it->remainingTicks = ChargeTicks;
    } else if (it->state == PowerState::Locked) {
        it->state = PowerState::Charging;
    } else if (it->state == PowerState::Charging && !m_world.lowPower(player)) {
        it->remainingTicks -= it->remainingTicks > 0 ? 1 : 0;
        if (it->remainingTicks == 0)
            it->state = PowerState::Ready;
    }
}

Power* Director::ready(int player, std::string_view ability)
{
    for (Power& power : m_world.purse(player).powers) {
        if (power.state == PowerState::Ready && power.ability == m_world.intern(ability))
            return &power;
    }
    return nullptr;
}

WorldPos Director::crowd(int player) const
{
    WorldPos best;
    std::size_t most = 0;
    for (const Number n : m_world.living()) {
        const Unit& u = m_world.unit(n);
        if (!u.alive || isStructure(u.type) || m_world.purse(u.owner).side != enemyOf(player) ||
            wayOf(u.type) != Way::Land)
            continue;
        std::size_t around = 0;
        for (const Number other : m_world.living()) {
            const Unit& o = m_world.unit(other);
            const bool mine = m_world.allied(o.owner, player);
            if (o.alive && squared(o.at, u.at) <= NukeReach * NukeReach)
                around += mine || isStructure(o.type) ? 0 : 1;
        }
        if (around > most) {
            most = around;
            best = u.at;
        }
    }
    return best;
}

void Director::fireNuke(int player)
{
    Power* power = ready(player, "nuke");
    if (!power)
        return;
    const WorldPos at = crowd(player);
    std::vector<Number> hit;
    std::uint32_t houses = 0;
    for (const Number n : m_world.living()) {
        const Unit& u = m_world.unit(n);
        if (u.alive && !m_world.allied(u.owner, player) && squared(u.at, at) <= NukeReach * NukeReach) {
            hit.push_back(n);
            houses += isStructure(u.type) ? 1 : 0;
        }
    }
    if (hit.size() < 6)
        return; // not worth it
    power->state = PowerState::Charging;
    power->remainingTicks = NukeTicks;
    const InternedId weapon = power->ability;
    m_world.tape().tell(AbilityUsed{static_cast<PlayerId>(player), weapon, at});
    m_world.tape().tell(SuperweaponFired{weapon, at, static_cast<PlayerId>(player),
                                         static_cast<std::uint32_t>(hit.size()) - houses, houses});
    hands(player).click(3, "nuke");
    hands(player).look(at);
    const Number silo = m_world.first(player, Type::Silo);
    for (const Number n : hit) {
        const Unit& u = m_world.unit(n);
        const auto share = 1300 - 900 * distance(u.at, at) / NukeReach;
        m_world.hurt(n, static_cast<int>(u.fullHealth * share / 1024), silo);
    }
}

void Director::raiseCurtain(int player)
{
    Power* power = ready(player, "iron-curtain");
    if (!power || m_world.openFights() == 0)
        return;
    for (const Squad& squad : m_camps[static_cast<std::size_t>(player)].squads) {
        const bool fights = std::any_of(squad.members.begin(), squad.members.end(),
                                        [this](Number n) { return m_world.unit(n).target != Nobody; });
        if (!fights || squad.line != Line::Vehicles || squad.members.size() < 3)
            continue;
        power->state = PowerState::Charging;
        power->remainingTicks = ChargeTicks;
        const WorldPos at = m_world.unit(squad.members.front()).at;
        m_world.tape().tell(AbilityUsed{static_cast<PlayerId>(player), power->ability, at});
        hands(player).click(3, "iron-curtain");
        hands(player).look(at);
        for (const Number n : squad.members)
            m_world.unit(n).shieldedUntil = m_world.tick() + 300;
        return;
    }
}

void Director::jumpAcross(int player)
{
    Power* power = ready(player, "chronoshift");
    const Stance stance = stanceOf(player);
    if (!power || (stance != Stance::Siege && stance != Stance::Outpost))
        return;
    for (const Squad& squad : m_camps[static_cast<std::size_t>(player)].squads) {
        if (squad.line != Line::Vehicles || squad.members.size() < 4)
            continue;
        const WorldPos from = centreOfSquad(squad);
        const Aim aim = aimOf(player, squad, stance);
        if (aim.victim == Nobody || distance(from, aim.at) < cells(18))
            continue;
        power->state = PowerState::Charging;
        power->remainingTicks = ChargeTicks;
        // Some cells short of it, on the side they come from.
        const std::int64_t far = distance(from, aim.at);
        const auto nearer = [&](std::int32_t a, std::int32_t b) {
            return cellOf(static_cast<std::int32_t>(b + (std::int64_t{a} - b) * cells(7) / far));
        };
        const Spot landing{nearer(from.x, aim.at.x), nearer(from.y, aim.at.y)};
        m_world.tape().tell(
            AbilityUsed{static_cast<PlayerId>(player), power->ability, centreOf(landing.x, landing.y)});
        hands(player).click(3, "chronoshift");
        hands(player).look(centreOf(landing.x, landing.y));
        std::vector<Number> jumped(squad.members.begin(),
                                   squad.members.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(
                                                               5, squad.members.size())));
        int i = 0;
        for (const Number n : jumped) {
            const Spot spot =
                m_world.ground().nearestOpen({landing.x + 2 * (i % 3), landing.y + 2 * (i / 3)}, Way::Land);
            m_world.jump(n, centreOf(spot.x, spot.y));
            ++i;
        }
        return;
    }
}

void Director::spy(int player)
{
    Power* power = ready(player, "spyplane");
    if (!power)
        return;
    power->state = PowerState::Charging;
    power->remainingTicks = ChargeTicks;
    const Number house = m_world.enemyStructure(player, m_camps[static_cast<std::size_t>(player)].rally);
    if (house == Nobody)
        return;
    m_world.tape().tell(AbilityUsed{static_cast<PlayerId>(player), power->ability, m_world.unit(house).at});
    hands(player).click(3, "spyplane");
    hands(player).look(m_world.unit(house).at);
}

void Director::powers(int player)
{
    charge(player, Type::Radar, "spyplane");
    charge(player, Type::Silo, "nuke");
    charge(player, Type::Curtain, "iron-curtain");
    charge(player, Type::Chronosphere, "chronoshift");
    if ((m_world.tick() + static_cast<SimTick>(player) * 3) % 25 != 0)
        return;
    spy(player);
    raiseCurtain(player);
    jumpAcross(player);
    // Kept for the siege, however long it has been ready.
    if (m_world.tick() > at(545))
        fireNuke(player);
}

void Director::research(int player)
{
    Camp& camp = m_camps[static_cast<std::size_t>(player)];
    Purse& p = m_world.purse(player);
    if (m_world.tick() % 30 == 0) {
        for (const Type house : {Type::Radar, Type::AlliedTech, Type::SovietTech}) {
            if (m_world.first(player, house) == Nobody)
                continue;
            const InternedId name = m_world.intern(ruleOf(house).id);
            if (std::find(p.tech.begin(), p.tech.end(), name) == p.tech.end())
                p.tech.push_back(name);
        }
    }
    if (camp.upgrades >= Upgrades.size() ||
        m_world.first(player, p.soviet ? Type::SovietTech : Type::AlliedTech) == Nobody)
        return;
    if (camp.upgradeAt == 0) {
        if (p.stats.credits < 1200)
            return;
        m_world.spend(player, 800);
        camp.upgradeAt = m_world.tick() + 900;
        hands(player).click(4, Upgrades[camp.upgrades]);
    } else if (m_world.tick() >= camp.upgradeAt) {
        const InternedId name = m_world.intern(Upgrades[camp.upgrades]);
        m_world.tape().tell(UpgradeCompleted{static_cast<PlayerId>(player), name});
        p.tech.push_back(name);
        ++camp.upgrades;
        camp.upgradeAt = 0;
    }
}

void Director::watchBases()
{
    for (const Number n : m_world.fallen()) {
        const Unit& fallen = m_world.unit(n);
        if (!isStructure(fallen.type))
            continue;
        Camp& camp = m_camps[static_cast<std::size_t>(fallen.owner)];
        const auto base = static_cast<std::size_t>(fallen.base);
        camp.lost[base].push_back(fallen.tag);
        const auto stands = [&](bool anywhere) {
            return std::any_of(m_world.living().begin(), m_world.living().end(), [&](Number other) {
                const Unit& u = m_world.unit(other);
                return u.alive && u.owner == fallen.owner && isStructure(u.type) &&
                       (anywhere || (u.base == fallen.base && !isDefence(u.type))) &&
                       u.type != Type::SubPen && u.type != Type::NavalYard;
            });
        };
        if (!stands(false) && camp.lost[base].size() >= 2 && !camp.fallen[base]) {
            camp.fallen[base] = true;
            const auto owner = static_cast<PlayerId>(fallen.owner);
            m_world.tape().tell(BaseDestroyed{owner, fallen.at, m_world.tape().keep(camp.lost[base])});
        }
        if (!stands(true))
            m_world.purse(fallen.owner).status = PlayerStatus::Defeated;
    }
}

void Director::watchBalance()
{
    if (m_cameBack || m_world.tick() % 30 != 0 || m_world.tick() < at(300))
        return;
    const std::int64_t gap = m_world.sideArmy(m_hero) - m_world.sideArmy(m_rival);
    m_worstGap = std::min(m_worstGap, gap);
    if (m_worstGap > -FarBehind || gap < WellAhead || m_world.tick() < at(600))
        return;
    m_cameBack = true;
    int best = leaderOf(m_hero);
    for (int player = 0; player < static_cast<int>(m_world.players()); ++player) {
        if (m_world.purse(player).side == m_hero && m_world.armyValue(player) > m_world.armyValue(best))
            best = player;
    }
    m_world.tape().tell(ComebackMoment{static_cast<PlayerId>(best), -m_worstGap, gap, gap - m_worstGap});
}

} // namespace ghostline::ironcurtain::skirmish
