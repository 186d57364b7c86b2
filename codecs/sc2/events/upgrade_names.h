// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an upgrade is called, and which of them are not research at all.
#include <QString>

#include <string_view>

namespace ghostline::sc2 {

/// Dances, sprays, skins and the switches that custom maps keep as upgrades: nothing anybody researched.
bool isCosmeticUpgrade(std::string_view name);
/// "zerglingmovementspeed" -> "Metabolic Boost", "TerranInfantryWeaponsLevel1" -> "Terran Infantry Weapons
/// 1".
QString readableUpgradeName(std::string_view name);

} // namespace ghostline::sc2
