// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The made-up match itself: units that walk, build, mine, fight and die by rough rules. Who wants what is
// decided elsewhere.
#include "codecs/ironcurtain/sample/skirmish.h"
#include "codecs/ironcurtain/sample/skirmish_ground.h"
#include "codecs/ironcurtain/sample/skirmish_tape.h"

#include <deque>

namespace ghostline::ironcurtain::skirmish {

using Number = int; ///< of a unit: its place in the list of all that ever were
inline constexpr Number Nobody = -1;

enum class Chore : std::uint8_t { None, ToOre, Mining, ToRefinery, Unloading };

struct Unit
{
    Number number = Nobody;
    UnitTag tag;
    Type type = Type::Rifle;
    int owner = 0;
    bool alive = true;
    WorldPos at;
    // A leg: so many ticks of one and the same step.
    WorldPos step;
    int ticksLeft = 0;
    std::vector<WorldPos> route;    ///< what comes after the leg, the next one last
    bool turnedOff = false;         ///< began or ended a leg in this tick
    std::optional<WorldPos> leap{}; ///< where it will be in the next tick
    std::int32_t facing = 0;
    std::int32_t turret = 0;
    int health = 0;
    int fullHealth = 0;
    int cooldown = 0;
    Number target = Nobody;
    bool aggressive = false; ///< stops for enemies and goes on behind them
    WorldPos goal;           ///< where it was sent
    bool held = false;       ///< stopped on its way to fight
    int experience = 0;
    int level = 0;
    SimTick shieldedUntil = 0;
    // Structures
    Spot corner;
    int base = 0;    ///< 0 the main one, 1 an outpost
    int toBuild = 0; ///< ticks left, 0 = ready
    int buildFor = 0;
    // Harvesters
    Chore chore = Chore::None;
    int carried = 0;
    int wait = 0;
    Spot patch;
    Number refinery = Nobody;
    int squad = -1;
    bool moving() const { return ticksLeft > 0; }
};

/// What is made one after the other.
enum class Line : std::uint8_t { Structures, Infantry, Vehicles, Aircraft, Ships, Count };
inline constexpr std::size_t Lines = static_cast<std::size_t>(Line::Count);

struct Item
{
    Type type = Type::Rifle;
    int left = 0;
    int total = 0;
};

struct Purse
{
    int side = 0;
    bool soviet = false;
    std::array<std::uint8_t, 3> colour{};
    Spot start;
    PlayerStats stats;
    PlayerStatus status = PlayerStatus::Playing;
    std::array<std::deque<Item>, Lines> lines;
    std::vector<InternedId> tech;
    std::vector<Power> powers;
    std::deque<SimTick> actions; ///< of the last minute
    int haste = 1;               ///< ticks of production a tick
    int fortune = 256;           ///< of 256: how hard its blows are
    std::int64_t collectedBefore = 0;
    std::uint64_t allActions = 0;
};

/// A fight as observers tell it.
struct Fight
{
    WorldPos centre;
    SimTick since = 0;
    SimTick lastBlow = 0;
    int sides[2] = {0, 0};
    std::vector<Number> members[2];
    std::vector<std::int64_t> armyBefore; ///< by player
};

class World
{
public:
    World(const SkirmishSettings& settings, std::span<const Spot> bases, std::span<const int> sides);

    void setUp();
    /// Everything that goes on by itself: marches, fights, harvests, production.
    void step(SimTick tick);
    /// Reports of the tick: places, statistics.
    void report();
    SimState snapshot();

    Tape& tape() { return m_tape; }
    Ground& ground() { return m_ground; }
    io::Random& random() { return m_random; }
    SimTick tick() const { return m_tick; }
    std::size_t players() const { return m_purses.size(); }
    Purse& purse(int player) { return m_purses[static_cast<std::size_t>(player)]; }
    const Purse& purse(int player) const { return m_purses[static_cast<std::size_t>(player)]; }
    Unit& unit(Number n) { return m_units[static_cast<std::size_t>(n)]; }
    const Unit& unit(Number n) const { return m_units[static_cast<std::size_t>(n)]; }
    const std::vector<Number>& living() const { return m_living; }
    bool allied(int a, int b) const { return purse(a).side == purse(b).side; }
    InternedId intern(std::string_view text);

    int count(int player, Type type, bool ready = true) const;
    Number first(int player, Type type, bool ready = true) const;
    std::int64_t armyValue(int player) const;
    std::int64_t sideArmy(int side) const;
    /// Nearest structure of an enemy; of a player when one is named.
    Number enemyStructure(int player, const WorldPos& from, int victim = -1,
                          bool outpostsFirst = false) const;
    Number enemyNear(int player, const WorldPos& from, std::int64_t reach, bool fightersOnly) const;
    bool lowPower(int player) const
    {
        return purse(player).stats.powerDrained > purse(player).stats.powerProduced;
    }

    Number give(Type type, int player, const WorldPos& at);
    /// Begins a structure near a place; nothing when there is no room.
    Number raise(Type type, int player, Spot near, int base, bool finished);
    void enqueue(int player, Type type);
    void send(Number who, const WorldPos& to, bool aggressive);
    /// Several on one way, each to its own place at the end of it.
    void sendTogether(const std::vector<Number>& who, const WorldPos& to, bool aggressive);
    void halt(Number who);
    void jump(Number who, const WorldPos& to);
    void hurt(Number who, int amount, Number by);
    void kill(Number who, Number by);
    void spend(int player, int cost);
    void act(int player);                   ///< counts an action
    int actionsPerMinute(int player) const; ///< over the whole match
    /// Those who died in this tick, and fights that began or ended in it.
    const std::vector<Number>& fallen() const { return m_fallen; }
    const std::vector<Fight>& begun() const { return m_begun; }
    const std::vector<Number>& born() const { return m_born; }
    std::size_t openFights() const { return m_fights.size(); }

private:
    UnitTag freshTag();
    void startLeg(Unit& unit);
    void march(Unit& unit);
    void aim(Number who);
    void shoot(Number who);
    Number findTarget(const Unit& unit) const;
    bool canHit(const Unit& unit, const Unit& victim) const;
    void harvest(Number who);
    void goHarvest(Unit& unit);
    void produce(int player);
    void finishItem(int player, Line line);
    void recount();
    void noteBlow(const Unit& by, const Unit& victim);
    void watchFights();
    void closeFight(const Fight& fight);
    void reportPlaces();
    void reportStats();
    void writeEntity(const Unit& unit, Bytes& out, std::uint64_t& mask) const;
    InternedId typeName(Type type) const { return m_typeNames[static_cast<std::size_t>(type)]; }

    Tape m_tape;
    std::uint64_t m_seed;
    io::Random m_random;
    Ground m_ground;
    SimTick m_tick = 0;
    std::deque<Unit> m_units; ///< a place in it never moves
    std::vector<Number> m_living;
    std::vector<Purse> m_purses;
    std::vector<Number> m_fallen;
    std::vector<Number> m_born;
    std::deque<UnitTag> m_freeTags;
    std::uint16_t m_nextIndex = 1;
    std::deque<Fight> m_fights;
    std::vector<Fight> m_begun;
    // Words.
    std::shared_ptr<const StringPool> m_strings;
    std::array<InternedId, static_cast<std::size_t>(Type::Count)> m_typeNames{};
    std::array<InternedId, static_cast<std::size_t>(Type::Count)> m_weaponNames{};
    InternedId m_ore = 0;
    std::shared_ptr<const MapState> m_map;
    std::uint64_t m_mapRevision = ~std::uint64_t{0};
};

/// Line on which a type is made.
Line lineOf(Type type);

} // namespace ghostline::ironcurtain::skirmish
