// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/unit_kinds.h"

#include "codecs/rts/scene.h"
#include "codecs/sc2/base/ascii.h"
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/events/command_events.h"
#include "codecs/sc2/tracker/unit_table.h"
#include "model/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

namespace ghostline::sc2 {

using rts::look;

namespace {

using model::ActorKind;
using model::ActorLook;
using model::ActorShape;

constexpr float FlightHeight = 3.0F; ///< metres; drawn so, the recording has no heights
constexpr float Gap = 0.08F;         ///< metres free around a footprint, so that neighbours stay apart

/// Overlords count as nothing in the tables, but they fly.
bool isOverlord(std::string_view name) { return name.starts_with("Overlord"); }

bool isPassing(std::string_view name)
{
    return name.starts_with("Larva") || name.ends_with("Egg") || name.starts_with("Egg") ||
           name.ends_with("Cocoon");
}

/// Half the size of a unit that moves: half a supply is small, eight are large.
float halfSize(float supply) { return supply <= 0.0F ? 0.22F : 0.12F + 0.28F * std::sqrt(supply); }

/// Who works by abilities rather than by a weapon.
bool isCaster(std::string_view name)
{
    static constexpr std::array Casters{"Disruptor", "Ghost", "HighTemplar", "Infestor",
                                        "Medic",     "Queen", "Sentry",      "SwarmHost"};
    return name != "InfestorTerran" && name != "InfestorTerranBurrowed" &&
           std::any_of(Casters.begin(), Casters.end(),
                       [name](std::string_view caster) { return name.starts_with(caster); });
}

/// Small ones on wheels; what is worth three supply and more is a vehicle, or as large as one.
bool isSmallVehicle(std::string_view name)
{
    static constexpr std::array Vehicles{"Hellion", "VikingAssault", "Vulture", "WarHound", "WidowMine"};
    return std::any_of(Vehicles.begin(), Vehicles.end(),
                       [name](std::string_view vehicle) { return name.starts_with(vehicle); });
}

/// `half`: as halfSize().
ActorLook groundLook(std::string_view name, float supply, float half)
{
    constexpr float Large = 3.0F; // supply
    if (isCaster(name))
        return look(ActorShape::Caster, {half * 0.85F, half * 1.1F, half * 0.85F});
    if (isSmallVehicle(name) || supply >= Large)
        return look(ActorShape::Armour, {half * 0.85F, half * 0.65F, half * 1.1F});
    return look(ActorShape::Infantry, {half * 0.85F, half, half * 0.85F});
}

float structureHeight(UnitClass unitClass)
{
    switch (unitClass) {
    case UnitClass::Supply:
    case UnitClass::Gas:
        return 0.6F;
    case UnitClass::Defence:
        return 0.8F;
    case UnitClass::Production:
        return 1.3F;
    default:
        return 1.0F;
    }
}

ActorLook structureLook(std::string_view name, const UnitType& type)
{
    const bool flies = name.ends_with("Flying");
    const float lift = flies ? FlightHeight : 0.0F;
    const float otherwise = type.unitClass == UnitClass::TownHall ? 5.0F : flies ? 3.0F : 2.0F;
    const float width = type.width > 0 ? static_cast<float>(type.width) : otherwise;
    const float depth = type.height > 0 ? static_cast<float>(type.height) : otherwise;
    const glm::vec3 half{width / 2 - Gap, structureHeight(type.unitClass) / 2, depth / 2 - Gap};
    if (type.unitClass == UnitClass::TownHall)
        return look(ActorShape::Hexagon, {half.x, 0.7F, half.z}, lift);
    return look(ActorShape::Building, half, lift);
}

ActorLook surroundingsLook(std::string_view name, const UnitType& type)
{
    const float width = static_cast<float>(type.width) / 2;
    const float depth = static_cast<float>(type.height) / 2;
    ActorLook made;
    if (contains(name, "Tower"))
        made = look(ActorShape::Cylinder, {0.8F, 1.2F, 0.8F});
    else if (contains(name, "Geyser"))
        made = look(ActorShape::Vent, {1.3F, 0.35F, 1.3F});
    else if (type.unitClass == UnitClass::Resource)
        made = look(ActorShape::Crystal, {0.9F, 0.6F, 0.5F});
    else if (type.width > 0 && type.height > 0)
        made = look(ActorShape::Box, {width - Gap, 0.5F, depth - Gap});
    else
        made = look(ActorShape::Sphere, glm::vec3(0.2F));
    made.background = true;
    return made;
}

ActorLook lookOf(std::string_view name, const UnitType& type)
{
    const float half = halfSize(type.supply);
    switch (type.unitClass) {
    case UnitClass::Worker:
        return look(ActorShape::Worker, {0.34F, 0.28F, 0.4F});
    case UnitClass::ArmyGround:
        return groundLook(name, type.supply, half);
    case UnitClass::ArmyAir:
        return look(ActorShape::Aircraft, {half * 1.1F, half * 0.45F, half * 1.1F}, FlightHeight);
    case UnitClass::Creep:
        return look(ActorShape::Cylinder, {0.5F, 0.05F, 0.5F});
    case UnitClass::Neutral:
    case UnitClass::Resource:
        return surroundingsLook(name, type);
    case UnitClass::Other:
        if (isOverlord(name))
            return look(ActorShape::Diamond, {0.5F, 0.3F, 0.5F}, FlightHeight);
        return isPassing(name) ? look(ActorShape::Sphere, glm::vec3(0.22F))
                               : look(ActorShape::Cylinder, {0.5F, 0.1F, 0.5F});
    default:
        return structureLook(name, type);
    }
}

int groupOf(const UnitType& type)
{
    const auto number = [](UnitGroup group) { return static_cast<int>(group); };
    switch (type.unitClass) {
    case UnitClass::Worker:
        return number(UnitGroup::Workers);
    case UnitClass::ArmyGround:
    case UnitClass::ArmyAir:
        return number(UnitGroup::Army);
    case UnitClass::TownHall:
        return number(UnitGroup::TownHalls);
    case UnitClass::Production:
        return number(UnitGroup::Production);
    case UnitClass::Tech:
        return number(UnitGroup::Technology);
    case UnitClass::Defence:
        return number(UnitGroup::Defences);
    case UnitClass::Supply:
        return number(UnitGroup::Supply);
    case UnitClass::Gas:
        return number(UnitGroup::Gas);
    case UnitClass::Other:
        return isOverlord(type.name) ? number(UnitGroup::Supply) : -1;
    default:
        return -1;
    }
}

ActorKind kindOf(const UnitType& type)
{
    if (isStructure(type.unitClass) || type.unitClass == UnitClass::Creep)
        return ActorKind::Structure;
    if (type.unitClass == UnitClass::Resource || type.unitClass == UnitClass::Neutral)
        return ActorKind::Prop;
    return ActorKind::Unit;
}

/// By the exact name only: what resembles a building may walk.
bool isRooted(const UnitType& type)
{
    switch (type.unitClass) {
    case UnitClass::Resource:
    case UnitClass::Creep:
        return true;
    case UnitClass::Neutral:
        // The others of this class are critters and lights.
        return contains(type.name, "Destructible") || contains(type.name, "Tower");
    default:
        return isStructure(type.unitClass) && !type.name.ends_with("Flying") &&
               !type.name.ends_with("Uprooted");
    }
}

bool sameLook(const ActorLook& a, const ActorLook& b)
{
    return a.shape == b.shape && a.boxCentre == b.boxCentre && a.boxHalf == b.boxHalf &&
           a.background == b.background;
}

UnitKind describe(std::string_view name, UnitKinds& all, model::StringTable& strings)
{
    static constexpr UnitType Unknown{};
    const UnitType* exact = findUnitType(name);
    const UnitType* drawn = exact != nullptr ? exact : unitTypeForDrawing(name);
    const UnitType& type = drawn != nullptr ? *drawn : Unknown;
    UnitKind kind;
    kind.unitClass = type.unitClass;
    kind.actorKind = kindOf(type);
    kind.passing = isPassing(name);
    const std::string readable = readableUnitName(name);
    kind.name = model::textOf(readable);
    if (kind.name.isEmpty())
        kind.name = QStringLiteral("Unit");
    kind.text = strings.intern(kind.name);
    // Counts and values go by the exact name only; a resemblance is good enough for a picture.
    if (exact != nullptr) {
        kind.group = groupOf(*exact);
        kind.worth = exact->minerals < 0 ? -1 : exact->worth();
        kind.supply = exact->supply;
        kind.rooted = isRooted(*exact);
    }
    ActorLook made = lookOf(name, type);
    if (isMapDummy(name)) {
        kind.actorKind = ActorKind::Other;
        made.shape = ActorShape::None;
        made.background = true;
    }
    const auto same = std::find_if(all.looks.begin(), all.looks.end(),
                                   [&made](const ActorLook& other) { return sameLook(made, other); });
    kind.look = static_cast<int>(same - all.looks.begin());
    if (same == all.looks.end())
        all.looks.push_back(made);
    return kind;
}

} // namespace

QStringList unitGroupNames()
{
    return {QStringLiteral("Workers"),    QStringLiteral("Army"),       QStringLiteral("Town halls"),
            QStringLiteral("Production"), QStringLiteral("Technology"), QStringLiteral("Defences"),
            QStringLiteral("Supply"),     QStringLiteral("Gas")};
}

UnitKinds describeUnitKinds(const TrackerEvents& tracker, const UnitLives& lives)
{
    UnitKinds all;
    // Names are also those of upgrades and abilities, of which there may be many.
    std::vector<bool> used(tracker.names.size(), false);
    for (const TypePeriod& period : lives.types) {
        if (period.type < used.size())
            used[period.type] = true;
    }
    auto strings = std::make_shared<model::StringTable>();
    all.kinds.resize(std::max<std::size_t>(tracker.names.size(), 1));
    for (std::size_t i = 0; i < tracker.names.size(); ++i) {
        if (used[i])
            all.kinds[i] = describe(tracker.names[i], all, *strings);
    }
    all.strings = std::move(strings);
    return all;
}

UnitKinds withCommandNames(UnitKinds kinds, const PlayerActions& actions, const AbilityTable& abilities)
{
    auto strings = std::make_shared<model::StringTable>(*kinds.strings);
    std::unordered_set<std::uint32_t> known;
    for (const Order& order : actions.orders) {
        if (known.size() < MaxCommandNames && known.insert(commandKey(order)).second)
            strings->intern(commandName(order, abilities));
    }
    kinds.strings = std::move(strings);
    return kinds;
}

} // namespace ghostline::sc2
