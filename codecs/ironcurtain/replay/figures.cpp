// SPDX-License-Identifier: GPL-3.0-or-later

#include "codecs/ironcurtain/replay/figures.h"

#include <algorithm>
#include <limits>

namespace ghostline::ironcurtain {

namespace {

using model::PropertyValue;

class FigureWriter
{
public:
    FigureWriter(std::span<PropertyValue> values, int msPerTick) : m_values(values), m_msPerTick(msPerTick) {}
    void integer(ActorProperty property, std::int64_t value)
    {
        set(id(property), PropertyValue::integer(value));
    }
    void real(ActorProperty property, double value) { set(id(property), PropertyValue::real(value)); }
    void set(model::ActorPropertyId property, PropertyValue value)
    {
        if (property.index() < m_values.size())
            m_values[property.index()] = value;
    }
    double seconds(double ticks) const { return ticks * m_msPerTick / 1000.0; }

    void stats(const PlayerStats& s)
    {
        integer(ActorProperty::Credits, s.credits);
        real(ActorProperty::CollectionRate, static_cast<double>(s.collectionRate) / 1024.0);
        integer(ActorProperty::TotalCollected, s.totalCollected);
        integer(ActorProperty::TotalSpent, s.totalSpent);
        real(ActorProperty::HarvesterIdle, seconds(static_cast<double>(s.idleHarvesterTicks)));
        integer(ActorProperty::UnitsProduced, s.unitsProduced);
        integer(ActorProperty::StructuresBuilt, s.structuresBuilt);
        real(ActorProperty::ProductionIdle, seconds(static_cast<double>(s.idleProductionTicks)));
        integer(ActorProperty::UnitsKilled, s.unitsKilled);
        integer(ActorProperty::UnitsLost, s.unitsLost);
        integer(ActorProperty::StructuresDestroyed, s.structuresDestroyed);
        integer(ActorProperty::StructuresLost, s.structuresLost);
        integer(ActorProperty::KilledValue, s.killedValue);
        integer(ActorProperty::LostValue, s.lostValue);
        integer(ActorProperty::DamageDealt, s.damageDealt);
        integer(ActorProperty::DamageReceived, s.damageReceived);
        integer(ActorProperty::Apm, s.apm);
        integer(ActorProperty::Epm, s.epm);
        integer(ActorProperty::ArmyValue, s.armyValue);
        integer(ActorProperty::PowerProduced, s.powerProduced);
        integer(ActorProperty::PowerDrained, s.powerDrained);
        integer(ActorProperty::Harvesters, s.harvesters);
        integer(ActorProperty::Refineries, s.refineries);
        integer(ActorProperty::UnitCount, s.unitCount);
        integer(ActorProperty::StructureCount, s.structureCount);
    }

private:
    std::span<PropertyValue> m_values;
    int m_msPerTick;
};

/// All that was collected up to a tick.
std::int64_t collectedBy(const PlayerLog& log, SimTick tick)
{
    const auto next = std::upper_bound(log.collected.begin(), log.collected.end(), tick,
                                       [](SimTick t, const auto& row) { return t < row.first; });
    return next == log.collected.begin() ? 0 : (next - 1)->second;
}

/// Null when there is none up to the tick.
const StatSample* lastReport(const PlayerLog& log, SimTick tick)
{
    const auto next = std::upper_bound(log.stats.begin(), log.stats.end(), tick,
                                       [](SimTick t, const StatSample& sample) { return t < sample.tick; });
    return next == log.stats.begin() ? nullptr : &*(next - 1);
}

void fillPowers(const FigureQuery& query, FigureWriter& write)
{
    if (query.state == nullptr || !query.state->powers)
        return;
    const PowerList& powers = query.context.powers;
    const double since = query.exactOnly || !query.estimate
                             ? 0.0
                             : static_cast<double>(query.tick - query.stateTick) + query.fraction;
    for (const Power& power : *query.state->powers) {
        const auto at = std::find(powers.begin(), powers.end(), power.ability);
        if (at == powers.end())
            continue;
        const auto number = static_cast<std::size_t>(at - powers.begin());
        write.set(powerState(number), PropertyValue::integer(static_cast<int>(power.state)));
        if (power.state != PowerState::Charging)
            continue;
        const double left = std::max(0.0, static_cast<double>(power.remainingTicks) - since);
        write.set(powerRemaining(number), PropertyValue::real(write.seconds(left)));
    }
}

/// Credits of a file may be anything.
std::int64_t saturated(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    return b > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
}

} // namespace

FigureOrigin fillFigures(const FigureQuery& query, std::span<PropertyValue> values)
{
    FigureWriter write(values, query.context.msPerTick);
    const PlayerState* const state = query.state;
    const PlayerLog* const log = query.player < query.context.log->players.size()
                                     ? &query.context.log->players[query.player]
                                     : nullptr;
    const StatSample* const last =
        log != nullptr && !query.exactOnly ? lastReport(*log, query.tick) : nullptr;
    // At one tick the keyframe has the last word.
    const bool keyframeNewer = state != nullptr && (last == nullptr || last->tick <= query.stateTick);
    if (last != nullptr)
        write.stats(last->stats);
    std::optional<std::int64_t> credits;
    SimTick creditsAt = 0;
    if (last != nullptr) {
        credits = last->stats.credits;
        creditsAt = last->tick;
    }
    if (keyframeNewer) {
        if (state->stats)
            write.stats(*state->stats);
        if (state->power) {
            write.integer(ActorProperty::PowerProduced, (*state->power)[0]);
            write.integer(ActorProperty::PowerDrained, (*state->power)[1]);
        }
        if (state->credits || state->stats) {
            credits = state->credits ? *state->credits : state->stats->credits;
            creditsAt = query.stateTick;
        }
    }
    if (state != nullptr && state->status)
        write.integer(ActorProperty::Status, static_cast<int>(*state->status));
    if (credits) {
        if (log != nullptr && query.estimate && !query.exactOnly && query.tick > creditsAt)
            credits = saturated(*credits, collectedBy(*log, query.tick) - collectedBy(*log, creditsAt));
        write.integer(ActorProperty::Credits, *credits);
    }
    fillPowers(query, write);
    if (last == nullptr || (keyframeNewer && state->stats))
        return FigureOrigin::Keyframe;
    return last->tick == query.tick ? FigureOrigin::ReportNow : FigureOrigin::ReportBefore;
}

} // namespace ghostline::ironcurtain
