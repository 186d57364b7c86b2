// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_roster.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr std::array<std::array<std::uint8_t, 3>, 4> Colours{
    {{{214, 170, 60}}, {{200, 60, 50}}, {{70, 130, 210}}, {{80, 170, 90}}}};
constexpr std::int32_t FlyingHeight = 2 * UnitsPerCell + 512;
constexpr std::size_t FreeTagsKept = 24; // so that a tag's index rests a while before it is used again

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

Roster::Roster(Tape& tape, Ground& ground, Words& words, std::span<const Spot> bases,
               std::span<const int> sides)
    : m_tape(tape), m_ground(ground), m_words(words)
{
    for (std::size_t i = 0; i < sides.size(); ++i) {
        Purse& p = m_purses.emplace_back();
        p.side = sides[i];
        // Allies sit in the west, Soviets in the east; of three, the second and third.
        p.soviet = sides.size() == 4 ? i >= 2 : i >= 1;
        p.colour = Colours[i % Colours.size()];
        p.start = bases[i];
        p.stats.credits = 10'000;
    }
}

void Roster::beginTick()
{
    m_born.clear();
    m_fallen.clear();
}

void Roster::bury()
{
    std::erase_if(m_living, [this](Number n) { return !unit(n).alive; });
}

UnitTag Roster::freshTag()
{
    if (m_freeTags.size() > FreeTagsKept) {
        UnitTag tag = m_freeTags.front();
        m_freeTags.pop_front();
        ++tag.generation;
        return tag;
    }
    return {m_nextIndex++, 1};
}

Number Roster::give(Type type, int player, const WorldPos& at)
{
    const Rule& rule = ruleOf(type);
    const InternedId name = m_words.learn(type);
    const auto number = static_cast<Number>(m_units.size());
    Unit& u = m_units.emplace_back();
    u.number = number;
    u.tag = freshTag();
    u.type = type;
    u.owner = player;
    u.at = at;
    u.goal = at;
    if (wayOf(type) == Way::Air)
        u.at.z = FlyingHeight;
    const Spot home = purse(player).start;
    u.facing = heading(m_ground.side() / 2 - home.x, m_ground.side() / 2 - home.y);
    u.turret = u.facing;
    u.health = u.fullHealth = rule.health;
    m_living.push_back(number);
    m_born.push_back(number);
    PlayerStats& stats = purse(player).stats;
    if (isStructure(type)) {
        ++stats.structuresBuilt;
    } else {
        ++stats.unitsProduced;
        m_tape.write(UnitCreated{u.tag, name, static_cast<PlayerId>(player), u.at});
    }
    return number;
}

Number Roster::raise(Type type, int player, Spot near, int base, bool finished)
{
    const Rule& rule = ruleOf(type);
    const bool afloat = type == Type::NavalYard || type == Type::SubPen;
    const auto corner = m_ground.room(rule.width, rule.height, near, finished ? 6 : afloat ? 26 : 13, afloat);
    if (!corner)
        return Nobody;
    m_ground.occupy(*corner, rule.width, rule.height, true);
    const WorldPos centre{corner->x * UnitsPerCell + rule.width * UnitsPerCell / 2,
                          corner->y * UnitsPerCell + rule.height * UnitsPerCell / 2, 0};
    const Number number = give(type, player, centre);
    Unit& u = unit(number);
    u.corner = *corner;
    u.base = base;
    u.facing = 0;
    const InternedId name = m_words.of(type);
    if (finished) {
        m_tape.write(UnitCreated{u.tag, name, static_cast<PlayerId>(player), centre});
        return number;
    }
    u.buildFor = u.toBuild = makingTicks(type);
    u.health = std::max(1, u.fullHealth / 8);
    m_tape.write(ConstructionStarted{u.tag, name, static_cast<PlayerId>(player), centre});
    return number;
}

void Roster::kill(Number who, Number by)
{
    Unit& u = unit(who);
    if (!u.alive)
        return;
    u.alive = false;
    m_freeTags.push_back(u.tag);
    m_fallen.push_back(who);
    const int cost = ruleOf(u.type).cost;
    PlayerStats& loser = purse(u.owner).stats;
    loser.lostValue += cost;
    ++(isStructure(u.type) ? loser.structuresLost : loser.unitsLost);
    UnitDestroyed event{};
    event.unit = u.tag;
    if (by != Nobody) {
        Unit& killer = unit(by);
        event.by = killer.tag;
        event.byPlayer = static_cast<PlayerId>(killer.owner);
        PlayerStats& winner = purse(killer.owner).stats;
        winner.killedValue += cost;
        ++(isStructure(u.type) ? winner.structuresDestroyed : winner.unitsKilled);
        killer.experience += cost;
        while (killer.level < 3 && killer.experience >= (ruleOf(killer.type).cost << killer.level) * 2) {
            ++killer.level;
            const int more = ruleOf(killer.type).health / 10;
            killer.fullHealth += more;
            killer.health += more;
        }
    }
    // Where it fell, or nobody could tell how far it came.
    if (u.moving() || u.turnedOff)
        m_tape.write(UnitPositionSample{m_tape.keep(std::vector<UnitPlace>{{u.tag, u.at}})});
    m_tape.write(event);
    if (isStructure(u.type)) {
        m_ground.occupy(u.corner, ruleOf(u.type).width, ruleOf(u.type).height, false);
        auto& line = purse(u.owner).lines[static_cast<std::size_t>(Line::Structures)];
        if (u.toBuild > 0 && !line.empty())
            line.pop_front();
    }
}

int Roster::count(int player, Type type, bool ready) const
{
    return static_cast<int>(std::count_if(m_living.begin(), m_living.end(), [&](Number n) {
        const Unit& u = unit(n);
        return u.alive && u.owner == player && u.type == type && (!ready || u.toBuild == 0);
    }));
}

Number Roster::first(int player, Type type, bool ready) const
{
    for (const Number n : m_living) {
        const Unit& u = unit(n);
        if (u.alive && u.owner == player && u.type == type && (!ready || u.toBuild == 0))
            return n;
    }
    return Nobody;
}

std::int64_t Roster::armyValue(int player) const
{
    std::int64_t value = 0;
    for (const Number n : m_living) {
        const Unit& u = unit(n);
        if (u.alive && u.owner == player && !isStructure(u.type) && u.type != Type::Harvester)
            value += ruleOf(u.type).cost;
    }
    return value;
}

std::int64_t Roster::sideArmy(int side) const
{
    std::int64_t value = 0;
    for (int player = 0; player < static_cast<int>(players()); ++player)
        value += purse(player).side == side ? armyValue(player) : 0;
    return value;
}

Number Roster::enemyStructure(int player, const WorldPos& from, int victim, bool outpostsFirst) const
{
    Number found = Nobody;
    std::int64_t best = 0;
    bool outpost = false;
    for (const Number n : m_living) {
        const Unit& u = unit(n);
        if (!u.alive || !isStructure(u.type) || allied(player, u.owner) ||
            (victim >= 0 && u.owner != victim) || u.type == Type::NavalYard || u.type == Type::SubPen)
            continue;
        const std::int64_t far = squared(from, u.at);
        const bool preferred = outpostsFirst && u.base == 1;
        if (found == Nobody || (preferred && !outpost) || (preferred == outpost && far < best)) {
            found = n;
            best = far;
            outpost = preferred;
        }
    }
    return found;
}

Number Roster::enemyNear(int player, const WorldPos& from, std::int64_t reach, bool fightersOnly) const
{
    Number found = Nobody;
    std::int64_t best = reach * reach;
    for (const Number n : m_living) {
        const Unit& u = unit(n);
        if (!u.alive || allied(player, u.owner) ||
            (fightersOnly && (isStructure(u.type) || u.type == Type::Harvester)))
            continue;
        const std::int64_t far = squared(from, u.at);
        if (far < best) {
            found = n;
            best = far;
        }
    }
    return found;
}

} // namespace ghostline::ironcurtain::skirmish
