// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the made-up match is made of: types under their classic identifiers, with rough figures.
#include "codecs/ironcurtain/state/slots.h"

#include <string_view>

namespace ghostline::ironcurtain::skirmish {

enum class Type : std::uint8_t {
    Rifle,
    Grenadier,
    Rocket,
    Dog,
    Jeep,
    LightTank,
    MediumTank,
    HeavyTank,
    Mammoth,
    Artillery,
    V2,
    Harvester,
    Longbow,
    Hind,
    Destroyer,
    Submarine,
    Yard,
    Power,
    AdvancedPower,
    Refinery,
    Barracks,
    Tent,
    Factory,
    Radar,
    Service,
    AlliedTech,
    SovietTech,
    Helipad,
    Airfield,
    NavalYard,
    SubPen,
    Turret,
    Pillbox,
    FlameTower,
    Tesla,
    AntiAir,
    SamSite,
    Chronosphere,
    Curtain,
    Silo,
    Count
};

enum class Arms : std::uint8_t { None, Bullet, Shell, Missile, Fire, Arc };
enum class Way : std::uint8_t { Land, Water, Air };

struct Rule
{
    std::string_view id;
    UnitKind kind;
    int cost;
    int health;
    int speed;              ///< world units a tick
    std::uint8_t locomotor; ///< foot, wheeled, tracked, float, fly
    bool turret;
    Arms arms;
    std::string_view weapon;
    int range; ///< cells
    int damage;
    int reload; ///< ticks
    int sight;  ///< cells
    std::uint8_t width;
    std::uint8_t height;
    int power; ///< made, or used when negative
};

const Rule& ruleOf(Type type);
bool isStructure(Type type);
bool isDefence(Type type);
/// Ticks it takes to make one.
int makingTicks(Type type);
Way wayOf(Type type);
bool hitsAir(Type type);
/// Of 256: what is left of a blow against that kind.
int effect(Arms arms, UnitKind against);

} // namespace ghostline::ironcurtain::skirmish
