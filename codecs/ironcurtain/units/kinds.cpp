// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/units/kinds.h"

#include "codecs/ironcurtain/base/limits.h"
#include "model/base/text.h"

#include <algorithm>
#include <array>

namespace ghostline::ironcurtain {

namespace {

TypeInfo* rowOf(std::vector<TypeInfo>& types, InternedId id)
{
    if (id >= MaxTypes)
        return nullptr;
    if (id >= types.size())
        types.resize(std::size_t{id} + 1);
    return &types[id];
}

} // namespace

void Kinds::addStrings(std::shared_ptr<const StringPool> strings)
{
    if (strings && (!m_strings || strings->size() > m_strings->size()))
        m_strings = std::move(strings);
}

void Kinds::addIdentity(const Identity& identity)
{
    TypeInfo* const row = rowOf(m_types, identity.type);
    if (row == nullptr || row->kindKnown)
        return;
    row->kind = identity.kind;
    row->kindKnown = true;
}

void Kinds::addStructure(InternedId type)
{
    TypeInfo* const row = rowOf(m_types, type);
    if (row == nullptr || row->kindKnown)
        return;
    row->kind = UnitKind::Building;
    row->kindKnown = true;
}

void Kinds::addEntities(const SimState& state)
{
    for (const Entity& entity : state.entities)
        addEntity(entity);
}

bool Kinds::addEntity(const Entity& entity)
{
    const auto identity = entity.components.identity();
    TypeInfo* const row = identity ? rowOf(m_types, identity->type) : nullptr;
    if (row == nullptr)
        return false;
    const TypeInfo before = *row;
    addIdentity(*identity);
    row->harvester = row->harvester || entity.components.has(Slot::Harvester);
    if (const auto building = entity.components.building()) {
        row->width = std::max<std::uint8_t>(building->width, 1);
        row->height = std::max<std::uint8_t>(building->height, 1);
    }
    return *row != before;
}

std::string_view Kinds::string(InternedId id) const
{
    return m_strings && id < m_strings->size() ? std::string_view((*m_strings)[id]) : std::string_view();
}

QString Kinds::readable(InternedId id) const
{
    const std::string_view text = string(id);
    return text.empty() ? QStringLiteral("type %1").arg(id) : readableType(text);
}

TypeInfo Kinds::type(InternedId id) const { return id < m_types.size() ? m_types[id] : TypeInfo(); }

// NamedUnits for people of the identifiers that the classic rule set uses.

namespace {

struct Name
{
    std::string_view identifier;
    const char* readable;
};

/// Ascending by identifier.
constexpr std::array NamedUnits{
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
static_assert(std::is_sorted(NamedUnits.begin(), NamedUnits.end(),
                             [](const Name& a, const Name& b) { return a.identifier < b.identifier; }));

} // namespace

QString readableType(std::string_view identifier)
{
    const auto at =
        std::lower_bound(NamedUnits.begin(), NamedUnits.end(), identifier,
                         [](const Name& name, std::string_view wanted) { return name.identifier < wanted; });
    if (at != NamedUnits.end() && at->identifier == identifier)
        return QString::fromLatin1(at->readable);
    return model::textOf(identifier);
}

} // namespace ghostline::ironcurtain
