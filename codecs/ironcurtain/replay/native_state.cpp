// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/native_state.h"

#include "codecs/ironcurtain/base/value_text.h"
#include "codecs/ironcurtain/container/bincode.h"
#include "model/base/text.h"

#include <QJsonArray>

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

constexpr std::array<const char*, 7> ActorKindNames{"infantry", "vehicle",    "aircraft", "ship",
                                                    "building", "projectile", "prop"};
constexpr std::array<const char*, 5> Locomotors{"foot", "wheeled", "tracked", "float", "fly"};
constexpr std::array<const char*, 3> BuildStates{"constructing", "ready", "selling"};
constexpr std::array<const char*, 4> Statuses{"playing", "defeated", "won", "left"};
constexpr std::array<const char*, 3> PowerStates{"locked", "charging", "ready"};

template<std::size_t N, typename E>
QString nameOf(const std::array<const char*, N>& names, E value)
{
    const auto i = static_cast<std::size_t>(value);
    return i < N ? QString::fromLatin1(names[i]) : QString::number(i);
}

QString tagOf(UnitTag tag) { return QStringLiteral("%1:%2").arg(tag.index).arg(tag.generation); }
QJsonArray placeOf(const WorldPos& at) { return {at.x, at.y, at.z}; }
class StateWriter
{
public:
    explicit StateWriter(const Kinds& kinds) : m_kinds(kinds) {}
    QString string(InternedId id) const
    {
        const std::string_view text = m_kinds.string(id);
        return model::textOf(text);
    }
    QJsonObject entity(const Entity& entity) const;
    QJsonObject player(const PlayerState& state) const;

private:
    void movement(const Components& parts, QJsonObject& out) const;
    void work(const Components& parts, QJsonObject& out) const;
    void lists(const Components& parts, QJsonObject& out) const;
    const Kinds& m_kinds;
};

void StateWriter::movement(const Components& parts, QJsonObject& out) const
{
    if (const auto at = parts.position())
        out.insert(QStringLiteral("position"), placeOf(*at));
    if (const auto angle = parts.facing())
        out.insert(QStringLiteral("facing"), *angle);
    if (const auto motion = parts.motion())
        out.insert(QStringLiteral("motion"),
                   QJsonObject{{QStringLiteral("speed"), motion->speed},
                               {QStringLiteral("locomotor"), nameOf(Locomotors, motion->locomotor)},
                               {QStringLiteral("moving"), motion->moving},
                               {QStringLiteral("destination"), placeOf(motion->destination)}});
    if (const auto angle = parts.turret())
        out.insert(QStringLiteral("turret"), *angle);
}

void StateWriter::work(const Components& parts, QJsonObject& out) const
{
    if (const auto health = parts.health())
        out.insert(QStringLiteral("health"), QJsonObject{{QStringLiteral("current"), health->current},
                                                         {QStringLiteral("max"), health->max}});
    if (const auto weapon = parts.weapon()) {
        QJsonObject one{{QStringLiteral("weapon"), string(weapon->weapon)},
                        {QStringLiteral("cooldown"), wholeNumber(weapon->cooldown)}};
        if (weapon->hasTarget)
            one.insert(QStringLiteral("target"), tagOf(weapon->target));
        out.insert(QStringLiteral("weapon"), one);
    }
    if (const auto building = parts.building())
        out.insert(QStringLiteral("building"),
                   QJsonObject{{QStringLiteral("width"), building->width},
                               {QStringLiteral("height"), building->height},
                               {QStringLiteral("state"), nameOf(BuildStates, building->state)},
                               {QStringLiteral("progress"), building->progress}});
    if (const auto harvester = parts.harvester())
        out.insert(QStringLiteral("harvester"),
                   QJsonObject{{QStringLiteral("capacity"), harvester->capacity},
                               {QStringLiteral("carried"), harvester->carried},
                               {QStringLiteral("resource"), string(harvester->resource)}});
    if (const auto cloak = parts.cloak())
        out.insert(QStringLiteral("cloak"), *cloak);
    if (const auto rank = parts.veterancy())
        out.insert(QStringLiteral("veterancy"),
                   QJsonObject{{QStringLiteral("level"), rank->level},
                               {QStringLiteral("xp"), wholeNumber(rank->experience)}});
    if (const auto stance = parts.stance())
        out.insert(QStringLiteral("stance"), *stance);
    if (const auto cell = parts.slot(static_cast<unsigned>(Slot::SubCell)); !cell.empty())
        out.insert(QStringLiteral("sub_cell"), std::to_integer<int>(cell[0]));
    if (const auto bits = parts.conditions())
        out.insert(QStringLiteral("conditions"), wholeNumber(*bits));
    if (const auto sight = parts.sight())
        out.insert(QStringLiteral("sight"), *sight);
}

void StateWriter::lists(const Components& parts, QJsonObject& out) const
{
    if (parts.has(Slot::ProductionQueue)) {
        BinReader in(parts.slot(static_cast<unsigned>(Slot::ProductionQueue)));
        QJsonArray queue;
        for (int left = in.u8(); left > 0 && in.ok(); --left) {
            const InternedId type = in.u32();
            const std::uint32_t remaining = in.u32();
            const std::uint32_t total = in.u32();
            queue.append(QJsonObject{{QStringLiteral("type"), string(type)},
                                     {QStringLiteral("remaining"), wholeNumber(remaining)},
                                     {QStringLiteral("total"), wholeNumber(total)}});
        }
        out.insert(QStringLiteral("production_queue"), queue);
    }
    if (parts.has(Slot::Path)) {
        BinReader in(parts.slot(static_cast<unsigned>(Slot::Path)));
        QJsonArray path;
        for (std::size_t left = in.count(sizeof(WorldPos)); left > 0 && in.ok(); --left)
            path.append(placeOf(in.place()));
        out.insert(QStringLiteral("path"), path);
    }
    if (parts.has(Slot::Cargo)) {
        BinReader in(parts.slot(static_cast<unsigned>(Slot::Cargo)));
        QJsonArray cargo;
        for (std::size_t left = in.count(sizeof(UnitTag)); left > 0 && in.ok(); --left)
            cargo.append(tagOf(in.tag()));
        out.insert(QStringLiteral("cargo"), cargo);
    }
    for (unsigned slot = FirstSizedSlot; slot < 64; ++slot) {
        const bool known = slot <= static_cast<unsigned>(Slot::Cargo);
        if (!known && (parts.mask >> slot & 1) != 0)
            out.insert(QStringLiteral("slot_%1").arg(slot), hexText(parts.slot(slot)));
    }
}

QJsonObject StateWriter::entity(const Entity& entity) const
{
    QJsonObject out{{QStringLiteral("tag"), tagOf(entity.tag)}};
    if (const auto identity = entity.components.identity()) {
        out.insert(QStringLiteral("type"), string(identity->type));
        out.insert(QStringLiteral("owner"), wholeNumber(identity->owner));
        out.insert(QStringLiteral("kind"), nameOf(ActorKindNames, identity->kind));
    }
    movement(entity.components, out);
    work(entity.components, out);
    lists(entity.components, out);
    return out;
}

QJsonObject statsObject(const PlayerStats& s)
{
    return {{QStringLiteral("credits"), static_cast<qint64>(s.credits)},
            {QStringLiteral("total_collected"), static_cast<qint64>(s.totalCollected)},
            {QStringLiteral("total_spent"), static_cast<qint64>(s.totalSpent)},
            {QStringLiteral("collection_rate"), static_cast<qint64>(s.collectionRate)},
            {QStringLiteral("idle_harvester_ticks"), wholeNumber(s.idleHarvesterTicks)},
            {QStringLiteral("units_produced"), wholeNumber(s.unitsProduced)},
            {QStringLiteral("structures_built"), wholeNumber(s.structuresBuilt)},
            {QStringLiteral("idle_production_ticks"), wholeNumber(s.idleProductionTicks)},
            {QStringLiteral("units_killed"), wholeNumber(s.unitsKilled)},
            {QStringLiteral("units_lost"), wholeNumber(s.unitsLost)},
            {QStringLiteral("structures_destroyed"), wholeNumber(s.structuresDestroyed)},
            {QStringLiteral("structures_lost"), wholeNumber(s.structuresLost)},
            {QStringLiteral("killed_value"), static_cast<qint64>(s.killedValue)},
            {QStringLiteral("lost_value"), static_cast<qint64>(s.lostValue)},
            {QStringLiteral("damage_dealt"), static_cast<qint64>(s.damageDealt)},
            {QStringLiteral("damage_received"), static_cast<qint64>(s.damageReceived)},
            {QStringLiteral("apm"), wholeNumber(s.apm)},
            {QStringLiteral("epm"), wholeNumber(s.epm)},
            {QStringLiteral("army_value"), static_cast<qint64>(s.armyValue)},
            {QStringLiteral("power_produced"), s.powerProduced},
            {QStringLiteral("power_drained"), s.powerDrained},
            {QStringLiteral("harvesters"), s.harvesters},
            {QStringLiteral("refineries"), s.refineries},
            {QStringLiteral("unit_count"), s.unitCount},
            {QStringLiteral("structure_count"), s.structureCount}};
}

QJsonObject StateWriter::player(const PlayerState& state) const
{
    QJsonObject out{{QStringLiteral("player"), wholeNumber(state.player)}};
    if (state.credits)
        out.insert(QStringLiteral("credits"), static_cast<qint64>(*state.credits));
    if (state.power)
        out.insert(QStringLiteral("power"), QJsonObject{{QStringLiteral("produced"), (*state.power)[0]},
                                                        {QStringLiteral("drained"), (*state.power)[1]}});
    if (state.status)
        out.insert(QStringLiteral("status"), nameOf(Statuses, *state.status));
    if (state.stats)
        out.insert(QStringLiteral("stats"), statsObject(*state.stats));
    if (state.tech) {
        QJsonArray tech;
        for (const InternedId id : *state.tech)
            tech.append(string(id));
        out.insert(QStringLiteral("tech"), tech);
    }
    if (state.powers) {
        QJsonArray powers;
        for (const Power& power : *state.powers)
            powers.append(QJsonObject{{QStringLiteral("ability"), string(power.ability)},
                                      {QStringLiteral("remaining_ticks"), wholeNumber(power.remainingTicks)},
                                      {QStringLiteral("state"), nameOf(PowerStates, power.state)}});
        out.insert(QStringLiteral("powers"), powers);
    }
    if (state.look) {
        const auto& rgb = state.look->colour;
        out.insert(QStringLiteral("color"), QJsonArray{rgb[0], rgb[1], rgb[2]});
        out.insert(QStringLiteral("team"), state.look->team);
        out.insert(QStringLiteral("start"), placeOf(state.look->start));
    }
    return out;
}

QJsonObject lifeObject(const Life& life, const StateWriter& writer)
{
    QJsonObject out{{QStringLiteral("tag"), tagOf(life.tag)},
                    {QStringLiteral("first"), wholeNumber(life.first)}};
    if (life.deathTold)
        out.insert(QStringLiteral("end"), wholeNumber(life.end));
    if (life.type)
        out.insert(QStringLiteral("type"), writer.string(*life.type));
    if (life.owner)
        out.insert(QStringLiteral("owner"), wholeNumber(*life.owner));
    if (life.bornAt)
        out.insert(QStringLiteral("created_at"), placeOf(*life.bornAt));
    if (life.completed)
        out.insert(QStringLiteral("completed"), wholeNumber(*life.completed));
    return out;
}

QJsonObject sideObject(const KeyframeStore::Side& side)
{
    QJsonObject out;
    if (side.campaign)
        out.insert(QStringLiteral("campaign"), hexText(*side.campaign));
    if (side.script)
        out.insert(QStringLiteral("script"), hexText(*side.script));
    if (side.campaignLost)
        out.insert(QStringLiteral("campaign_lost"), true);
    if (side.scriptLost)
        out.insert(QStringLiteral("script_lost"), true);
    return out;
}

/// What events say of a player up to the tick.
QJsonObject reportsOf(const PlayerLog& log, SimTick tick)
{
    QJsonObject out;
    const auto lastOf = [tick](const auto& rows) {
        const auto next = std::upper_bound(rows.begin(), rows.end(), tick,
                                           [](SimTick t, const auto& row) { return t < row.tick; });
        return next == rows.begin() ? nullptr : &*(next - 1);
    };
    if (const StatSample* const stats = lastOf(log.stats)) {
        out.insert(QStringLiteral("stats_tick"), wholeNumber(stats->tick));
        out.insert(QStringLiteral("stats"), statsObject(stats->stats));
    }
    if (const CameraSample* const camera = lastOf(log.cameras))
        out.insert(QStringLiteral("camera"), QJsonObject{{QStringLiteral("tick"), wholeNumber(camera->tick)},
                                                         {QStringLiteral("position"), placeOf(camera->at)},
                                                         {QStringLiteral("zoom"), camera->zoom}});
    if (const SelectionPoint* const held = lastOf(log.selections)) {
        QJsonArray tags;
        for (const UnitTag tag : *held->units)
            tags.append(tagOf(tag));
        out.insert(QStringLiteral("selection"), tags);
    }
    return out;
}

} // namespace

QJsonObject nativeTick(const NativeQuery& query)
{
    const StateWriter writer(*query.kinds);
    QJsonObject out{{QStringLiteral("tick"), wholeNumber(query.tick)}};
    if (query.state != nullptr) {
        QJsonArray entities;
        for (const Entity& entity : query.state->entities)
            entities.append(writer.entity(entity));
        QJsonArray players;
        for (const PlayerState& state : *query.state->players)
            players.append(writer.player(state));
        QJsonObject keyframe{{QStringLiteral("tick"), wholeNumber(query.state->tick)},
                             {QStringLiteral("entities"), entities},
                             {QStringLiteral("players"), players}};
        if (query.side != nullptr)
            keyframe.insert(QStringLiteral("side"), sideObject(*query.side));
        out.insert(QStringLiteral("keyframe"), keyframe);
    }
    QJsonArray alive;
    for (std::size_t i = 0; i < query.log->lives.count(); ++i) {
        const Life& life = query.log->lives[i];
        if (life.first <= query.tick && query.tick < life.end)
            alive.append(lifeObject(life, writer));
    }
    out.insert(QStringLiteral("alive"), alive);
    QJsonObject reports;
    for (std::size_t p = 0; p < query.log->players.size(); ++p) {
        const QJsonObject told = reportsOf(query.log->players[p], query.tick);
        if (!told.isEmpty())
            reports.insert(QString::number((*query.players)[p].id), told);
    }
    out.insert(QStringLiteral("reports"), reports);
    return out;
}

} // namespace ghostline::ironcurtain
