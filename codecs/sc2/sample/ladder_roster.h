// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is in the made-up game: units and purses, births and deaths as the tracker reports them, and questions.
#include "codecs/sc2/sample/ladder_log.h"
#include "codecs/sc2/sample/ladder_rules.h"

#include <array>
#include <deque>

namespace ghostline::sc2::ladder {

using UnitNumber = int;
inline constexpr UnitNumber Nobody = -1;

enum class Task : std::uint8_t { Idle, Move, Attack, Mine, Gas, Build, Constructing };

struct Unit
{
    Kind kind = Kind::Mineral;
    int player = 0;
    Tag tag;
    glm::dvec2 at{};
    double hitPoints = 1.0;
    bool alive = true;
    bool finished = true;
    bool touched = false; ///< dealt or took damage since the last report of places
    Task task = Task::Idle;
    glm::dvec2 goal{};
    UnitNumber target = Nobody; ///< attacked, or the geyser and the structure it works at
    Kind making = Kind::Count;  ///< what it is busy with
    std::string_view researching;
    std::uint32_t readyAt = 0; ///< when it has made it
    bool boosted = false;      ///< a stimulant works
    std::uint32_t boostedUntil = 0;
};

struct Purse
{
    double minerals = 50.0;
    double gas = 0.0;
    std::array<std::array<int, 2>, 4> lost{};   ///< by worth: minerals, gas
    std::array<std::array<int, 2>, 4> killed{}; ///< of the other's
    std::vector<std::string_view> upgrades;
    int incomeMinerals = 0; ///< in 960 loops
    int incomeGas = 0;
};

class Roster
{
public:
    explicit Roster(Log& log) : m_log(log) {}

    const std::deque<Unit>& units() const { return m_units; } ///< the dead too, in order of birth
    std::deque<Unit>& units() { return m_units; }
    Unit& unit(UnitNumber number) { return m_units[static_cast<std::size_t>(number)]; }
    const Unit& unit(UnitNumber number) const { return m_units[static_cast<std::size_t>(number)]; }
    Purse& purse(int player) { return m_purses[static_cast<std::size_t>(player)]; }
    const Purse& purse(int player) const { return m_purses[static_cast<std::size_t>(player)]; }

    /// Living units of a player and kind, in order of birth.
    std::vector<UnitNumber> all(int player, Kind kind, bool finishedOnly = true) const;
    std::vector<UnitNumber> army(int player) const;
    int count(int player, Kind kind, bool finishedOnly = true) const;
    int onTheWay(int player, Kind kind) const; ///< being built, made or walked to
    int halfSupplyUsed(int player) const;
    int supplyMade(int player) const;
    bool has(int player, std::string_view upgrade) const;
    bool affords(int player, Kind kind) const;
    bool hasRoom(int player, Kind kind) const;
    /// Nearest to a place; Nobody when there is none.
    UnitNumber nearest(const std::vector<UnitNumber>& among, const glm::dvec2& at) const;
    UnitNumber nearestNeutral(Kind kind, const glm::dvec2& at) const { return nearest(all(0, kind), at); }
    /// A geyser near the player's finished town halls that nobody has built on.
    UnitNumber freeGeyser(int player) const;

    void pay(int player, Kind kind);
    /// Not reported yet.
    UnitNumber add(Kind kind, int player, const glm::dvec2& at);
    void kill(UnitNumber who, UnitNumber killer);
    /// Who died since forgetFallen().
    const std::vector<UnitNumber>& fallen() const { return m_fallen; }
    void forgetFallen() { m_fallen.clear(); }

private:
    Tag freshTag();

    Log& m_log;
    std::deque<Unit> m_units;
    std::array<Purse, 3> m_purses;
    std::vector<Tag> m_freeTags;
    std::uint32_t m_nextIndex = 1;
    std::vector<UnitNumber> m_fallen;
};

} // namespace ghostline::sc2::ladder
