// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_squads.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr std::size_t SquadMost = 10;
constexpr std::size_t SquadReady = 5; // before it goes and attacks
constexpr std::int64_t Near = cells(12);

std::uint8_t firstGroupOf(Line line)
{
    switch (line) {
    case Line::Infantry:
        return 1;
    case Line::Vehicles:
        return 4;
    case Line::Aircraft:
        return 8;
    default:
        return 9;
    }
}

} // namespace

WorldPos Squads::centreOfSquad(const Squad& squad) const
{
    std::int64_t x = 0;
    std::int64_t y = 0;
    for (const Number n : squad.members) {
        x += m_roster.unit(n).at.x;
        y += m_roster.unit(n).at.y;
    }
    const auto n = static_cast<std::int64_t>(std::max<std::size_t>(1, squad.members.size()));
    return {static_cast<std::int32_t>(x / n), static_cast<std::int32_t>(y / n), 0};
}

Squads::Squads(World& world, const Course& course, AllHands& hands)
    : m_world(world), m_roster(world.roster()), m_course(course), m_hands(hands)
{
    const int side = world.ground().side();
    for (int player = 0; player < static_cast<int>(m_roster.players()); ++player) {
        const Spot start = m_roster.purse(player).start;
        const Spot rally = world.ground().nearestOpen(
            {start.x + (side / 2 - start.x) * 3 / 10, start.y + (side / 2 - start.y) * 3 / 10}, Way::Land);
        m_camps.emplace_back().rally = centreOf(rally.x, rally.y);
    }
}

bool Squads::fights(const Squad& squad) const
{
    return std::any_of(squad.members.begin(), squad.members.end(),
                       [this](Number n) { return m_roster.unit(n).target != Nobody; });
}

Squad& Squads::squadFor(int player, Line line)
{
    Camp& camp = m_camps[static_cast<std::size_t>(player)];
    const std::uint8_t from = firstGroupOf(line);
    const std::uint8_t most = line == Line::Infantry ? 3 : line == Line::Vehicles ? 4 : 1;
    Squad* smallest = nullptr;
    std::uint8_t there = 0;
    for (Squad& squad : camp.squads) {
        if (squad.line != line)
            continue;
        ++there;
        const bool home =
            squad.members.empty() || squared(centreOfSquad(squad), camp.rally) < 4 * Near * Near;
        if (home && squad.members.size() < SquadMost)
            return squad;
        if (!smallest || squad.members.size() < smallest->members.size())
            smallest = &squad;
    }
    if (there >= most)
        return *smallest;
    Squad& fresh = camp.squads.emplace_back();
    fresh.line = line;
    fresh.group = static_cast<std::uint8_t>(from + there);
    fresh.goal = camp.rally;
    return fresh;
}

void Squads::muster()
{
    for (Camp& camp : m_camps) {
        for (Squad& squad : camp.squads)
            std::erase_if(squad.members, [this](Number n) { return !m_roster.unit(n).alive; });
    }
    for (const Number n : m_roster.born()) {
        const Unit& u = m_roster.unit(n);
        if (!u.alive || isStructure(u.type) || u.type == Type::Harvester)
            continue;
        Squad& squad = squadFor(u.owner, lineOf(u.type));
        squad.members.push_back(n);
        const Camp& camp = m_camps[static_cast<std::size_t>(u.owner)];
        if (lineOf(u.type) != Line::Ships)
            m_world.march().sendTogether({n}, squad.members.size() > 1 ? squad.goal : camp.rally, true);
        if (!squad.assigned && squad.members.size() >= 3) {
            squad.assigned = true;
            m_hands[static_cast<std::size_t>(u.owner)].group(squad, squad.members, true);
        } else if (squad.assigned) {
            m_hands[static_cast<std::size_t>(u.owner)].group(squad, {n}, false);
        }
    }
}

std::optional<WorldPos> Squads::alarm(int player) const
{
    for (const Number n : m_roster.living()) {
        const Unit& house = m_roster.unit(n);
        if (!house.alive || !isStructure(house.type) || !m_roster.allied(house.owner, player) ||
            house.type == Type::NavalYard || house.type == Type::SubPen)
            continue;
        const Number enemy = m_roster.enemyNear(player, house.at, cells(11), true);
        if (enemy != Nobody && wayOf(m_roster.unit(enemy).type) == Way::Land)
            return m_roster.unit(enemy).at;
    }
    return std::nullopt;
}

Squads::Aim Squads::aimOf(int player, const Squad& squad, Stance stance) const
{
    const Camp& camp = m_camps[static_cast<std::size_t>(player)];
    const WorldPos here = centreOfSquad(squad);
    const Spot middle = m_world.ground().middle();
    Aim aim;
    aim.at = camp.rally;
    if (squad.line == Line::Ships) {
        const bool north = m_roster.purse(player).start.y < middle.y;
        const int lake = m_world.ground().side() / 6;
        const bool other = m_world.tick() / 900 % 2 == 0;
        aim.at = centreOf(middle.x + (other ? 4 : -5), north ? lake + 2 : m_world.ground().side() - 3 - lake);
        return aim;
    }
    const int enemySide = m_course.enemyOf(player);
    const auto nearestOf = [&](bool outposts) {
        Number found = Nobody;
        for (int victim = 0; victim < static_cast<int>(m_roster.players()); ++victim) {
            if (m_roster.purse(victim).side != enemySide)
                continue;
            const Number house = m_roster.enemyStructure(player, here, victim, outposts);
            if (house == Nobody)
                continue;
            const bool better = found == Nobody || squared(here, m_roster.unit(house).at) <
                                                       squared(here, m_roster.unit(found).at);
            if (better && (!outposts || m_roster.unit(house).base == 1))
                found = house;
        }
        return found;
    };
    switch (stance) {
    case Stance::Hold:
        aim.aggressive = distance(here, camp.rally) < Near;
        return aim;
    case Stance::Defend:
        if (const auto where = alarm(player))
            aim.at = *where;
        return aim;
    case Stance::Centre:
        aim.at = centreOf(middle.x + squad.group % 4 - 1, middle.y + squad.group % 3 - 1);
        return aim;
    case Stance::Raid:
        if (squad.line == Line::Infantry)
            return aim;
        for (const Number n : m_roster.living()) {
            const Unit& u = m_roster.unit(n);
            if (u.alive && u.type == Type::Harvester && m_roster.purse(u.owner).side == enemySide) {
                aim.at = u.at;
                aim.victim = n;
                break;
            }
        }
        return aim;
    case Stance::Outpost:
    case Stance::Siege:
        aim.victim = nearestOf(stance == Stance::Outpost);
        if (aim.victim != Nobody) {
            aim.at = m_roster.unit(aim.victim).at;
        } else if (stance == Stance::Siege) {
            const Number left = m_roster.enemyNear(player, here, cells(200), true);
            if (left != Nobody)
                aim.at = m_roster.unit(left).at;
        }
        return aim;
    }
    return aim;
}

void Squads::leadSquad(int player, Squad& squad)
{
    const Camp& camp = m_camps[static_cast<std::size_t>(player)];
    if (squad.members.empty())
        return;
    const WorldPos here = centreOfSquad(squad);
    Stance stance = m_course.stanceOf(player);
    const bool attack = stance != Stance::Hold && stance != Stance::Defend;
    const bool home = distance(here, camp.rally) < 2 * Near;
    if (attack && home && squad.members.size() < SquadReady && squad.line != Line::Aircraft)
        stance = Stance::Defend; // it waits for more
    const Aim aim = aimOf(player, squad, stance);
    const bool elsewhere = distance(aim.at, squad.goal) > cells(5);
    const bool stuck = m_world.tick() > squad.orderedAt + 260 && distance(here, aim.at) > Near;
    const bool fighting = fights(squad);
    if (m_world.tick() < squad.orderedAt + 110 || (!elsewhere && !stuck) ||
        (fighting && aim.aggressive && !elsewhere))
        return;
    if (fighting && attack && m_world.tick() < squad.orderedAt + 400)
        return; // first things first
    squad.goal = aim.at;
    squad.orderedAt = m_world.tick();
    m_hands[static_cast<std::size_t>(player)].command(squad, aim.at, aim.aggressive, aim.victim);
}

void Squads::lead(int player)
{
    for (Squad& squad : m_camps[static_cast<std::size_t>(player)].squads)
        leadSquad(player, squad);
}

void Squads::answerFights()
{
    for (const Fight& fight : m_world.fights().begun()) {
        for (int player = 0; player < static_cast<int>(m_roster.players()); ++player) {
            for (const Squad& squad : of(player)) {
                const bool in = std::any_of(squad.members.begin(), squad.members.end(), [&](Number n) {
                    return std::any_of(std::begin(fight.members), std::end(fight.members),
                                       [n](const auto& list) {
                                           return std::find(list.begin(), list.end(), n) != list.end();
                                       });
                });
                if (in) {
                    m_hands[static_cast<std::size_t>(player)].answer(squad, fight.centre);
                    break;
                }
            }
        }
    }
}

} // namespace ghostline::ironcurtain::skirmish
