// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_powers.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr std::uint32_t ChargeTicks = 2400;
constexpr std::uint32_t NukeTicks = 4200;
constexpr std::int64_t NukeReach = cells(6);

} // namespace

void Powers::charge(int player, Type house, std::string_view ability)
{
    Purse& p = m_roster.purse(player);
    const bool there = m_roster.first(player, house) != Nobody;
    const InternedId name = there ? m_world.words().intern(ability) : 0;
    const auto it = std::find_if(p.powers.begin(), p.powers.end(), [&](const Power& power) {
        return there ? power.ability == name : power.ability == m_world.words().intern(ability);
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
    } else if (it->state == PowerState::Charging && !p.lowPower()) {
        it->remainingTicks -= it->remainingTicks > 0 ? 1 : 0;
        if (it->remainingTicks == 0)
            it->state = PowerState::Ready;
    }
}

Power* Powers::ready(int player, std::string_view ability)
{
    for (Power& power : m_roster.purse(player).powers) {
        if (power.state == PowerState::Ready && power.ability == m_world.words().intern(ability))
            return &power;
    }
    return nullptr;
}

void Powers::use(int player, Power& power, std::string_view ability, const WorldPos& at, std::uint32_t charge)
{
    power.state = PowerState::Charging;
    power.remainingTicks = charge;
    m_world.tape().write(AbilityUsed{static_cast<PlayerId>(player), power.ability, at});
    Hands& hands = m_hands[static_cast<std::size_t>(player)];
    hands.click(3, ability);
    hands.look(at);
}

WorldPos Powers::crowd(int player) const
{
    WorldPos best;
    std::size_t most = 0;
    for (const Number n : m_roster.living()) {
        const Unit& u = m_roster.unit(n);
        if (!u.alive || isStructure(u.type) || m_roster.purse(u.owner).side != m_course.enemyOf(player) ||
            wayOf(u.type) != Way::Land)
            continue;
        std::size_t around = 0;
        for (const Number other : m_roster.living()) {
            const Unit& o = m_roster.unit(other);
            const bool mine = m_roster.allied(o.owner, player);
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

void Powers::fireNuke(int player)
{
    Power* power = ready(player, "nuke");
    if (!power)
        return;
    const WorldPos at = crowd(player);
    std::vector<Number> hit;
    std::uint32_t houses = 0;
    for (const Number n : m_roster.living()) {
        const Unit& u = m_roster.unit(n);
        if (u.alive && !m_roster.allied(u.owner, player) && squared(u.at, at) <= NukeReach * NukeReach) {
            hit.push_back(n);
            houses += isStructure(u.type) ? 1 : 0;
        }
    }
    if (hit.size() < 6)
        return; // not worth it
    use(player, *power, "nuke", at, NukeTicks);
    m_world.tape().write(SuperweaponFired{power->ability, at, static_cast<PlayerId>(player),
                                          static_cast<std::uint32_t>(hit.size()) - houses, houses});
    const Number silo = m_roster.first(player, Type::Silo);
    for (const Number n : hit) {
        const Unit& u = m_roster.unit(n);
        const auto share = 1300 - 900 * distance(u.at, at) / NukeReach;
        m_world.combat().hurt(n, static_cast<int>(u.fullHealth * share / 1024), silo);
    }
}

void Powers::raiseCurtain(int player)
{
    Power* power = ready(player, "iron-curtain");
    if (!power || !m_world.fights().any())
        return;
    for (const Squad& squad : m_squads.of(player)) {
        if (!m_squads.fights(squad) || squad.line != Line::Vehicles || squad.members.size() < 3)
            continue;
        use(player, *power, "iron-curtain", m_roster.unit(squad.members.front()).at, ChargeTicks);
        for (const Number n : squad.members)
            m_roster.unit(n).shieldedUntil = m_world.tick() + 300;
        return;
    }
}

void Powers::jumpAcross(int player)
{
    Power* power = ready(player, "chronoshift");
    const Stance stance = m_course.stanceOf(player);
    if (!power || (stance != Stance::Siege && stance != Stance::Outpost))
        return;
    for (const Squad& squad : m_squads.of(player)) {
        if (squad.line != Line::Vehicles || squad.members.size() < 4)
            continue;
        const WorldPos from = m_squads.centreOfSquad(squad);
        const Squads::Aim aim = m_squads.aimOf(player, squad, stance);
        if (aim.victim == Nobody || distance(from, aim.at) < cells(18))
            continue;
        // Some cells short of it, on the side they come from.
        const std::int64_t far = distance(from, aim.at);
        const auto nearer = [&](std::int32_t a, std::int32_t b) {
            return cellOf(static_cast<std::int32_t>(b + (std::int64_t{a} - b) * cells(7) / far));
        };
        const Spot landing{nearer(from.x, aim.at.x), nearer(from.y, aim.at.y)};
        use(player, *power, "chronoshift", centreOf(landing.x, landing.y), ChargeTicks);
        const int jumping = std::min(5, static_cast<int>(squad.members.size()));
        for (int i = 0; i < jumping; ++i) {
            const Spot spot =
                m_world.ground().nearestOpen({landing.x + 2 * (i % 3), landing.y + 2 * (i / 3)}, Way::Land);
            m_world.march().jump(squad.members[static_cast<std::size_t>(i)], centreOf(spot.x, spot.y));
        }
        return;
    }
}

void Powers::spy(int player)
{
    Power* power = ready(player, "spyplane");
    if (!power)
        return;
    power->state = PowerState::Charging; // even when there is nothing to look at
    power->remainingTicks = ChargeTicks;
    const Number house = m_roster.enemyStructure(player, m_squads.rallyOf(player));
    if (house != Nobody)
        use(player, *power, "spyplane", m_roster.unit(house).at, ChargeTicks);
}

void Powers::step(int player)
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
    if (m_world.tick() > m_course.at(545))
        fireNuke(player);
}

} // namespace ghostline::ironcurtain::skirmish
