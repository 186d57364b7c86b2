// SPDX-License-Identifier: GPL-3.0-or-later
// Births, marches, deaths and reports.
#include "codecs/ironcurtain/sample/skirmish_world.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr std::array<std::array<std::uint8_t, 3>, 4> Colours{
    {{{214, 170, 60}}, {{200, 60, 50}}, {{70, 130, 210}}, {{80, 170, 90}}}};
constexpr std::int32_t FlyingHeight = 2 * UnitsPerCell + 512;
constexpr std::size_t FreeTagsKept = 24; // so that a tag's index rests a while before it is used again

} // namespace

World::World(const SkirmishSettings& settings, std::span<const Spot> bases, std::span<const int> sides)
    : m_seed(settings.seed), m_random(settings.seed), m_ground(settings.mapSide, bases, settings.seed),
      m_strings(std::make_shared<StringPool>())
{
    m_tape.begin(0);
    intern("none");
    for (const std::string_view name : TerrainNames)
        intern(name);
    m_ore = intern("ore");
    intern("gems");
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

void World::setUp()
{
    for (int player = 0; player < static_cast<int>(players()); ++player) {
        const Spot start = purse(player).start;
        raise(Type::Yard, player, {start.x - 1, start.y - 1}, 0, true);
        const int inX = start.x < m_ground.side() / 2 ? 1 : -1;
        const int inY = start.y < m_ground.side() / 2 ? 1 : -1;
        for (int i = 0; i < 5; ++i) {
            const Type type = i < 3 ? Type::Rifle : i < 4 ? Type::Rocket : Type::Jeep;
            const Spot at =
                m_ground.nearestOpen({start.x + inX * (4 + i), start.y + inY * (6 - i)}, Way::Land);
            give(type, player, centreOf(at.x, at.y));
        }
    }
    recount();
}

InternedId World::intern(std::string_view text)
{
    for (std::size_t i = 0; i < m_strings->size(); ++i) {
        if ((*m_strings)[i] == text)
            return static_cast<InternedId>(i);
    }
    auto longer = std::make_shared<StringPool>(*m_strings);
    longer->emplace_back(text);
    m_strings = std::move(longer);
    return static_cast<InternedId>(m_strings->size() - 1);
}

UnitTag World::freshTag()
{
    if (m_freeTags.size() > FreeTagsKept) {
        UnitTag tag = m_freeTags.front();
        m_freeTags.pop_front();
        ++tag.generation;
        return tag;
    }
    return {m_nextIndex++, 1};
}

Number World::give(Type type, int player, const WorldPos& at)
{
    const Rule& rule = ruleOf(type);
    auto& name = m_typeNames[static_cast<std::size_t>(type)];
    if (name == 0) {
        name = intern(rule.id);
        if (!rule.weapon.empty())
            m_weaponNames[static_cast<std::size_t>(type)] = intern(rule.weapon);
    }
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
        m_tape.tell(UnitCreated{u.tag, name, static_cast<PlayerId>(player), u.at});
    }
    return number;
}

Number World::raise(Type type, int player, Spot near, int base, bool finished)
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
    const InternedId name = typeName(type);
    if (finished) {
        m_tape.tell(UnitCreated{u.tag, name, static_cast<PlayerId>(player), centre});
        return number;
    }
    u.buildFor = u.toBuild = makingTicks(type);
    u.health = std::max(1, u.fullHealth / 8);
    m_tape.tell(ConstructionStarted{u.tag, name, static_cast<PlayerId>(player), centre});
    return number;
}

void World::send(Number who, const WorldPos& to, bool aggressive)
{
    Unit& u = unit(who);
    if (!u.alive || isStructure(u.type))
        return;
    u.goal = to;
    u.aggressive = aggressive;
    u.held = false;
    u.route = m_ground.route(u.at, to, wayOf(u.type));
    std::reverse(u.route.begin(), u.route.end());
    startLeg(u);
}

void World::sendTogether(const std::vector<Number>& who, const WorldPos& to, bool aggressive)
{
    if (who.empty())
        return;
    const Unit& leader = unit(who.front());
    const Way way = wayOf(leader.type);
    const auto corners = m_ground.route(leader.at, to, way);
    if (corners.empty())
        return;
    const std::int32_t apart = ruleOf(leader.type).kind == UnitKind::Infantry ? 820 : 1400;
    for (std::size_t i = 0; i < who.size(); ++i) {
        Unit& u = unit(who[i]);
        const auto column = static_cast<std::int32_t>(i % 4);
        const auto row = static_cast<std::int32_t>(i / 4);
        const WorldPos offset{apart * column - apart * 3 / 2, apart * row - apart, 0};
        std::vector<WorldPos> own;
        WorldPos here = u.at;
        if (!m_ground.straight(here, corners.front(), way)) {
            // It comes from elsewhere: first to where the others set out.
            own = m_ground.route(here, corners.front(), way);
            here = corners.front();
        }
        for (const WorldPos& corner : corners) {
            WorldPos place{corner.x + offset.x, corner.y + offset.y, u.at.z};
            if (!m_ground.straight(here, place, way))
                place = {corner.x, corner.y, u.at.z};
            own.push_back(place);
            here = place;
        }
        std::reverse(own.begin(), own.end());
        u.goal = own.front();
        u.aggressive = aggressive;
        u.held = false;
        u.route = std::move(own);
        startLeg(u);
    }
}

void World::halt(Number who)
{
    Unit& u = unit(who);
    if (u.moving())
        u.turnedOff = true;
    u.route.clear();
    u.ticksLeft = 0;
    u.step = {};
}

void World::jump(Number who, const WorldPos& to)
{
    // It is there one tick later, so that both places are reported and nobody draws a way between them.
    halt(who);
    Unit& u = unit(who);
    u.turnedOff = true;
    u.leap = WorldPos{to.x, to.y, u.at.z};
}

void World::startLeg(Unit& u)
{
    u.turnedOff = u.turnedOff || u.moving() || !u.route.empty();
    u.ticksLeft = 0;
    u.step = {};
    while (!u.route.empty()) {
        const WorldPos to = u.route.back();
        u.route.pop_back();
        const std::int64_t far = distance(u.at, to);
        const std::int64_t speed = ruleOf(u.type).speed;
        if (far < 16)
            continue;
        const std::int64_t ticks = std::max<std::int64_t>(1, (far + speed - 1) / speed);
        // Whole steps: the same every tick, so that whoever draws a line between two reports is right.
        const auto part = [ticks](std::int64_t way) {
            return static_cast<std::int32_t>((way + (way < 0 ? -ticks / 2 : ticks / 2)) / ticks);
        };
        u.step = {part(std::int64_t{to.x} - u.at.x), part(std::int64_t{to.y} - u.at.y), 0};
        u.ticksLeft = static_cast<int>(ticks);
        return;
    }
}

void World::march(Unit& u)
{
    u.at.x += u.step.x;
    u.at.y += u.step.y;
    const bool foot = ruleOf(u.type).locomotor == 0;
    u.facing = turned(u.facing, heading(u.step.x, u.step.y), foot ? 128 : 36);
    if (--u.ticksLeft == 0) {
        u.turnedOff = true;
        startLeg(u);
    }
}

void World::step(SimTick tick)
{
    m_tick = tick;
    m_born.clear();
    m_fallen.clear();
    m_begun.clear();
    const std::size_t there = m_living.size();
    for (std::size_t i = 0; i < there; ++i) {
        Unit& u = unit(m_living[i]);
        u.turnedOff = false;
        if (u.alive && u.leap) {
            halt(u.number);
            u.at = u.goal = *u.leap;
            u.leap.reset();
            u.turnedOff = true;
        }
        if (u.alive && u.moving())
            march(u);
    }
    for (std::size_t i = 0; i < there; ++i) {
        const Number who = m_living[i];
        if (unit(who).alive && ruleOf(unit(who).type).arms != Arms::None) {
            aim(who);
            shoot(who);
        }
    }
    for (std::size_t i = 0; i < there; ++i) {
        if (unit(m_living[i]).type == Type::Harvester && unit(m_living[i]).alive)
            harvest(m_living[i]);
    }
    for (int player = 0; player < static_cast<int>(players()); ++player)
        produce(player);
    watchFights();
    if (tick % 10 == 0)
        recount();
}

void World::kill(Number who, Number by)
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
        m_tape.tell(UnitPositionSample{m_tape.keep(std::vector<UnitPlace>{{u.tag, u.at}})});
    m_tape.tell(event);
    if (isStructure(u.type)) {
        m_ground.occupy(u.corner, ruleOf(u.type).width, ruleOf(u.type).height, false);
        auto& line = purse(u.owner).lines[static_cast<std::size_t>(Line::Structures)];
        if (u.toBuild > 0 && !line.empty())
            line.pop_front();
    }
}

} // namespace ghostline::ironcurtain::skirmish
