// SPDX-License-Identifier: GPL-3.0-or-later
// Ore, credits, power and what is made of them.
#include "codecs/ironcurtain/sample/skirmish_world.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr int Bail = 25;
constexpr int BailTicks = 4;
constexpr int UnloadTicks = 30;
constexpr int HarvesterRoom = 700;
constexpr SimTick Minute = 895; // at "slower"

Type makerOf(Line line, bool soviet)
{
    switch (line) {
    case Line::Infantry:
        return soviet ? Type::Barracks : Type::Tent;
    case Line::Vehicles:
        return Type::Factory;
    case Line::Aircraft:
        return soviet ? Type::Airfield : Type::Helipad;
    case Line::Ships:
        return soviet ? Type::SubPen : Type::NavalYard;
    default:
        return Type::Yard;
    }
}

} // namespace

Line lineOf(Type type)
{
    switch (ruleOf(type).kind) {
    case UnitKind::Infantry:
        return Line::Infantry;
    case UnitKind::Aircraft:
        return Line::Aircraft;
    case UnitKind::Ship:
        return Line::Ships;
    case UnitKind::Building:
        return Line::Structures;
    default:
        return Line::Vehicles;
    }
}

void World::spend(int player, int cost)
{
    purse(player).stats.credits -= cost;
    purse(player).stats.totalSpent += cost;
}

void World::enqueue(int player, Type type)
{
    spend(player, ruleOf(type).cost);
    // The name is needed as soon as a queue shows it.
    auto& name = m_typeNames[static_cast<std::size_t>(type)];
    if (name == 0) {
        name = intern(ruleOf(type).id);
        if (!ruleOf(type).weapon.empty())
            m_weaponNames[static_cast<std::size_t>(type)] = intern(ruleOf(type).weapon);
    }
    const int ticks = makingTicks(type);
    purse(player).lines[static_cast<std::size_t>(lineOf(type))].push_back({type, ticks, ticks});
}

void World::produce(int player)
{
    Purse& p = purse(player);
    if (p.status != PlayerStatus::Playing)
        return;
    const bool slow = lowPower(player) && m_tick % 2 == 0;
    for (const Number who : m_living) {
        Unit& u = unit(who);
        if (!u.alive || u.owner != player || u.toBuild == 0 || slow)
            continue;
        // Steps that add up to the whole, whatever the division leaves.
        const int worth = u.fullHealth - u.fullHealth / 8;
        const int built = u.buildFor - u.toBuild;
        const int step = worth * (built + 1) / u.buildFor - worth * built / u.buildFor;
        --u.toBuild;
        u.health = std::min(u.fullHealth, u.health + step);
        auto& line = p.lines[static_cast<std::size_t>(Line::Structures)];
        if (!line.empty() && line.front().type == u.type)
            line.front().left = u.toBuild;
        if (u.toBuild == 0) {
            m_tape.tell(ConstructionCompleted{u.tag});
            if (!line.empty() && line.front().type == u.type)
                line.pop_front();
            if (u.type == Type::Refinery) {
                const Spot exit = m_ground.nearestOpen({u.corner.x + 1, u.corner.y + 3}, Way::Land);
                give(Type::Harvester, player, centreOf(exit.x, exit.y));
            }
            break; // `give` may have moved the list
        }
    }
    bool busy = false;
    for (std::size_t i = 1; i < Lines; ++i) {
        const auto line = static_cast<Line>(i);
        if (p.lines[i].empty() || first(player, makerOf(line, p.soviet)) == Nobody)
            continue;
        busy = true;
        Item& item = p.lines[i].front();
        item.left -= slow ? 0 : p.haste;
        if (item.left <= 0)
            finishItem(player, line);
    }
    if (!busy)
        ++p.stats.idleProductionTicks;
}

void World::finishItem(int player, Line line)
{
    auto& items = purse(player).lines[static_cast<std::size_t>(line)];
    const Type type = items.front().type;
    items.pop_front();
    const Number maker = first(player, makerOf(line, purse(player).soviet));
    const Unit& house = unit(maker);
    const Spot door{house.corner.x + ruleOf(house.type).width / 2,
                    house.corner.y + ruleOf(house.type).height};
    const Spot exit = m_ground.nearestOpen(door, wayOf(type));
    give(type, player, centreOf(exit.x, exit.y));
}

void World::goHarvest(Unit& u)
{
    u.chore = Chore::None;
    const Number home = first(u.owner, Type::Refinery);
    if (home == Nobody)
        return;
    // The refinery nearest to where it is.
    u.refinery = home;
    for (const Number who : m_living) {
        const Unit& r = unit(who);
        if (r.alive && r.owner == u.owner && r.type == Type::Refinery && r.toBuild == 0 &&
            squared(r.at, u.at) < squared(unit(u.refinery).at, u.at))
            u.refinery = who;
    }
    const Unit& refinery = unit(u.refinery);
    for (int attempt = 0; attempt < 4; ++attempt) {
        const Spot from{refinery.corner.x + m_random.below(5) - 1, refinery.corner.y + m_random.below(5) - 1};
        const auto patch = m_ground.ore(from, attempt < 3 ? 22 : 48);
        if (!patch)
            continue;
        const bool claimed = std::any_of(m_living.begin(), m_living.end(), [&](Number n) {
            const Unit& other = unit(n);
            return other.alive && &other != &u && other.chore != Chore::None && other.patch == *patch;
        });
        if (claimed && attempt < 3)
            continue;
        u.patch = *patch;
        u.chore = Chore::ToOre;
        return;
    }
}

void World::harvest(Number who)
{
    Unit& u = unit(who);
    const auto toRefinery = [&] {
        if (u.refinery == Nobody || !unit(u.refinery).alive) {
            u.refinery = first(u.owner, Type::Refinery);
            if (u.refinery == Nobody) {
                u.chore = Chore::None;
                return;
            }
        }
        const Unit& r = unit(u.refinery);
        u.chore = Chore::ToRefinery;
        send(who, centreOf(r.corner.x + 1 + who % 2, r.corner.y + 3), false);
    };
    switch (u.chore) {
    case Chore::None:
        ++purse(u.owner).stats.idleHarvesterTicks;
        if ((m_tick + static_cast<SimTick>(who)) % 15 != 0)
            return;
        goHarvest(u);
        if (u.chore == Chore::ToOre)
            send(who, centreOf(u.patch.x, u.patch.y), false);
        return;
    case Chore::ToOre:
        if (u.moving())
            return;
        u.chore = m_ground.oreAt(u.patch) > 0 ? Chore::Mining : Chore::None;
        u.wait = BailTicks;
        return;
    case Chore::Mining:
        if (--u.wait > 0)
            return;
        u.wait = BailTicks;
        u.carried += m_ground.mine(u.patch, std::min(Bail, HarvesterRoom - u.carried));
        if (u.carried >= HarvesterRoom) {
            toRefinery();
        } else if (m_ground.oreAt(u.patch) == 0) {
            const auto next = m_ground.ore(u.patch, 4);
            if (next) {
                u.patch = *next;
                u.chore = Chore::ToOre;
                send(who, centreOf(next->x, next->y), false);
            } else {
                toRefinery();
            }
        }
        return;
    case Chore::ToRefinery:
        if (u.moving())
            return;
        u.chore = Chore::Unloading;
        u.wait = UnloadTicks;
        return;
    case Chore::Unloading:
        if (u.refinery == Nobody || !unit(u.refinery).alive) {
            toRefinery();
            return;
        }
        if (--u.wait > 0)
            return;
        PlayerStats& stats = purse(u.owner).stats;
        stats.credits += u.carried;
        stats.totalCollected += u.carried;
        m_tape.tell(ResourceCollected{static_cast<PlayerId>(u.owner), m_ore, u.carried});
        u.carried = 0;
        goHarvest(u);
        if (u.chore == Chore::ToOre)
            send(who, centreOf(u.patch.x, u.patch.y), false);
        return;
    }
}

void World::act(int player)
{
    purse(player).actions.push_back(m_tick);
    ++purse(player).allActions;
}

int World::actionsPerMinute(int player) const
{
    return static_cast<int>(purse(player).allActions * Minute / std::max<SimTick>(1, m_tick));
}

void World::recount()
{
    for (Purse& p : m_purses) {
        PlayerStats& s = p.stats;
        s.powerProduced = s.powerDrained = 0;
        s.armyValue = 0;
        s.harvesters = s.refineries = s.unitCount = s.structureCount = 0;
        while (!p.actions.empty() && p.actions.front() + Minute < m_tick)
            p.actions.pop_front();
        s.apm = static_cast<std::uint32_t>(p.actions.size());
        s.epm = s.apm * 4 / 5;
    }
    for (const Number who : m_living) {
        const Unit& u = unit(who);
        if (!u.alive)
            continue;
        PlayerStats& s = purse(u.owner).stats;
        const Rule& rule = ruleOf(u.type);
        if (isStructure(u.type)) {
            ++s.structureCount;
            if (u.toBuild == 0)
                (rule.power > 0 ? s.powerProduced : s.powerDrained) += std::abs(rule.power);
            if (u.type == Type::Refinery)
                ++s.refineries;
            continue;
        }
        ++s.unitCount;
        if (u.type == Type::Harvester)
            ++s.harvesters;
        else
            s.armyValue += rule.cost;
    }
}

} // namespace ghostline::ironcurtain::skirmish
