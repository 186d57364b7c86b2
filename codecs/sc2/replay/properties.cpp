// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/properties.h"

#include "codecs/rts/declare.h"
#include "codecs/sc2/game/ids.h"
#include "codecs/sc2/replay/unit_kinds.h"

namespace ghostline::sc2 {

namespace {

using model::Interpolation;
using model::PropertyInfo;
using model::PropertyType;

void declareUnits(rts::PropertyList& all)
{
    all.group(QStringLiteral("Unit"));
    all.add("unit_type", "Type", PropertyType::Text);
    all.add("unit_group", "Group", PropertyType::Enumeration).names = unitGroupNames();
    all.add("owner", "Owner", PropertyType::Integer);
    all.add("look", "Look", PropertyType::Integer);
    all.computed(true); // from tables of the game, from births and deaths
    all.add("worth", "Worth", PropertyType::Integer);
    all.add("supply", "Supply", PropertyType::Real);
    all.add("progress", "Progress", PropertyType::Real, "%").interpolation = Interpolation::Linear;
    all.add("kills", "Kills", PropertyType::Integer);
    all.add("under_construction", "Under construction", PropertyType::Text);
    all.computed(false);
}

void declarePlayers(rts::PropertyList& all)
{
    all.computed(true);
    all.group(QStringLiteral("Actions"));
    all.add("apm", "APM (last minute)", PropertyType::Real, "/min");
    all.add("epm", "EPM (last minute)", PropertyType::Real, "/min");
    all.add("screens_per_minute", "Screens", PropertyType::Real, "/min");
    all.add("control_groups_per_minute", "Control groups", PropertyType::Real, "/min");
    all.computed(false);
    all.add("last_command", "Last command", PropertyType::Text);
    all.group(QStringLiteral("Supply"));
    all.add("supply_used", "Supply used", PropertyType::Real);
    all.add("supply_made", "Supply made", PropertyType::Real);
    all.add("supply_blocked", "Supply blocked", PropertyType::Boolean).computed = true;
    all.group(QStringLiteral("Economy"));
    all.add("workers", "Workers", PropertyType::Integer);
    all.add("minerals", "Minerals", PropertyType::Integer);
    all.add("vespene", "Vespene", PropertyType::Integer);
    all.add("minerals_rate", "Minerals income", PropertyType::Integer, "/min");
    all.add("vespene_rate", "Vespene income", PropertyType::Integer, "/min");
    all.computed(true); // sums of reported stats, counts of what happened
    all.add("income", "Income", PropertyType::Integer, "/min");
    all.add("unspent", "Unspent", PropertyType::Integer);
    all.group(QStringLiteral("Army"));
    all.add("army_value", "Army value", PropertyType::Integer);
    all.add("in_production", "In production", PropertyType::Integer);
    all.add("resources_lost", "Resources lost", PropertyType::Integer);
    all.add("resources_killed", "Resources killed", PropertyType::Integer);
    all.group(QStringLiteral("Technology"));
    all.add("upgrades", "Upgrades", PropertyType::Integer);
    all.add("bases", "Bases", PropertyType::Integer);
    all.computed(false);
}

/// The game's own words for its stats, by tag.
struct StatWords
{
    const char* id;
    const char* name;
};
constexpr std::array<StatWords, StatCount> Stats{{
    {"stat_minerals_current", "Minerals current"},
    {"stat_vespene_current", "Vespene current"},
    {"stat_minerals_collection_rate", "Minerals collection rate"},
    {"stat_vespene_collection_rate", "Vespene collection rate"},
    {"stat_workers_active_count", "Workers active count"},
    {"stat_minerals_used_in_progress_army", "Minerals used in progress, army"},
    {"stat_minerals_used_in_progress_economy", "Minerals used in progress, economy"},
    {"stat_minerals_used_in_progress_technology", "Minerals used in progress, technology"},
    {"stat_vespene_used_in_progress_army", "Vespene used in progress, army"},
    {"stat_vespene_used_in_progress_economy", "Vespene used in progress, economy"},
    {"stat_vespene_used_in_progress_technology", "Vespene used in progress, technology"},
    {"stat_minerals_used_current_army", "Minerals used current, army"},
    {"stat_minerals_used_current_economy", "Minerals used current, economy"},
    {"stat_minerals_used_current_technology", "Minerals used current, technology"},
    {"stat_vespene_used_current_army", "Vespene used current, army"},
    {"stat_vespene_used_current_economy", "Vespene used current, economy"},
    {"stat_vespene_used_current_technology", "Vespene used current, technology"},
    {"stat_minerals_lost_army", "Minerals lost, army"},
    {"stat_minerals_lost_economy", "Minerals lost, economy"},
    {"stat_minerals_lost_technology", "Minerals lost, technology"},
    {"stat_vespene_lost_army", "Vespene lost, army"},
    {"stat_vespene_lost_economy", "Vespene lost, economy"},
    {"stat_vespene_lost_technology", "Vespene lost, technology"},
    {"stat_minerals_killed_army", "Minerals killed, army"},
    {"stat_minerals_killed_economy", "Minerals killed, economy"},
    {"stat_minerals_killed_technology", "Minerals killed, technology"},
    {"stat_vespene_killed_army", "Vespene killed, army"},
    {"stat_vespene_killed_economy", "Vespene killed, economy"},
    {"stat_vespene_killed_technology", "Vespene killed, technology"},
    {"stat_food_used", "Food used"},
    {"stat_food_made", "Food made"},
    {"stat_minerals_used_active_forces", "Minerals used, active forces"},
    {"stat_vespene_used_active_forces", "Vespene used, active forces"},
    {"stat_minerals_friendly_fire_army", "Minerals friendly fire, army"},
    {"stat_minerals_friendly_fire_economy", "Minerals friendly fire, economy"},
    {"stat_minerals_friendly_fire_technology", "Minerals friendly fire, technology"},
    {"stat_vespene_friendly_fire_army", "Vespene friendly fire, army"},
    {"stat_vespene_friendly_fire_economy", "Vespene friendly fire, economy"},
    {"stat_vespene_friendly_fire_technology", "Vespene friendly fire, technology"},
}};

void declareStats(rts::PropertyList& all)
{
    all.group(QStringLiteral("Reported stats"));
    for (std::size_t i = 0; i < Stats.size(); ++i) {
        const auto stat = static_cast<Stat>(i);
        const bool food = stat == Stat::FoodUsed || stat == Stat::FoodMade;
        const bool rate = stat == Stat::MineralsRate || stat == Stat::VespeneRate;
        all.add(Stats[i].id, Stats[i].name, food ? PropertyType::Real : PropertyType::Integer,
                rate ? "/min" : "");
    }
}

} // namespace

std::vector<PropertyInfo> declareActorProperties()
{
    rts::PropertyList all(static_cast<std::size_t>(ActorPropertyCount));
    declareUnits(all);
    declarePlayers(all);
    declareStats(all);
    return all.take();
}

} // namespace ghostline::sc2
