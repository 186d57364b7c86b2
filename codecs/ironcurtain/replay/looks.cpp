// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/looks.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/rts/scene.h"

#include <algorithm>
#include <array>

namespace ghostline::ironcurtain {

using rts::look;

namespace {

using model::ActorLook;
using model::ActorShape;

constexpr float FlightHeight = 2.0F; ///< metres; drawn so, the format knows no heights
constexpr float Gap = 0.06F;         ///< metres free around a footprint, so that neighbours stay apart

ActorLook lookOf(UnitKind kind)
{
    ActorLook made;
    switch (kind) {
    case UnitKind::Infantry:
        return look(ActorShape::Infantry, {0.18F, 0.28F, 0.18F});
    case UnitKind::Vehicle:
        return look(ActorShape::Armour, {0.34F, 0.25F, 0.46F});
    case UnitKind::Aircraft:
        return look(ActorShape::Aircraft, {0.5F, 0.18F, 0.6F}, FlightHeight);
    case UnitKind::Ship:
        return look(ActorShape::Box, {0.4F, 0.2F, 0.95F});
    case UnitKind::Building:
        return look(ActorShape::Building, {0.5F - Gap, 0.4F, 0.5F - Gap});
    case UnitKind::Projectile:
        made = look(ActorShape::Sphere, {0.12F, 0.12F, 0.12F}, 0.5F);
        break;
    case UnitKind::Prop:
        made = look(ActorShape::Cylinder, {0.3F, 0.35F, 0.3F});
        break;
    }
    made.background = true;
    return made;
}

constexpr int BuildingLook = static_cast<int>(UnitKind::Building);
constexpr int GathererLook = static_cast<int>(UnitKind::Prop) + 1;
constexpr int CarrierLook = GathererLook + 1;
constexpr int AssistantLook = CarrierLook + 1;

/// What neither the kind nor a footprint decides; -1 = one of them does.
int lookOf(UnitKind kind, Duty duty)
{
    if (kind == UnitKind::Vehicle)
        return duty == Duty::Gathers ? GathererLook : duty == Duty::Carries ? CarrierLook : -1;
    return kind == UnitKind::Infantry && duty == Duty::Assists ? AssistantLook : -1;
}

} // namespace

Duty dutyOf(std::string_view identifier, bool harvester)
{
    struct KnownDuty
    {
        std::string_view identifier;
        Duty duty;
    };
    static constexpr std::array Types{KnownDuty{"apc", Duty::Carries},       KnownDuty{"e6", Duty::Assists},
                                      KnownDuty{"fact", Duty::Headquarters}, KnownDuty{"harv", Duty::Gathers},
                                      KnownDuty{"jeep", Duty::Carries},      KnownDuty{"mcv", Duty::Carries},
                                      KnownDuty{"mech", Duty::Assists},      KnownDuty{"medi", Duty::Assists},
                                      KnownDuty{"mgg", Duty::Carries},       KnownDuty{"mrj", Duty::Carries},
                                      KnownDuty{"spy", Duty::Assists},       KnownDuty{"thf", Duty::Assists},
                                      KnownDuty{"truk", Duty::Carries}};
    if (harvester)
        return Duty::Gathers;
    const auto known = std::find_if(Types.begin(), Types.end(), [identifier](const KnownDuty& type) {
        return type.identifier == identifier;
    });
    return known == Types.end() ? Duty::None : known->duty;
}

Looks::Looks()
{
    m_looks.reserve(static_cast<std::size_t>(AssistantLook) + 1);
    for (int kind = 0; kind <= static_cast<int>(UnitKind::Prop); ++kind)
        m_looks.push_back(lookOf(static_cast<UnitKind>(kind)));
    m_looks.push_back(look(ActorShape::Worker, {0.34F, 0.28F, 0.48F}));
    m_looks.push_back(look(ActorShape::Vehicle, {0.32F, 0.26F, 0.46F}));
    m_looks.push_back(look(ActorShape::Caster, {0.18F, 0.3F, 0.18F}));
    m_buildings.emplace(Footprint{}, BuildingLook);
}

int Looks::add(UnitKind kind, Duty duty, std::uint8_t width, std::uint8_t height)
{
    if (kind != UnitKind::Building)
        return find(kind, duty, width, height);
    const Footprint footprint{width, height, duty == Duty::Headquarters};
    const auto known = m_buildings.find(footprint);
    if (known != m_buildings.end())
        return known->second;
    if (m_buildings.size() >= MaxFootprints)
        return BuildingLook;
    // Larger ones are higher, too, but not as much.
    const float side = static_cast<float>(std::min(width, height));
    const float tall = std::min(0.4F + 0.15F * side, 1.0F);
    m_looks.push_back(
        look(footprint.headquarters ? ActorShape::Hexagon : ActorShape::Building,
             {static_cast<float>(width) / 2 - Gap, tall, static_cast<float>(height) / 2 - Gap}));
    const int index = static_cast<int>(m_looks.size()) - 1;
    m_buildings.emplace(footprint, index);
    return index;
}

int Looks::find(UnitKind kind, Duty duty, std::uint8_t width, std::uint8_t height) const
{
    if (kind != UnitKind::Building) {
        const int special = lookOf(kind, duty);
        return special >= 0 ? special : static_cast<int>(kind);
    }
    const auto known = m_buildings.find({width, height, duty == Duty::Headquarters});
    return known == m_buildings.end() ? BuildingLook : known->second;
}

} // namespace ghostline::ironcurtain
