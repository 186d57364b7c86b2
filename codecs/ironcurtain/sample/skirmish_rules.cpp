// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_rules.h"

#include <algorithm>

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr auto Foot = UnitKind::Infantry;
constexpr auto Car = UnitKind::Vehicle;
constexpr auto Plane = UnitKind::Aircraft;
constexpr auto Ship = UnitKind::Ship;
constexpr auto House = UnitKind::Building;

// id, kind, cost, health, speed, locomotor, turret, arms, weapon, range, damage, reload, sight, w, h, power
constexpr std::array<Rule, static_cast<std::size_t>(Type::Count)> Rules{{
    {"e1", Foot, 100, 55, 44, 0, false, Arms::Bullet, "M1Carbine", 5, 15, 22, 5, 1, 1, 0},
    {"e2", Foot, 160, 50, 48, 0, false, Arms::Fire, "Grenade", 5, 28, 45, 5, 1, 1, 0},
    {"e3", Foot, 300, 45, 42, 0, false, Arms::Missile, "RedEye", 6, 45, 50, 5, 1, 1, 0},
    {"dog", Foot, 200, 25, 84, 0, false, Arms::Bullet, "DogJaw", 2, 60, 25, 6, 1, 1, 0},
    {"jeep", Car, 600, 150, 118, 1, true, Arms::Bullet, "M60mg", 5, 17, 18, 7, 1, 1, 0},
    {"1tnk", Car, 700, 300, 92, 2, true, Arms::Shell, "75mm", 5, 25, 40, 6, 1, 1, 0},
    {"2tnk", Car, 800, 400, 76, 2, true, Arms::Shell, "90mm", 6, 32, 48, 6, 1, 1, 0},
    {"3tnk", Car, 950, 420, 70, 2, true, Arms::Shell, "105mm", 6, 38, 56, 6, 1, 1, 0},
    {"4tnk", Car, 1700, 640, 48, 2, true, Arms::Shell, "120mm", 6, 60, 60, 7, 1, 1, 0},
    {"arty", Car, 600, 90, 58, 2, false, Arms::Fire, "155mm", 9, 55, 75, 6, 1, 1, 0},
    {"v2rl", Car, 700, 150, 64, 2, false, Arms::Missile, "SCUD", 10, 110, 160, 6, 1, 1, 0},
    {"harv", Car, 1400, 600, 72, 2, false, Arms::None, {}, 0, 0, 0, 5, 1, 1, 0},
    {"heli", Plane, 1200, 220, 150, 4, false, Arms::Missile, "Hellfire", 6, 42, 40, 9, 1, 1, 0},
    {"hind", Plane, 1200, 240, 140, 4, false, Arms::Bullet, "ChainGun", 6, 24, 16, 9, 1, 1, 0},
    {"dd", Ship, 1000, 400, 70, 3, true, Arms::Missile, "Stinger", 8, 36, 45, 8, 1, 1, 0},
    {"ss", Ship, 950, 260, 62, 3, false, Arms::Missile, "TorpTube", 7, 70, 80, 7, 1, 1, 0},
    {"fact", House, 2500, 1500, 0, 0, false, Arms::None, {}, 0, 0, 0, 6, 3, 2, 0},
    {"powr", House, 300, 400, 0, 0, false, Arms::None, {}, 0, 0, 0, 5, 2, 2, 100},
    {"apwr", House, 500, 700, 0, 0, false, Arms::None, {}, 0, 0, 0, 5, 3, 3, 200},
    {"proc", House, 1400, 900, 0, 0, false, Arms::None, {}, 0, 0, 0, 6, 3, 3, -30},
    {"barr", House, 400, 800, 0, 0, false, Arms::None, {}, 0, 0, 0, 5, 2, 2, -20},
    {"tent", House, 400, 800, 0, 0, false, Arms::None, {}, 0, 0, 0, 5, 2, 2, -20},
    {"weap", House, 2000, 1000, 0, 0, false, Arms::None, {}, 0, 0, 0, 5, 3, 2, -30},
    {"dome", House, 1000, 1000, 0, 0, false, Arms::None, {}, 0, 0, 0, 10, 2, 2, -40},
    {"fix", House, 1200, 800, 0, 0, false, Arms::None, {}, 0, 0, 0, 5, 3, 3, -30},
    {"atek", House, 1500, 600, 0, 0, false, Arms::None, {}, 0, 0, 0, 10, 2, 2, -100},
    {"stek", House, 1500, 600, 0, 0, false, Arms::None, {}, 0, 0, 0, 10, 3, 2, -100},
    {"hpad", House, 1000, 800, 0, 0, false, Arms::None, {}, 0, 0, 0, 5, 2, 2, -10},
    {"afld", House, 1000, 1000, 0, 0, false, Arms::None, {}, 0, 0, 0, 7, 3, 2, -20},
    {"syrd", House, 650, 1000, 0, 0, false, Arms::None, {}, 0, 0, 0, 5, 3, 3, -30},
    {"spen", House, 650, 1000, 0, 0, false, Arms::None, {}, 0, 0, 0, 5, 3, 3, -30},
    {"gun", House, 600, 500, 0, 0, true, Arms::Shell, "TurretGun", 7, 38, 45, 7, 1, 1, -40},
    {"pbox", House, 400, 400, 0, 0, false, Arms::Bullet, "Vulcan", 6, 20, 20, 6, 1, 1, -15},
    {"ftur", House, 600, 400, 0, 0, false, Arms::Fire, "FireballLauncher", 5, 70, 60, 6, 1, 1, -20},
    {"tsla", House, 1500, 450, 0, 0, false, Arms::Arc, "TeslaZap", 9, 150, 90, 8, 1, 2, -100},
    {"agun", House, 600, 400, 0, 0, true, Arms::Bullet, "ZSU-23", 7, 25, 12, 6, 1, 2, -50},
    {"sam", House, 750, 400, 0, 0, true, Arms::Missile, "Nike", 8, 60, 40, 6, 2, 1, -20},
    {"pdox", House, 2800, 600, 0, 0, false, Arms::None, {}, 0, 0, 0, 10, 2, 2, -150},
    {"iron", House, 2800, 600, 0, 0, false, Arms::None, {}, 0, 0, 0, 10, 2, 2, -150},
    {"mslo", House, 2500, 600, 0, 0, false, Arms::None, {}, 0, 0, 0, 5, 2, 1, -100},
}};

} // namespace

const Rule& ruleOf(Type type) { return Rules[static_cast<std::size_t>(type)]; }

bool isStructure(Type type) { return ruleOf(type).kind == UnitKind::Building; }

bool isDefence(Type type) { return isStructure(type) && ruleOf(type).arms != Arms::None; }

int makingTicks(Type type) { return std::max(60, ruleOf(type).cost * 3 / 8); }

Way wayOf(Type type)
{
    const std::uint8_t locomotor = ruleOf(type).locomotor;
    return locomotor == 4 ? Way::Air : locomotor == 3 ? Way::Water : Way::Land;
}

bool hitsAir(Type type)
{
    return type == Type::Rocket || type == Type::AntiAir || type == Type::SamSite ||
           type == Type::Destroyer || type == Type::Longbow || type == Type::Hind;
}

int effect(Arms arms, UnitKind against)
{
    const bool foot = against == UnitKind::Infantry;
    const bool house = against == UnitKind::Building;
    switch (arms) {
    case Arms::None:
        return 0;
    case Arms::Bullet:
        return foot ? 256 : house ? 70 : 110;
    case Arms::Shell:
        return foot ? 110 : house ? 190 : 256;
    case Arms::Missile:
        return foot ? 80 : house ? 200 : 256;
    case Arms::Fire:
        return foot ? 256 : house ? 230 : 130;
    case Arms::Arc:
        return foot ? 256 : 230;
    }
    return 256;
}

} // namespace ghostline::ironcurtain::skirmish
