// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The fields of every analysis event in the order of their bytes, each with its name in raw records: reading,
// writing and raw records all go by this list. `f(name, field)` is called for one after the other.
#include "codecs/ironcurtain/events/analysis_event.h"

namespace ghostline::ironcurtain {

/// A number that stands for a string.
template<typename Number>
struct InternedField
{
    Number& id;
};
template<typename Number>
InternedField(Number&) -> InternedField<Number>;
/// The rest of the event: an outcome, or a vote.
template<typename Span>
struct OutcomeField
{
    Span& bytes;
};
template<typename Span>
OutcomeField(Span&) -> OutcomeField<Span>;
template<typename Span>
struct VoteField
{
    Span& bytes;
};
template<typename Span>
VoteField(Span&) -> VoteField<Span>;

/// An event to fill, or one to look at.
template<typename E, typename... Events>
concept Is = (std::is_same_v<std::remove_const_t<E>, Events> || ...);

void each(auto& f, const char* name, auto&& field, auto&&... more)
{
    f(name, field);
    if constexpr (sizeof...(more) > 0)
        each(f, more...);
}

void eachField(Is<UnitCreated, ConstructionStarted> auto& e, auto&& f)
{
    each(f, "tag", e.unit, "unit_type", InternedField{e.type}, "owner", e.owner, "pos", e.at);
}
void eachField(Is<ConstructionCompleted> auto& e, auto&& f) { f("tag", e.unit); }
void eachField(Is<UnitDestroyed> auto& e, auto&& f)
{
    each(f, "tag", e.unit, "killer_tag", e.by, "killer_owner", e.byPlayer);
}
void eachField(Is<UnitPositionSample> auto& e, auto&& f) { f("positions", e.units); }
void eachField(Is<PlayerStatSnapshot> auto& e, auto&& f) { each(f, "player", e.player, "stats", e.stats); }
void eachField(Is<ResourceCollected> auto& e, auto&& f)
{
    each(f, "player", e.player, "resource_type", InternedField{e.resource}, "amount", e.amount);
}
void eachField(Is<UpgradeCompleted> auto& e, auto&& f)
{
    each(f, "player", e.player, "upgrade_id", InternedField{e.upgrade});
}
void eachField(Is<CameraPositionSample> auto& e, auto&& f)
{
    each(f, "player", e.player, "viewport_center", e.at, "zoom_level", e.zoom);
}
void eachField(Is<SelectionChanged> auto& e, auto&& f)
{
    each(f, "player", e.player, "added", e.added, "removed", e.removed);
}
void eachField(Is<ControlGroupEvent> auto& e, auto&& f)
{
    each(f, "player", e.player, "group", e.group, "action", e.action);
}
void eachField(Is<AbilityUsed> auto& e, auto&& f)
{
    each(f, "player", e.player, "ability_id", InternedField{e.ability}, "target", e.at);
}
void eachField(Is<PauseEvent> auto& e, auto&& f) { each(f, "player", e.player, "paused", e.paused); }
void eachField(Is<MatchEnded> auto& e, auto&& f) { f("outcome", OutcomeField{e.outcome}); }
void eachField(Is<VoteEvent> auto& e, auto&& f) { f("vote_event", VoteField{e.body}); }
void eachField(Is<EngagementStarted> auto& e, auto&& f)
{
    each(f, "center_pos", e.centre, "friendly_units", e.friendly, "enemy_units", e.enemy, "value_friendly",
         e.friendlyValue, "value_enemy", e.enemyValue);
}
void eachField(Is<EngagementEnded> auto& e, auto&& f)
{
    each(f, "center_pos", e.centre, "friendly_losses", e.friendlyLosses, "enemy_losses", e.enemyLosses,
         "friendly_survivors", e.friendlySurvivors, "enemy_survivors", e.enemySurvivors, "duration_ticks",
         e.duration);
}
void eachField(Is<SuperweaponFired> auto& e, auto&& f)
{
    each(f, "weapon_type", InternedField{e.weapon}, "target_pos", e.at, "player", e.player, "units_affected",
         e.unitsHit, "buildings_affected", e.buildingsHit);
}
void eachField(Is<BaseDestroyed> auto& e, auto&& f)
{
    each(f, "player", e.player, "pos", e.at, "buildings_lost", e.buildings);
}
void eachField(Is<ArmyWipe> auto& e, auto&& f)
{
    each(f, "player", e.player, "units_lost", e.unitsLost, "total_value_lost", e.valueLost,
         "percentage_of_army", e.share);
}
void eachField(Is<ComebackMoment> auto& e, auto&& f)
{
    each(f, "player", e.player, "deficit_before", e.deficitBefore, "advantage_after", e.advantageAfter,
         "swing_value", e.swing);
}

} // namespace ghostline::ironcurtain
