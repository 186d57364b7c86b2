// SPDX-License-Identifier: GPL-3.0-or-later
// The 21 analysis events as JSON.
#include "codecs/ironcurtain/replay/record_json.h"
#include "codecs/ironcurtain/replay/record_json_values.h"

namespace ghostline::ironcurtain {

using namespace Qt::StringLiterals;

namespace {

struct EventJson
{
    const Kinds& kinds;
    QJsonObject& out;

    void number(const QString& name, std::uint64_t value) { out.insert(name, jsonNumber(value)); }
    void signedNumber(const QString& name, std::int64_t value) { out.insert(name, qint64{value}); }
    void player(PlayerId id) { number(u"player"_s, id); }
    void tag(const QString& name, UnitTag value) { out.insert(name, tagText(value)); }
    void place(const QString& name, const WorldPos& at) { out.insert(name, placeJson(at)); }
    /// The number, and beside it what it stands for.
    void interned(const QString& name, InternedId id)
    {
        number(name, id);
        const std::string_view text = kinds.string(id);
        if (!text.empty())
            out.insert(name + u"_name"_s, textOf(text));
    }
    template<typename T>
    void birth(const T& e)
    {
        tag(u"tag"_s, e.unit);
        interned(u"unit_type"_s, e.type);
        number(u"owner"_s, e.owner);
        place(u"pos"_s, e.at);
    }

    void operator()(const UnitCreated& e) { birth(e); }
    void operator()(const ConstructionStarted& e) { birth(e); }
    void operator()(const ConstructionCompleted& e) { tag(u"tag"_s, e.unit); }
    void operator()(const UnitDestroyed& e)
    {
        tag(u"tag"_s, e.unit);
        out.insert(u"killer_tag"_s, e.by ? QJsonValue(tagText(*e.by)) : QJsonValue());
        out.insert(u"killer_owner"_s, e.byPlayer ? jsonNumber(*e.byPlayer) : QJsonValue());
    }
    void operator()(const UnitPositionSample& e)
    {
        QJsonArray list;
        for (std::size_t i = 0; i < e.units.size(); ++i) {
            const UnitPlace unit = e.units[i];
            list.append(QJsonObject{{u"tag"_s, tagText(unit.unit)}, {u"pos"_s, placeJson(unit.at)}});
        }
        out.insert(u"positions"_s, list);
    }
    void operator()(const PlayerStatSnapshot& e)
    {
        player(e.player);
        out.insert(u"stats"_s, toJson(readPlayerStats(e.stats)));
    }
    void operator()(const ResourceCollected& e)
    {
        player(e.player);
        interned(u"resource_type"_s, e.resource);
        signedNumber(u"amount"_s, e.amount);
    }
    void operator()(const UpgradeCompleted& e)
    {
        player(e.player);
        interned(u"upgrade_id"_s, e.upgrade);
    }
    void operator()(const CameraPositionSample& e)
    {
        player(e.player);
        place(u"viewport_center"_s, e.at);
        number(u"zoom_level"_s, e.zoom);
    }
    void operator()(const SelectionChanged& e)
    {
        player(e.player);
        out.insert(u"added"_s, tagsJson(e.added));
        out.insert(u"removed"_s, tagsJson(e.removed));
    }
    void operator()(const ControlGroupEvent& e)
    {
        static constexpr std::array<const char*, 3> Names{"Assign", "Append", "Recall"};
        player(e.player);
        number(u"group"_s, e.group);
        out.insert(u"action"_s,
                   QString::fromLatin1(Names[static_cast<std::size_t>(e.action) % Names.size()]));
    }
    void operator()(const AbilityUsed& e)
    {
        player(e.player);
        interned(u"ability_id"_s, e.ability);
        out.insert(u"target"_s, e.at ? QJsonValue(placeJson(*e.at)) : QJsonValue());
    }
    void operator()(const PauseEvent& e)
    {
        player(e.player);
        out.insert(u"paused"_s, e.paused);
    }
    void operator()(const MatchEnded& e)
    {
        if (const auto outcome = parseOutcome(e.outcome))
            out.insert(u"outcome"_s, toJson(*outcome));
    }
    void operator()(const VoteEvent& e)
    {
        if (const auto vote = parseVote(e.body))
            out.insert(u"vote_event"_s, toJson(*vote));
    }
    void operator()(const EngagementStarted& e)
    {
        place(u"center_pos"_s, e.centre);
        out.insert(u"friendly_units"_s, tagsJson(e.friendly));
        out.insert(u"enemy_units"_s, tagsJson(e.enemy));
        signedNumber(u"value_friendly"_s, e.friendlyValue);
        signedNumber(u"value_enemy"_s, e.enemyValue);
    }
    void operator()(const EngagementEnded& e)
    {
        place(u"center_pos"_s, e.centre);
        number(u"friendly_losses"_s, e.friendlyLosses);
        number(u"enemy_losses"_s, e.enemyLosses);
        number(u"friendly_survivors"_s, e.friendlySurvivors);
        number(u"enemy_survivors"_s, e.enemySurvivors);
        number(u"duration_ticks"_s, e.duration);
    }
    void operator()(const SuperweaponFired& e)
    {
        interned(u"weapon_type"_s, e.weapon);
        place(u"target_pos"_s, e.at);
        player(e.player);
        number(u"units_affected"_s, e.unitsHit);
        number(u"buildings_affected"_s, e.buildingsHit);
    }
    void operator()(const BaseDestroyed& e)
    {
        player(e.player);
        place(u"pos"_s, e.at);
        out.insert(u"buildings_lost"_s, tagsJson(e.buildings));
    }
    void operator()(const ArmyWipe& e)
    {
        player(e.player);
        number(u"units_lost"_s, e.unitsLost);
        signedNumber(u"total_value_lost"_s, e.valueLost);
        number(u"percentage_of_army"_s, e.share);
    }
    void operator()(const ComebackMoment& e)
    {
        player(e.player);
        signedNumber(u"deficit_before"_s, e.deficitBefore);
        signedNumber(u"advantage_after"_s, e.advantageAfter);
        signedNumber(u"swing_value"_s, e.swing);
    }
};

} // namespace

QJsonObject toJson(const PlayerStats& s)
{
    return {{u"credits"_s, qint64{s.credits}},
            {u"total_collected"_s, qint64{s.totalCollected}},
            {u"total_spent"_s, qint64{s.totalSpent}},
            {u"collection_rate"_s, qint64{s.collectionRate}},
            {u"idle_harvester_ticks"_s, jsonNumber(s.idleHarvesterTicks)},
            {u"units_produced"_s, jsonNumber(s.unitsProduced)},
            {u"structures_built"_s, jsonNumber(s.structuresBuilt)},
            {u"idle_production_ticks"_s, jsonNumber(s.idleProductionTicks)},
            {u"units_killed"_s, jsonNumber(s.unitsKilled)},
            {u"units_lost"_s, jsonNumber(s.unitsLost)},
            {u"structures_destroyed"_s, jsonNumber(s.structuresDestroyed)},
            {u"structures_lost"_s, jsonNumber(s.structuresLost)},
            {u"killed_value"_s, qint64{s.killedValue}},
            {u"lost_value"_s, qint64{s.lostValue}},
            {u"damage_dealt"_s, qint64{s.damageDealt}},
            {u"damage_received"_s, qint64{s.damageReceived}},
            {u"apm"_s, jsonNumber(s.apm)},
            {u"epm"_s, jsonNumber(s.epm)},
            {u"army_value"_s, qint64{s.armyValue}},
            {u"power_produced"_s, s.powerProduced},
            {u"power_drained"_s, s.powerDrained},
            {u"harvesters"_s, s.harvesters},
            {u"refineries"_s, s.refineries},
            {u"unit_count"_s, s.unitCount},
            {u"structure_count"_s, s.structureCount}};
}

QJsonObject toJson(const AnalysisEvent& event, const Kinds& kinds)
{
    QJsonObject json{{u"tick"_s, jsonNumber(event.tick)}};
    std::visit(EventJson{kinds, json}, event.body);
    return json;
}

} // namespace ghostline::ironcurtain
