// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_economy.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr int Bail = 25;
constexpr int BailTicks = 4;
constexpr int UnloadTicks = 30;
constexpr int HarvesterRoom = 700;
constexpr SimTick StatsEvery = 150;

} // namespace

void Economy::step()
{
    for (const Number n : m_roster.living()) {
        if (m_roster.unit(n).type == Type::Harvester && m_roster.unit(n).alive)
            harvest(n);
    }
    for (int player = 0; player < static_cast<int>(m_roster.players()); ++player)
        produce(player);
}

void Economy::enqueue(int player, Type type)
{
    m_roster.purse(player).spend(ruleOf(type).cost);
    m_words.learn(type); // a queue shows it at once
    const int ticks = makingTicks(type);
    m_roster.purse(player).lines[static_cast<std::size_t>(lineOf(type))].push_back({type, ticks, ticks});
}

void Economy::produce(int player)
{
    Purse& p = m_roster.purse(player);
    if (p.status != PlayerStatus::Playing)
        return;
    const bool slow = p.lowPower() && m_tape.tick() % 2 == 0;
    for (const Number who : m_roster.living()) {
        Unit& u = m_roster.unit(who);
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
            m_tape.write(ConstructionCompleted{u.tag});
            if (!line.empty() && line.front().type == u.type)
                line.pop_front();
            if (u.type == Type::Refinery) {
                const Spot exit = m_ground.nearestOpen({u.corner.x + 1, u.corner.y + 3}, Way::Land);
                m_roster.give(Type::Harvester, player, centreOf(exit.x, exit.y));
            }
            break; // `give` may have moved the list
        }
    }
    bool busy = false;
    for (std::size_t i = 1; i < Lines; ++i) {
        const auto line = static_cast<Line>(i);
        if (p.lines[i].empty() || m_roster.first(player, makerOf(line, p.soviet)) == Nobody)
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

void Economy::finishItem(int player, Line line)
{
    auto& items = m_roster.purse(player).lines[static_cast<std::size_t>(line)];
    const Type type = items.front().type;
    items.pop_front();
    const Number maker = m_roster.first(player, makerOf(line, m_roster.purse(player).soviet));
    const Unit& house = m_roster.unit(maker);
    const Spot door{house.corner.x + ruleOf(house.type).width / 2,
                    house.corner.y + ruleOf(house.type).height};
    const Spot exit = m_ground.nearestOpen(door, wayOf(type));
    m_roster.give(type, player, centreOf(exit.x, exit.y));
}

void Economy::goHarvest(Unit& u)
{
    u.chore = Chore::None;
    const Number home = m_roster.first(u.owner, Type::Refinery);
    if (home == Nobody)
        return;
    // The refinery nearest to where it is.
    u.refinery = home;
    for (const Number who : m_roster.living()) {
        const Unit& r = m_roster.unit(who);
        if (r.alive && r.owner == u.owner && r.type == Type::Refinery && r.toBuild == 0 &&
            squared(r.at, u.at) < squared(m_roster.unit(u.refinery).at, u.at))
            u.refinery = who;
    }
    const Unit& refinery = m_roster.unit(u.refinery);
    for (int attempt = 0; attempt < 4; ++attempt) {
        const Spot from{refinery.corner.x + m_random.below(5) - 1, refinery.corner.y + m_random.below(5) - 1};
        const auto patch = m_ground.ore(from, attempt < 3 ? 22 : 48);
        if (!patch)
            continue;
        const bool claimed = std::any_of(m_roster.living().begin(), m_roster.living().end(), [&](Number n) {
            const Unit& other = m_roster.unit(n);
            return other.alive && &other != &u && other.chore != Chore::None && other.patch == *patch;
        });
        if (claimed && attempt < 3)
            continue;
        u.patch = *patch;
        u.chore = Chore::ToOre;
        return;
    }
}

void Economy::harvest(Number who)
{
    Unit& u = m_roster.unit(who);
    const auto toRefinery = [&] {
        if (u.refinery == Nobody || !m_roster.unit(u.refinery).alive) {
            u.refinery = m_roster.first(u.owner, Type::Refinery);
            if (u.refinery == Nobody) {
                u.chore = Chore::None;
                return;
            }
        }
        const Unit& r = m_roster.unit(u.refinery);
        u.chore = Chore::ToRefinery;
        m_march.send(who, centreOf(r.corner.x + 1 + who % 2, r.corner.y + 3), false);
    };
    switch (u.chore) {
    case Chore::None:
        ++m_roster.purse(u.owner).stats.idleHarvesterTicks;
        if ((m_tape.tick() + static_cast<SimTick>(who)) % 15 != 0)
            return;
        goHarvest(u);
        if (u.chore == Chore::ToOre)
            m_march.send(who, centreOf(u.patch.x, u.patch.y), false);
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
                m_march.send(who, centreOf(next->x, next->y), false);
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
        if (u.refinery == Nobody || !m_roster.unit(u.refinery).alive) {
            toRefinery();
            return;
        }
        if (--u.wait > 0)
            return;
        PlayerStats& stats = m_roster.purse(u.owner).stats;
        stats.credits += u.carried;
        stats.totalCollected += u.carried;
        m_tape.write(ResourceCollected{static_cast<PlayerId>(u.owner), m_words.ore(), u.carried});
        u.carried = 0;
        goHarvest(u);
        if (u.chore == Chore::ToOre)
            m_march.send(who, centreOf(u.patch.x, u.patch.y), false);
        return;
    }
}

void Economy::recount()
{
    for (int player = 0; player < static_cast<int>(m_roster.players()); ++player) {
        Purse& p = m_roster.purse(player);
        PlayerStats& s = p.stats;
        s.powerProduced = s.powerDrained = 0;
        s.armyValue = 0;
        s.harvesters = s.refineries = s.unitCount = s.structureCount = 0;
        while (!p.actions.empty() && p.actions.front() + Minute < m_tape.tick())
            p.actions.pop_front();
        s.apm = static_cast<std::uint32_t>(p.actions.size());
        s.epm = s.apm * 4 / 5;
    }
    for (const Number who : m_roster.living()) {
        const Unit& u = m_roster.unit(who);
        if (!u.alive)
            continue;
        PlayerStats& s = m_roster.purse(u.owner).stats;
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

void Economy::report()
{
    if (m_tape.tick() % StatsEvery != 0)
        return;
    for (int player = 0; player < static_cast<int>(m_roster.players()); ++player) {
        Purse& p = m_roster.purse(player);
        PlayerStats& stats = p.stats;
        // Over the last report's time: 150 ticks of 67 ms.
        const std::int64_t got = stats.totalCollected - p.collectedBefore;
        p.collectedBefore = stats.totalCollected;
        stats.collectionRate = (stats.collectionRate * 3 + got * 1024 * 60'000 / (150 * 67)) / 4;
        Bytes bytes;
        appendPlayerStats(bytes, stats);
        m_tape.write(PlayerStatSnapshot{static_cast<PlayerId>(player), m_tape.keep(std::move(bytes)).data()});
    }
}

} // namespace ghostline::ironcurtain::skirmish
