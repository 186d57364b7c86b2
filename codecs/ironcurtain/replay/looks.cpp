// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/looks.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/rts/scene.h"

#include <algorithm>

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
        return look(ActorShape::Capsule, {0.16F, 0.28F, 0.16F});
    case UnitKind::Vehicle:
        return look(ActorShape::Vehicle, {0.34F, 0.25F, 0.46F});
    case UnitKind::Aircraft:
        return look(ActorShape::Arrow, {0.5F, 0.14F, 0.6F}, FlightHeight);
    case UnitKind::Ship:
        return look(ActorShape::Box, {0.4F, 0.2F, 0.95F});
    case UnitKind::Building:
        return look(ActorShape::Box, {0.5F - Gap, 0.4F, 0.5F - Gap});
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

} // namespace

Looks::Looks()
{
    m_looks.reserve(static_cast<std::size_t>(UnitKind::Prop) + 1);
    for (int kind = 0; kind <= static_cast<int>(UnitKind::Prop); ++kind)
        m_looks.push_back(lookOf(static_cast<UnitKind>(kind)));
    m_buildings.emplace(std::pair<std::uint8_t, std::uint8_t>{1, 1}, BuildingLook);
}

int Looks::add(UnitKind kind, std::uint8_t width, std::uint8_t height)
{
    if (kind != UnitKind::Building)
        return static_cast<int>(kind);
    const auto known = m_buildings.find({width, height});
    if (known != m_buildings.end())
        return known->second;
    if (m_buildings.size() >= MaxFootprints)
        return BuildingLook;
    // Larger ones are higher, too, but not as much.
    const float side = static_cast<float>(std::min(width, height));
    const float tall = std::min(0.4F + 0.15F * side, 1.0F);
    m_looks.push_back(look(
        ActorShape::Box, {static_cast<float>(width) / 2 - Gap, tall, static_cast<float>(height) / 2 - Gap}));
    const int index = static_cast<int>(m_looks.size()) - 1;
    m_buildings.emplace(std::pair{width, height}, index);
    return index;
}

int Looks::find(UnitKind kind, std::uint8_t width, std::uint8_t height) const
{
    if (kind != UnitKind::Building)
        return static_cast<int>(kind);
    const auto known = m_buildings.find({width, height});
    return known == m_buildings.end() ? BuildingLook : known->second;
}

} // namespace ghostline::ironcurtain
