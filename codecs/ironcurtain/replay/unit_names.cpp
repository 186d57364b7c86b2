// SPDX-License-Identifier: GPL-3.0-or-later
// Names for people of the identifiers that the classic rule set uses.
#include "codecs/ironcurtain/replay/kinds.h"

#include <algorithm>
#include <array>

namespace ghostline::ironcurtain {

namespace {

struct Name
{
    std::string_view identifier;
    const char* readable;
};

/// Ascending by identifier.
constexpr std::array Names{
    Name{"1tnk", "Light Tank"},
    Name{"2tnk", "Medium Tank"},
    Name{"3tnk", "Heavy Tank"},
    Name{"4tnk", "Mammoth Tank"},
    Name{"afld", "Airfield"},
    Name{"agun", "Anti-Aircraft Gun"},
    Name{"apc", "Armoured Personnel Carrier"},
    Name{"apwr", "Advanced Power Plant"},
    Name{"arty", "Artillery"},
    Name{"atek", "Allied Tech Center"},
    Name{"barr", "Soviet Barracks"},
    Name{"bio", "Biological Research Facility"},
    Name{"brik", "Concrete Wall"},
    Name{"ca", "Cruiser"},
    Name{"camo_pillbox", "Camouflaged Pillbox"},
    Name{"chronoshift", "Chronoshift"},
    Name{"chronosphere", "Chronosphere"},
    Name{"dd", "Destroyer"},
    Name{"dog", "Attack Dog"},
    Name{"dome", "Radar Dome"},
    Name{"e1", "Rifle Infantry"},
    Name{"e2", "Grenadier"},
    Name{"e3", "Rocket Soldier"},
    Name{"e4", "Flamethrower"},
    Name{"e6", "Engineer"},
    Name{"e7", "Tanya"},
    Name{"fact", "Construction Yard"},
    Name{"fcom", "Forward Command Post"},
    Name{"fenc", "Barbed Wire"},
    Name{"fix", "Service Depot"},
    Name{"ftur", "Flame Tower"},
    Name{"gap", "Gap Generator"},
    Name{"gps", "GPS Satellite"},
    Name{"gun", "Turret"},
    Name{"harv", "Ore Truck"},
    Name{"hbox", "Camouflaged Pillbox"},
    Name{"heli", "Longbow"},
    Name{"hind", "Hind"},
    Name{"hpad", "Helipad"},
    Name{"iron", "Iron Curtain"},
    Name{"iron-curtain", "Iron Curtain"},
    Name{"iron_curtain", "Iron Curtain"},
    Name{"jeep", "Ranger"},
    Name{"kenn", "Kennel"},
    Name{"lst", "Transport"},
    Name{"mcv", "Mobile Construction Vehicle"},
    Name{"mech", "Mechanic"},
    Name{"medi", "Medic"},
    Name{"mgg", "Mobile Gap Generator"},
    Name{"mig", "MiG"},
    Name{"miss", "Technology Center"},
    Name{"mnly", "Minelayer"},
    Name{"mrj", "Mobile Radar Jammer"},
    Name{"mslo", "Missile Silo"},
    Name{"nuke", "Nuclear Missile"},
    Name{"parabombs", "Parabombs"},
    Name{"paratroopers", "Paratroopers"},
    Name{"pbox", "Pillbox"},
    Name{"pdox", "Chronosphere"},
    Name{"powr", "Power Plant"},
    Name{"proc", "Ore Refinery"},
    Name{"pt", "Gunboat"},
    Name{"sam", "SAM Site"},
    Name{"sbag", "Sandbags"},
    Name{"shok", "Shock Trooper"},
    Name{"silo", "Ore Silo"},
    Name{"sonar", "Sonar Pulse"},
    Name{"spen", "Sub Pen"},
    Name{"spy", "Spy"},
    Name{"spyplane", "Spy Plane"},
    Name{"ss", "Submarine"},
    Name{"stek", "Soviet Tech Center"},
    Name{"stnk", "Phase Transport"},
    Name{"syrd", "Shipyard"},
    Name{"tent", "Allied Barracks"},
    Name{"thf", "Thief"},
    Name{"tran", "Chinook"},
    Name{"truk", "Supply Truck"},
    Name{"tsla", "Tesla Coil"},
    Name{"ttnk", "Tesla Tank"},
    Name{"u2", "Spy Plane"},
    Name{"v2rl", "V2 Rocket Launcher"},
    Name{"weap", "War Factory"},
    Name{"yak", "Yak"},
};
static_assert(std::is_sorted(Names.begin(), Names.end(),
                             [](const Name& a, const Name& b) { return a.identifier < b.identifier; }));

} // namespace

QString readableType(std::string_view identifier)
{
    const auto at =
        std::lower_bound(Names.begin(), Names.end(), identifier,
                         [](const Name& name, std::string_view wanted) { return name.identifier < wanted; });
    if (at != Names.end() && at->identifier == identifier)
        return QString::fromLatin1(at->readable);
    return QString::fromUtf8(identifier.data(), static_cast<qsizetype>(identifier.size()));
}

} // namespace ghostline::ironcurtain
