// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The made-up game itself: units that walk, work, build, fight and die by rough rules, reported as the
// tracker does. Who wants what is decided elsewhere.
#include "codecs/sc2/sample/ladder_roster.h"

namespace ghostline::sc2::ladder {

class World
{
public:
    explicit World(Log& log) : m_log(log), m_roster(log) {}

    void setUp();
    /// One loop of everything that goes on by itself.
    void step();
    Roster& roster() { return m_roster; }
    std::uint32_t loop() const { return m_log.loop(); }

    void order(UnitNumber who, Task task, const glm::dvec2& goal, UnitNumber target = Nobody);
    /// The worker goes there and builds as soon as there is money.
    void build(UnitNumber worker, Kind kind, const glm::dvec2& at);
    void make(UnitNumber producer, Kind kind);
    void morph(UnitNumber who, Kind kind);
    void research(UnitNumber where, std::string_view upgrade, int minerals, int gas, std::uint32_t loops);
    void turnInto(UnitNumber who, Kind kind); ///< at once
    void inject(UnitNumber hall);             ///< three larvae more
    void boost(UnitNumber who, std::uint32_t loops);

private:
    void finish(UnitNumber number);
    void hatch(UnitNumber egg);
    void giveBirth(Kind kind, UnitNumber creator, std::string_view abilityName);
    void placeStructure(UnitNumber worker);
    void sendToWork(UnitNumber worker);
    void earn();
    void growLarvae();
    void walk(Unit& unit);
    void fight(UnitNumber number);
    UnitNumber enemyNear(const Unit& unit, double reach) const;

    Log& m_log;
    Roster m_roster;
};

} // namespace ghostline::sc2::ladder
