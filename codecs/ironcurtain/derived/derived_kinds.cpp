// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/derived/derived_kinds.h"

#include "codecs/rts/declare.h"

#include <array>

namespace ghostline::ironcurtain {

using model::EventColumn;
using rts::Band;
using rts::column;
using rts::Cue;
using rts::Flag;
using rts::Hidden;
using rts::Major;

namespace {

constexpr std::size_t DerivedKinds = static_cast<std::size_t>(DerivedKind::Count);

// What the format's own list of moments says is rare; losses weigh what the fight around them does not.
constexpr rts::KindWorth EngagementWorth{.worth = 0.5, .scaleKey = "value_traded", .scale = 1000.0};
constexpr rts::KindWorth UnitWorth{.worth = 0.2, .kill = true};
constexpr rts::KindWorth BuildingWorth{.worth = 0.4, .kill = true};
constexpr rts::KindWorth SuperweaponWorth{.worth = 0.5, .rare = model::Rare::Superweapon};
constexpr rts::KindWorth BaseWorth{.worth = 0.5, .rare = model::Rare::BaseDestroyed};
constexpr rts::KindWorth WipeWorth{.worth = 0.5, .rare = model::Rare::ArmyWipe};
constexpr rts::KindWorth ComebackWorth{.worth = 0.2, .rare = model::Rare::Comeback};
constexpr rts::KindWorth EliminationWorth{.worth = 0.5, .rarity = 0.6};

constexpr std::array<rts::KindWords, DerivedKinds> Words{
    {{"engagement", "Engagement", Major | Band, "", EngagementWorth},
     {"unit_created", "Unit created", Hidden},
     {"construction", "Construction"},
     {"construction_completed", "Construction completed"},
     {"unit_lost", "Unit lost", 0, "", UnitWorth},
     {"building_lost", "Building lost", 0, "", BuildingWorth},
     {"upgrade", "Upgrade", 0, "", {.tech = true}},
     {"ability", "Ability"},
     {"superweapon", "Superweapon", Major | Cue, "", SuperweaponWorth},
     {"base_destroyed", "Base destroyed", Major, "", BaseWorth},
     {"army_wipe", "Army wipe", Major, "", WipeWorth},
     {"comeback", "Comeback", Major, "", ComebackWorth},
     {"elimination", "Elimination (derived)", Major, "", EliminationWorth},
     {"vote", "Vote"},
     {"chat", "Chat"},
     {"talk", "Voice", Band, "Voice"},
     {"control_group", "Control group", Hidden, "Control groups"},
     {"pause", "Pause"},
     {"resume", "Resumed"},
     {"dev_command", "Cheat or developer command", Flag},
     {"match_end", "Match end", Major, "", {.ending = true}}}};

std::vector<EventColumn> columnsOf(DerivedKind kind)
{
    switch (kind) {
    case DerivedKind::Engagement:
        return {column("sides", "Between"), column("lost", "Lost"),     column("value_traded", "Traded"),
                column("units", "Units"),   column("losses", "Losses"), column("seconds", "Lasted", "s", 1)};
    case DerivedKind::UnitCreated:
    case DerivedKind::Construction:
    case DerivedKind::ConstructionCompleted:
        return {column("name", "Name")};
    case DerivedKind::UnitLost:
    case DerivedKind::BuildingLost:
        return {column("name", "Name"), column("by_name", "By")};
    case DerivedKind::Upgrade:
    case DerivedKind::Ability:
        return {column("name", "Name")};
    case DerivedKind::Superweapon:
        return {column("name", "Name"), column("units_hit", "Units hit"),
                column("buildings_hit", "Buildings hit")};
    case DerivedKind::BaseDestroyed:
        return {column("building_count", "Buildings")};
    case DerivedKind::ArmyWipe:
        return {column("units_lost", "Units"), column("value_lost", "Value"),
                column("percentage", "Of the army", "%", 0)};
    case DerivedKind::Comeback:
        return {column("deficit_before", "Behind"), column("advantage_after", "Ahead"),
                column("swing", "Swing")};
    case DerivedKind::Vote:
        return {column("vote", "Vote"), column("what", "What"), column("type", "Type"),
                column("outcome", "Outcome")};
    case DerivedKind::Chat:
        return {column("to", "To"), column("text", "Text")};
    case DerivedKind::Talk:
        return {column("to", "To"), column("seconds", "Lasted", "s", 1)};
    case DerivedKind::ControlGroup:
        return {column("group", "Group"), column("action", "Action")};
    case DerivedKind::DevCommand:
        return {column("order", "Order"), column("text", "Text")};
    case DerivedKind::MatchEnd:
        return {column("outcome", "Outcome"), column("reason", "Reason")};
    default:
        return {};
    }
}

} // namespace

QString derivedKindId(DerivedKind kind) { return QLatin1String(Words[static_cast<std::size_t>(kind)].id); }

std::vector<model::EventKind> derivedKinds()
{
    return rts::describeKinds(Words, [](int kind) { return columnsOf(static_cast<DerivedKind>(kind)); });
}

} // namespace ghostline::ironcurtain
