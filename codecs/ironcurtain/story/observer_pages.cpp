// SPDX-License-Identifier: GPL-3.0-or-later
// What an observer sees of every player, by page and density, and which figures the roster table has.
#include "codecs/ironcurtain/story/declare.h"
#include "codecs/ironcurtain/story/story_kinds.h"

namespace ghostline::ironcurtain {

using model::Density;
using model::ObserverPage;

namespace {

ObserverPage page(const char* id, const char* name)
{
    ObserverPage page;
    page.id = QLatin1String(id);
    page.name = QLatin1String(name);
    return page;
}

void figure(ObserverPage& page, ActorProperty property, const char* shortName, Density from,
            bool spread = false)
{
    model::ObserverFigure& figure = page.figures.emplace_back();
    figure.property = id(property);
    figure.shortName = QLatin1String(shortName);
    figure.from = from;
    figure.spread = spread;
}

void graphs(ObserverPage& page, std::initializer_list<ActorProperty> properties)
{
    page.graphs.reserve(properties.size());
    for (const ActorProperty property : properties)
        page.graphs.push_back(id(property));
}

ObserverPage army()
{
    ObserverPage p = page("army", "Army");
    figure(p, ActorProperty::ArmyValue, "Army", Density::Compact, true);
    figure(p, ActorProperty::UnitCount, "Units", Density::Compact);
    figure(p, ActorProperty::KilledValue, "Killed", Density::Normal, true);
    figure(p, ActorProperty::LostValue, "Lost", Density::Normal, true);
    figure(p, ActorProperty::UnitsKilled, "Units killed", Density::Full);
    figure(p, ActorProperty::UnitsLost, "Units lost", Density::Full);
    p.census = true;
    graphs(p, {ActorProperty::ArmyValue, ActorProperty::UnitCount, ActorProperty::KilledValue,
               ActorProperty::LostValue});
    return p;
}

ObserverPage production()
{
    ObserverPage p = page("production", "Production");
    figure(p, ActorProperty::UnitsProduced, "Units made", Density::Compact, true);
    figure(p, ActorProperty::StructuresBuilt, "Built", Density::Normal, true);
    figure(p, ActorProperty::ProductionIdle, "Idle", Density::Normal);
    figure(p, ActorProperty::StructureCount, "Structures", Density::Full);
    p.listing.what = id(ActorProperty::Producing);
    p.listing.progress = id(ActorProperty::ProductionProgress);
    p.listing.more = id(ActorProperty::QueueLength);
    graphs(p, {ActorProperty::UnitsProduced, ActorProperty::StructuresBuilt, ActorProperty::ProductionIdle});
    return p;
}

ObserverPage economy()
{
    ObserverPage p = page("economy", "Economy");
    figure(p, ActorProperty::Credits, "Credits", Density::Compact);
    figure(p, ActorProperty::CollectionRate, "Income", Density::Compact, true);
    figure(p, ActorProperty::TotalCollected, "Collected", Density::Normal, true);
    figure(p, ActorProperty::TotalSpent, "Spent", Density::Normal, true);
    figure(p, ActorProperty::Harvesters, "Harvesters", Density::Normal);
    figure(p, ActorProperty::Refineries, "Refineries", Density::Full);
    figure(p, ActorProperty::HarvesterIdle, "Harvesters idle", Density::Full);
    graphs(p, {ActorProperty::Credits, ActorProperty::CollectionRate, ActorProperty::TotalCollected,
               ActorProperty::TotalSpent, ActorProperty::Harvesters});
    return p;
}

ObserverPage powerPage(const PowerList& powers, const Kinds& kinds)
{
    ObserverPage p = page("powers", "Powers");
    for (std::size_t i = 0; i < powers.size(); ++i) {
        model::ObserverFigure& figure = p.figures.emplace_back();
        figure.property = powerState(i);
        figure.timer = powerRemaining(i);
        figure.shortName = kinds.readable(powers[i]);
        figure.from = i < 2 ? Density::Compact : Density::Normal;
    }
    const Density energy = powers.empty() ? Density::Compact : Density::Normal;
    figure(p, ActorProperty::PowerProduced, "Power", energy, true);
    figure(p, ActorProperty::PowerDrained, "Drained", energy);
    graphs(p, {ActorProperty::PowerProduced, ActorProperty::PowerDrained});
    return p;
}

ObserverPage score()
{
    ObserverPage p = page("score", "Score");
    figure(p, ActorProperty::KilledValue, "Killed", Density::Compact, true);
    figure(p, ActorProperty::LostValue, "Lost", Density::Compact, true);
    figure(p, ActorProperty::UnitsKilled, "Units killed", Density::Normal);
    figure(p, ActorProperty::UnitsLost, "Units lost", Density::Normal);
    figure(p, ActorProperty::StructuresDestroyed, "Razed", Density::Normal);
    figure(p, ActorProperty::StructuresLost, "Structures lost", Density::Normal);
    figure(p, ActorProperty::DamageDealt, "Damage", Density::Full, true);
    figure(p, ActorProperty::DamageReceived, "Received", Density::Full, true);
    figure(p, ActorProperty::Status, "Status", Density::Full);
    graphs(p, {ActorProperty::KilledValue, ActorProperty::LostValue, ActorProperty::UnitsKilled,
               ActorProperty::UnitsLost, ActorProperty::DamageDealt});
    return p;
}

ObserverPage actions()
{
    ObserverPage p = page("apm", "APM");
    figure(p, ActorProperty::Apm, "APM", Density::Compact, true);
    figure(p, ActorProperty::Epm, "EPM", Density::Normal, true);
    graphs(p, {ActorProperty::Apm, ActorProperty::Epm});
    return p;
}

/// Nothing here is summed over restarts: the format's own running totals stand as they are at the playhead.
void statistic(model::Scoreboard& board, const char* key, const char* name, const char* shortName,
               ActorProperty property, const QString& eventKind = {}, int eventActor = 0)
{
    model::Statistic& statistic = board.statistics.emplace_back();
    statistic.id = QLatin1String(key);
    statistic.name = QLatin1String(name);
    statistic.shortName = QLatin1String(shortName);
    statistic.actor = id(property);
    statistic.eventKind = eventKind;
    statistic.eventActor = eventActor;
    statistic.counter = false;
}

} // namespace

std::vector<ObserverPage> observerPages(const PowerList& powers, const Kinds& kinds)
{
    return {army(), production(), economy(), powerPage(powers, kinds), score(), actions()};
}

model::Scoreboard scoreboard()
{
    const QString lost = storyKindId(StoryKind::UnitLost);
    const QString razed = storyKindId(StoryKind::BuildingLost);
    model::Scoreboard board;
    statistic(board, "army_value", "Army value", "Army", ActorProperty::ArmyValue,
              storyKindId(StoryKind::Engagement), -1);
    statistic(board, "units_killed", "Units killed", "Kills", ActorProperty::UnitsKilled, lost, 1);
    statistic(board, "units_lost", "Units lost", "Losses", ActorProperty::UnitsLost, lost);
    statistic(board, "structures_destroyed", "Structures destroyed", "Razed",
              ActorProperty::StructuresDestroyed, razed, 1);
    statistic(board, "structures_lost", "Structures lost", "Str. lost", ActorProperty::StructuresLost, razed);
    statistic(board, "killed_value", "Value killed", "Killed", ActorProperty::KilledValue);
    statistic(board, "lost_value", "Value lost", "Lost", ActorProperty::LostValue);
    statistic(board, "credits", "Credits", "Credits", ActorProperty::Credits);
    statistic(board, "collected", "Collected in all", "Collected", ActorProperty::TotalCollected);
    statistic(board, "apm", "Actions per minute", "APM", ActorProperty::Apm);
    board.tables << storyKindId(StoryKind::Engagement);
    return board;
}

} // namespace ghostline::ironcurtain
