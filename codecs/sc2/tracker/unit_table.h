// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a type of unit is, by the name the tracker gives it: compiled from codecs/sc2/data/units.txt at build
// time (docs/formats/sc2replay.md, section 9).
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ghostline::sc2 {

enum class UnitClass : std::uint8_t {
    Other, ///< beacons, dummies and what no table knows
    Worker,
    ArmyGround,
    ArmyAir,
    Supply, ///< this and what follows up to TownHall stand on the ground
    Gas,
    Production,
    Tech,
    Defence,
    TownHall,
    Creep,
    Neutral, ///< rocks, towers, critters
    Resource ///< mineral fields and geysers
};

constexpr bool isStructure(UnitClass c) { return c >= UnitClass::Supply && c <= UnitClass::TownHall; }
constexpr bool isArmy(UnitClass c) { return c == UnitClass::ArmyGround || c == UnitClass::ArmyAir; }

struct UnitType
{
    std::string_view name; ///< as the tracker spells it
    char race = 0;         ///< 'T', 'Z', 'P', 0 = none or unknown
    UnitClass unitClass = UnitClass::Other;
    std::int16_t minerals = -1; ///< in total, with what it morphed from; -1 = unknown
    std::int16_t vespene = -1;
    float supply = 0.0F;
    std::uint8_t width = 0; ///< cells of its footprint, 0 = none
    std::uint8_t height = 0;
    bool army = false;
    bool building = false;
    int worth() const { return (minerals > 0 ? minerals : 0) + (vespene > 0 ? vespene : 0); }
};

/// All known types, ascending name.
std::span<const UnitType> unitTypes();
/// Exact name only; null when the table does not have it.
const UnitType* findUnitType(std::string_view name);
/// The same, and when it is unknown the one without endings like "Burrowed", "Flying" or "Sieged": for
/// drawing, never for counting.
const UnitType* unitTypeForDrawing(std::string_view name);
/// Never drawn, counted or listed: beacons and dummies without a body.
bool isMapDummy(std::string_view name);

/// A row of the generated table, with what only this room asks for.
struct UnitRow
{
    UnitType type;
    bool dummy = false;
    std::string_view shown; ///< name for people; empty when it follows from the type's
};

/// Ascending name.
std::span<const UnitRow> unitRows();
/// Null when the table does not have it.
const UnitRow* findUnitRow(std::string_view name);

/// "SiegeTankSieged" -> "Siege Tank (sieged)"; the game's own words for people.
std::string readableUnitName(std::string_view name);

} // namespace ghostline::sc2
