// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/commands/unit_speeds.h"

#include "codecs/sc2/tracker/unit_table.h"

#include <algorithm>
#include <array>

namespace ghostline::sc2 {
namespace {

struct Speed
{
    std::string_view name;
    float cellsPerSecond; ///< at Faster, without upgrades
};

// Ascending name. Units that are not here move like their class does.
constexpr std::array Speeds{
    Speed{"Adept", 3.5F},
    Speed{"AdeptPhaseShift", 4.7F},
    Speed{"Archon", 3.94F},
    Speed{"Baneling", 3.5F},
    Speed{"Banshee", 3.85F},
    Speed{"BarracksFlying", 1.31F},
    Speed{"Battlecruiser", 2.62F},
    Speed{"BroodLord", 1.97F},
    Speed{"Broodling", 5.37F},
    Speed{"Carrier", 2.62F},
    Speed{"Changeling", 3.15F},
    Speed{"ChangelingMarine", 3.15F},
    Speed{"ChangelingMarineShield", 3.15F},
    Speed{"ChangelingZealot", 3.15F},
    Speed{"ChangelingZergling", 3.15F},
    Speed{"Colossus", 3.15F},
    Speed{"CommandCenterFlying", 1.31F},
    Speed{"Corruptor", 4.72F},
    Speed{"Cyclone", 4.13F},
    Speed{"DarkTemplar", 3.94F},
    Speed{"Disruptor", 3.15F},
    Speed{"DisruptorPhased", 5.95F},
    Speed{"Drone", 3.94F},
    Speed{"FactoryFlying", 1.31F},
    Speed{"Ghost", 3.94F},
    Speed{"Hellion", 5.95F},
    Speed{"HellionTank", 3.15F},
    Speed{"HighTemplar", 2.82F},
    Speed{"Hydralisk", 3.15F},
    Speed{"Immortal", 3.15F},
    Speed{"InfestedTerran", 1.31F},
    Speed{"Infestor", 3.15F},
    Speed{"InfestorBurrowed", 2.8F},
    Speed{"InfestorTerran", 1.31F},
    Speed{"Interceptor", 10.5F},
    Speed{"Liberator", 4.72F},
    Speed{"LocustMP", 2.62F},
    Speed{"LocustMPFlying", 2.62F},
    Speed{"LurkerMP", 4.13F},
    Speed{"MULE", 3.94F},
    Speed{"Marauder", 3.15F},
    Speed{"Marine", 3.15F},
    Speed{"Medivac", 3.5F},
    Speed{"Mothership", 2.62F},
    Speed{"MothershipCore", 2.62F},
    Speed{"Mutalisk", 5.6F},
    Speed{"Observer", 2.63F},
    Speed{"Oracle", 5.6F},
    Speed{"OrbitalCommandFlying", 1.31F},
    Speed{"Overlord", 0.9F},
    Speed{"OverlordTransport", 1.3F},
    Speed{"Overseer", 2.62F},
    Speed{"Phoenix", 5.95F},
    Speed{"Probe", 3.94F},
    Speed{"Queen", 1.31F},
    Speed{"Ravager", 3.85F},
    Speed{"Raven", 4.13F},
    Speed{"Reaper", 5.25F},
    Speed{"Roach", 3.15F},
    Speed{"SCV", 3.94F},
    Speed{"Sentry", 3.15F},
    Speed{"SiegeTank", 3.15F},
    Speed{"SpineCrawlerUprooted", 1.4F},
    Speed{"SporeCrawlerUprooted", 1.4F},
    Speed{"Stalker", 4.13F},
    Speed{"StarportFlying", 1.31F},
    Speed{"SwarmHostMP", 3.15F},
    Speed{"Tempest", 2.62F},
    Speed{"Thor", 2.62F},
    Speed{"Ultralisk", 4.13F},
    Speed{"VikingAssault", 3.15F},
    Speed{"VikingFighter", 3.85F},
    Speed{"Viper", 4.13F},
    Speed{"VoidRay", 3.85F},
    Speed{"WarHound", 3.94F},
    Speed{"WarpPrism", 4.13F},
    Speed{"WidowMine", 3.94F},
    Speed{"Zealot", 3.15F},
    Speed{"Zergling", 4.13F},
};

/// A loop is a sixteenth of a second of the game's own clock, at every speed; Faster makes 22.4 of them.
constexpr float LoopsPerSecond = 22.4F;

float ofClass(std::string_view name)
{
    const UnitType* type = unitTypeForDrawing(name);
    if (type == nullptr)
        return 2.5F;
    switch (type->unitClass) {
    case UnitClass::Worker:
        return 3.94F;
    case UnitClass::ArmyGround:
        return 3.15F;
    case UnitClass::ArmyAir:
        return 3.5F;
    default:
        return 0.0F;
    }
}

} // namespace

bool restsInThisShape(std::string_view unitType)
{
    constexpr std::array endings{"Burrowed", "BurrowedMP", "Cocoon",    "Egg",
                                 "Sieged",   "Phasing",    "SiegeMode", "AG"};
    return std::any_of(endings.begin(), endings.end(),
                       [&](const char* ending) { return unitType.ends_with(ending); });
}

float usualSpeed(std::string_view unitType)
{
    const auto known = std::lower_bound(Speeds.begin(), Speeds.end(), unitType,
                                        [](const Speed& s, std::string_view name) { return s.name < name; });
    if (known != Speeds.end() && known->name == unitType)
        return known->cellsPerSecond / LoopsPerSecond;
    if (restsInThisShape(unitType) || isMapDummy(unitType))
        return 0.0F;
    return ofClass(unitType) / LoopsPerSecond;
}

} // namespace ghostline::sc2
