// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is in the made-up match: players and units, their births and deaths, and questions about them.
#include "codecs/ironcurtain/sample/skirmish.h"
#include "codecs/ironcurtain/sample/skirmish_ground.h"
#include "codecs/ironcurtain/sample/skirmish_tape.h"
#include "codecs/ironcurtain/sample/skirmish_words.h"

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
/// On which a type is made.
Line lineOf(Type type);
/// The structure in which it is made.
Type makerOf(Line line, bool soviet);

struct Item
{
    Type type = Type::Rifle;
    int left = 0;
    int total = 0;
};

inline constexpr SimTick Minute = 895; ///< at "slower"

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

    void spend(int cost)
    {
        stats.credits -= cost;
        stats.totalSpent += cost;
    }
    /// Counts an action.
    void act(SimTick tick)
    {
        actions.push_back(tick);
        ++allActions;
    }
    int actionsPerMinute(SimTick tick) const ///< over the whole match
    {
        return static_cast<int>(allActions * Minute / std::max<SimTick>(1, tick));
    }
    bool lowPower() const { return stats.powerDrained > stats.powerProduced; }
};

class Roster
{
public:
    Roster(Tape& tape, Ground& ground, Words& words, std::span<const Spot> bases, std::span<const int> sides);

    /// Forgets who was born and who fell in the tick before.
    void beginTick();
    /// Takes the dead off the list of the living.
    void bury();

    std::size_t players() const { return m_purses.size(); }
    Purse& purse(int player) { return m_purses[static_cast<std::size_t>(player)]; }
    const Purse& purse(int player) const { return m_purses[static_cast<std::size_t>(player)]; }
    bool allied(int a, int b) const { return purse(a).side == purse(b).side; }
    Unit& unit(Number n) { return m_units[static_cast<std::size_t>(n)]; }
    const Unit& unit(Number n) const { return m_units[static_cast<std::size_t>(n)]; }
    /// In order of birth, with those who died in this tick.
    const std::vector<Number>& living() const { return m_living; }
    const std::vector<Number>& fallen() const { return m_fallen; } ///< in this tick
    const std::vector<Number>& born() const { return m_born; }

    int count(int player, Type type, bool ready = true) const;
    Number first(int player, Type type, bool ready = true) const;
    std::int64_t armyValue(int player) const;
    std::int64_t sideArmy(int side) const;
    /// Nearest structure of an enemy; of a player when one is named.
    Number enemyStructure(int player, const WorldPos& from, int victim = -1,
                          bool outpostsFirst = false) const;
    Number enemyNear(int player, const WorldPos& from, std::int64_t reach, bool fightersOnly) const;

    Number give(Type type, int player, const WorldPos& at);
    /// Begins a structure near a place; nothing when there is no room.
    Number raise(Type type, int player, Spot near, int base, bool finished);
    void kill(Number who, Number by);

private:
    UnitTag freshTag();

    Tape& m_tape;
    Ground& m_ground;
    Words& m_words;
    std::deque<Unit> m_units; ///< a place in it never moves
    std::vector<Number> m_living;
    std::vector<Purse> m_purses;
    std::vector<Number> m_fallen;
    std::vector<Number> m_born;
    std::deque<UnitTag> m_freeTags;
    std::uint16_t m_nextIndex = 1;
};

} // namespace ghostline::ironcurtain::skirmish
