// SPDX-License-Identifier: GPL-3.0-or-later
// The properties that actors have, by name, in the order of replay/ids.h.
#include "codecs/ironcurtain/derived/declare.h"

#include "codecs/ironcurtain/derived/derived_kinds.h"
#include "codecs/rts/declare.h"
#include "model/replay/results.h"

#include <QSet>

#include <algorithm>

namespace ghostline::ironcurtain {

using model::PropertyInfo;
using model::PropertyType;

namespace {

void declareUnits(rts::PropertyList& all)
{
    all.group(QStringLiteral("Unit"));
    all.add("type", "Type", PropertyType::Text);
    all.add("group", "Group", PropertyType::Enumeration).names = {
        QStringLiteral("Infantry"), QStringLiteral("Vehicles"), QStringLiteral("Aircraft"),
        QStringLiteral("Ships"),    QStringLiteral("Economy"),  QStringLiteral("Buildings")};
    all.add("health", "Health", PropertyType::Real);
    all.add("max_health", "Health when whole", PropertyType::Real);
    all.add("turret", "Turret", PropertyType::Real, "°").interpolation = model::Interpolation::Angle;
    all.count("veterancy", "Veterancy");
    all.add("sight", "Sight", PropertyType::Real, "m");
    all.group(QStringLiteral("Production"));
    all.add("progress", "Building progress", PropertyType::Real, "%");
    all.add("producing", "Producing", PropertyType::Text);
    all.add("production_progress", "Production progress", PropertyType::Real, "%");
    all.count("queue_length", "In line");
    all.group(QStringLiteral("Unit"));
    all.count("carried", "Carried");
    all.add("conditions", "Conditions", PropertyType::Flags).names = {
        QStringLiteral("Prone"), QStringLiteral("Low power"), QStringLiteral("Iron curtain"),
        QStringLiteral("Cloaked")};
    all.count("look", "Look");
}

void declareEconomy(rts::PropertyList& all)
{
    all.group(QStringLiteral("Match"));
    all.add("status", "Status", PropertyType::Enumeration).names = {
        QStringLiteral("Playing"), QStringLiteral("Defeated"), QStringLiteral("Won"), QStringLiteral("Left")};
    all.group(QStringLiteral("Economy"));
    all.count("credits", "Credits");
    all.add("collection_rate", "Collection rate", PropertyType::Real, "/min");
    all.count("total_collected", "Collected in all");
    all.count("total_spent", "Spent in all");
    all.add("harvester_idle", "Harvesters idle", PropertyType::Real, "s");
}

void declareCombat(rts::PropertyList& all)
{
    all.group(QStringLiteral("Production"));
    all.count("units_produced", "Units produced");
    all.count("structures_built", "Structures built");
    all.add("production_idle", "Production idle", PropertyType::Real, "s");
    all.group(QStringLiteral("Combat"));
    all.count("units_killed", "Units killed");
    all.count("units_lost", "Units lost");
    all.count("structures_destroyed", "Structures destroyed");
    all.count("structures_lost", "Structures lost");
    all.count("killed_value", "Value killed");
    all.count("lost_value", "Value lost");
    all.count("damage_dealt", "Damage dealt");
    all.count("damage_received", "Damage received");
    all.group(QStringLiteral("Actions"));
    all.add("apm", "Actions per minute", PropertyType::Integer, "/min");
    all.add("epm", "Effective actions per minute", PropertyType::Integer, "/min");
    all.group(QStringLiteral("Combat"));
    all.count("army_value", "Army value");
    all.group(QStringLiteral("Powers"));
    all.count("power_produced", "Power produced");
    all.count("power_drained", "Power drained");
    all.group(QStringLiteral("Economy"));
    all.count("harvesters", "Harvesters");
    all.count("refineries", "Refineries");
    all.group(QStringLiteral("Combat"));
    all.count("unit_count", "Units");
    all.count("structure_count", "Structures");
}

/// Stable and snake_case whatever the file calls it.
QString keyOf(std::string_view identifier)
{
    QString key;
    for (const char c : identifier) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool upper = c >= 'A' && c <= 'Z';
        key += QLatin1Char(plain ? c : upper ? static_cast<char>(c - 'A' + 'a') : '_');
    }
    return key.isEmpty() ? QStringLiteral("unnamed") : key;
}

void declarePowers(rts::PropertyList& all, const PowerList& powers, const Kinds& kinds)
{
    all.group(QStringLiteral("Powers"));
    const QStringList states{QStringLiteral("Locked"), QStringLiteral("Charging"), QStringLiteral("Ready")};
    QSet<QString> taken;
    for (std::size_t i = 0; i < powers.size(); ++i) {
        QString key = keyOf(kinds.string(powers[i]));
        if (taken.contains(key))
            key += QStringLiteral("_%1").arg(i + 1);
        taken.insert(key);
        const QString name = kinds.readable(powers[i]);
        all.add(QStringLiteral("power_%1").arg(key), name, PropertyType::Enumeration).names = states;
        all.add(QStringLiteral("power_%1_remaining").arg(key), QStringLiteral("%1 ready in").arg(name),
                PropertyType::Real, "s");
    }
}

} // namespace

std::vector<PropertyInfo> actorProperties(const PowerList& powers, const Kinds& kinds)
{
    rts::PropertyList all(static_cast<std::size_t>(ActorProperty::FirstPower) + 2 * powers.size());
    declareUnits(all);
    declareEconomy(all);
    declareCombat(all);
    declarePowers(all, powers, kinds);
    return all.take();
}

model::Census census()
{
    model::Census census;
    census.type = id(ActorProperty::Type);
    census.group = id(ActorProperty::Group);
    return census;
}

// What an observer sees of every player, by page and density, and which figures the roster table has.

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
    board.statistics.push_back(rts::gauge(key, name, shortName, id(property), eventKind, eventActor));
}

} // namespace

std::vector<ObserverPage> observerPages(const PowerList& powers, const Kinds& kinds)
{
    return {army(), production(), economy(), powerPage(powers, kinds), score(), actions()};
}

model::Scoreboard scoreboard()
{
    const QString lost = derivedKindId(DerivedKind::UnitLost);
    const QString razed = derivedKindId(DerivedKind::BuildingLost);
    model::Scoreboard board;
    board.strength = id(ActorProperty::ArmyValue);
    statistic(board, "army_value", "Army value", "Army", ActorProperty::ArmyValue,
              derivedKindId(DerivedKind::Engagement), -1);
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
    board.tables << derivedKindId(DerivedKind::Engagement);
    using enum ActorProperty;
    board.sideFigures = {
        {QStringLiteral("Power"), QStringLiteral("Power"), id(PowerDrained), id(PowerProduced)},
        {QStringLiteral("Harvesters"), QStringLiteral("Harv."), id(Harvesters), {}},
        {QStringLiteral("Credits"), QStringLiteral("Credits"), id(Credits), {}},
        {QStringLiteral("Income"), QStringLiteral("Income"), id(CollectionRate), {}},
        {QStringLiteral("Army value"), QStringLiteral("Army"), id(ArmyValue), {}},
        {QStringLiteral("Value killed"), QStringLiteral("Killed"), id(KilledValue), {}},
        {QStringLiteral("Actions per minute"), QStringLiteral("APM"), id(Apm), {}}};
    return board;
}

// The line-up: who played what, and how it ended for them.

namespace {

QString win() { return model::WinResult; }
QString loss() { return model::LossResult; }
QString draw() { return QStringLiteral("Draw"); }

/// The metadata's own word, in the viewer's words where it is one of the usual ones.
QString recordedResult(const QString& outcome)
{
    const QString word = outcome.trimmed();
    const QString plain = word.toLower();
    if (plain == QLatin1String("won") || plain == QLatin1String("win") || plain == QLatin1String("victory"))
        return win();
    if (plain == QLatin1String("lost") || plain == QLatin1String("loss") ||
        plain == QLatin1String("defeat") || plain == QLatin1String("defeated"))
        return loss();
    if (plain == QLatin1String("draw") || plain == QLatin1String("tie"))
        return draw();
    return word.isEmpty() ? word : word.left(1).toUpper() + word.mid(1);
}

const model::Event* matchEnd(const model::EventTable& events)
{
    const auto found = std::find_if(events.events.begin(), events.events.end(), [](const model::Event& e) {
        return e.kind == static_cast<int>(DerivedKind::MatchEnd);
    });
    return found == events.events.end() ? nullptr : &*found;
}

/// From what MatchEnded says; empty where that does not settle it.
QString concludedResult(const Players& players, const Player& player, const QJsonObject& end)
{
    const QString outcome = end.value(QLatin1String("outcome")).toString();
    if (outcome == QLatin1String("Draw"))
        return draw();
    if (outcome == QLatin1String("Abandoned") &&
        end.value(QLatin1String("player")).toInteger(-1) == qint64{player.id})
        return QStringLiteral("Left");
    if (outcome != QLatin1String("Completed"))
        return {};
    if (const qint64 team = end.value(QLatin1String("winner_team")).toInteger(-1); team >= 0) {
        if (player.team < 0)
            return {};
        return player.team == team ? win() : loss();
    }
    const qint64 winner = end.value(QLatin1String("winner")).toInteger(-1);
    if (winner < 0)
        return {};
    const int index = players.indexOf(static_cast<PlayerId>(winner));
    const int side = index < 0 ? -1 : players[static_cast<std::size_t>(index)].team;
    return qint64{player.id} == winner || (side >= 0 && side == player.team) ? win() : loss();
}

QString recordedApm(const Metadata& metadata, PlayerId id)
{
    for (const MetaPlayer& player : metadata.players) {
        if (player.slot == id && player.apm && *player.apm >= 0 && *player.apm < 1e6)
            return QString::number(*player.apm, 'f', 0);
    }
    return {};
}

/// Counted from the orders where there are any, else the recorded average.
QString apmText(const Player& player, const Metadata& metadata, const OrderCounts& orders, double minutes)
{
    if (orders.frames == 0 || minutes <= 0.0) {
        const QString recorded = recordedApm(metadata, player.id);
        return recorded.isEmpty() ? recorded : QStringLiteral("%1 (as recorded)").arg(recorded);
    }
    const auto found = orders.actions.find(player.id);
    const auto actions = found == orders.actions.end() ? std::uint64_t{0} : found->second;
    return QString::number(static_cast<double>(actions) / minutes, 'f', 0);
}

} // namespace

std::vector<model::PlayerCard> playerCards(const Players& players, const Metadata& metadata,
                                           const model::EventTable& events, const OrderCounts& orders,
                                           const model::TimeAxis& axis)
{
    const model::Event* end = matchEnd(events);
    const double minutes = model::seconds(end != nullptr ? end->time : axis.duration()) / 60.0;
    std::vector<model::PlayerCard> cards;
    cards.reserve(players.count());
    for (std::size_t i = 0; i < players.count(); ++i) {
        const Player& player = players[i];
        model::PlayerCard& card = cards.emplace_back();
        card.actor = ActorNumbers{players.count()}.player(i);
        card.name = player.name;
        card.team = static_cast<int>(i);
        card.result = recordedResult(player.outcome);
        if (card.result.isEmpty() && end != nullptr) {
            card.result = concludedResult(players, player, end->data);
            card.resultInferred = !card.result.isEmpty();
        }
        if (!player.faction.isEmpty())
            card.facts.emplace_back(QStringLiteral("Faction"), player.faction);
        if (const QString apm = apmText(player, metadata, orders, minutes); !apm.isEmpty())
            card.facts.emplace_back(QStringLiteral("Game APM"), apm);
        if (std::find(orders.cheaters.begin(), orders.cheaters.end(), player.id) != orders.cheaters.end())
            card.facts.emplace_back(QStringLiteral("DEV"), QStringLiteral("used cheats"));
    }
    return cards;
}

} // namespace ghostline::ironcurtain
