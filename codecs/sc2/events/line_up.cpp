// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/line_up.h"

#include "codecs/rts/cast.h"
#include "codecs/rts/declare.h"
#include "codecs/sc2/events/derived_kinds.h"
#include "codecs/sc2/events/observer_pages.h"
#include "model/replay/results.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ghostline::sc2 {

namespace {

struct NamedColour
{
    const char* name;
    std::array<int, 3> rgb;
};

/// The game's own colours, as replays carry them.
constexpr std::array<NamedColour, 15> Colours{{{"Red", {180, 20, 30}},
                                               {"Blue", {0, 66, 255}},
                                               {"Teal", {28, 167, 234}},
                                               {"Purple", {84, 0, 129}},
                                               {"Yellow", {235, 225, 41}},
                                               {"Orange", {254, 138, 14}},
                                               {"Green", {22, 128, 0}},
                                               {"Light pink", {204, 166, 252}},
                                               {"Violet", {31, 1, 201}},
                                               {"Light grey", {82, 84, 148}},
                                               {"Dark green", {16, 98, 70}},
                                               {"Brown", {78, 42, 4}},
                                               {"Light green", {150, 255, 145}},
                                               {"Dark grey", {35, 35, 35}},
                                               {"Pink", {229, 91, 176}}}};
/// Squared distance up to which a colour is one of these and not a custom one.
constexpr int SameColour = 40 * 40;

QString colourText(const std::array<std::uint8_t, 3>& rgb)
{
    const NamedColour* best = nullptr;
    int least = SameColour;
    for (const NamedColour& colour : Colours) {
        int distance = 0;
        for (std::size_t i = 0; i < rgb.size(); ++i)
            distance += (rgb[i] - colour.rgb[i]) * (rgb[i] - colour.rgb[i]);
        if (distance < least) {
            best = &colour;
            least = distance;
        }
    }
    if (best != nullptr)
        return QLatin1String(best->name);
    return rts::colourText(rgb);
}

bool sidesCount(const ReplayHead& head)
{
    std::set<int> sides;
    for (const Participant& player : head.participants)
        sides.insert(player.team);
    return sides.size() < head.participants.size() && sides.size() > 1;
}

QString rounded(double value) { return QString::number(std::lround(value)); }

/// Over the whole game: its own figure where it tells one, else ours, which says so.
QString apmText(const ReplayData& data, std::size_t p)
{
    const std::optional<double>& own = data.head.participants[p].apm;
    if (own && *own > 0)
        return rounded(*own);
    const auto& counted = data.actions.averageApm;
    return p < counted.size() && counted[p] > 0 ? QStringLiteral("%1 (counted here)").arg(rounded(counted[p]))
                                                : QString();
}

model::PlayerCard card(const ReplayData& data, const DerivedEvents& derived, std::size_t p)
{
    const Participant& player = data.head.participants[p];
    model::PlayerCard card;
    card.actor = ActorNumbers{data.head.participants.size()}.player(p);
    card.name = player.name;
    card.clan = player.clan;
    card.team = static_cast<int>(p);
    if (p < derived.results.size())
        card.result = outcomeText(derived.results[p]);
    card.resultInferred = p < derived.resultInferred.size() && derived.resultInferred[p];
    const auto fact = [&card](const char* label, const QString& value) {
        if (!value.isEmpty())
            card.facts.emplace_back(QLatin1String(label), value);
    };
    fact("Race", raceText(player));
    fact("Colour", colourText(player.rgb));
    if (sidesCount(data.head))
        fact("Side", QStringLiteral("Team %1").arg(player.team + 1));
    if (player.computer)
        fact("Computer", player.difficulty.isEmpty() ? QStringLiteral("yes") : player.difficulty);
    if (player.mmr)
        fact("MMR", rounded(*player.mmr));
    fact("Game APM", apmText(data, p));
    if (player.handicap != 100)
        fact("Handicap", QStringLiteral("%1%").arg(player.handicap));
    fact("Hero", player.hero);
    return card;
}

model::Scoreboard scoreboard(const ReplayData& data)
{
    model::Scoreboard board;
    const auto add = [&board](const char* key, const char* name, const char* shortName,
                              ActorProperty property, const char* eventKind = "") {
        board.statistics.push_back(rts::gauge(key, name, shortName, id(property), QLatin1String(eventKind)));
    };
    if (data.hasTracker) {
        add("supply_used", "Supply used", "Supply", ActorProperty::SupplyUsed);
        add("supply_made", "Supply made", "Of", ActorProperty::SupplyMade);
        add("workers", "Workers", "Workers", ActorProperty::Workers);
        add("income", "Income, both resources", "Income", ActorProperty::Income);
        add("unspent", "Unspent resources", "Unspent", ActorProperty::Unspent);
        board.strength = id(ActorProperty::ArmyValue);
        add("army_value", "Resources in the army", "Army", ActorProperty::ArmyValue, "fight");
        add("lost", "Resources lost", "Lost", ActorProperty::ResourcesLost, "fight");
        add("killed", "Resources killed", "Killed", ActorProperty::ResourcesKilled, "fight");
        add("bases", "Bases", "Bases", ActorProperty::Bases, "expansion");
        add("upgrades", "Upgrades", "Upgrades", ActorProperty::Upgrades, "upgrade");
    }
    using enum ActorProperty;
    if (data.hasTracker) {
        board.sideFigures = {
            {QStringLiteral("Supply"), QStringLiteral("Supply"), id(SupplyUsed), id(SupplyMade)},
            {QStringLiteral("Workers"), QStringLiteral("Workers"), id(Workers), {}},
            {QStringLiteral("Minerals"), QStringLiteral("Minerals"), id(Minerals), {}},
            {QStringLiteral("Vespene"), QStringLiteral("Gas"), id(Vespene), {}},
            {QStringLiteral("Income"), QStringLiteral("Income"), id(Income), {}},
            {QStringLiteral("Army value"), QStringLiteral("Army"), id(ArmyValue), {}}};
    }
    board.sideFigures.push_back({QStringLiteral("APM (last minute)"), QStringLiteral("APM"), id(Apm), {}});
    for (const Participant& who : data.head.participants)
        board.sideNotes << raceText(who);
    add("apm", "Actions per minute, over the last minute", "APM", ActorProperty::Apm);
    add("epm", "Effective actions per minute, over the last minute", "EPM", ActorProperty::Epm);
    add("screens", "Screens per minute, over the last minute", "Screens", ActorProperty::Screens);
    if (data.hasTracker)
        board.tables << derivedKindId(DerivedKind::Fight);
    board.tables << derivedKindId(DerivedKind::Upgrade) << derivedKindId(DerivedKind::Chat);
    if (data.hasTracker)
        board.tables << derivedKindId(DerivedKind::SupplyBlock);
    return board;
}

model::EventColumns buildOrders(bool supplyKnown)
{
    model::EventColumns columns;
    columns.id = QStringLiteral("build_order");
    columns.name = QStringLiteral("Build orders");
    columns.kinds = {derivedKindId(DerivedKind::Build), derivedKindId(DerivedKind::Train),
                     derivedKindId(DerivedKind::Upgrade)};
    if (supplyKnown) {
        columns.countKey = QStringLiteral("supply");
        columns.countName = QStringLiteral("Supply");
    }
    return columns;
}

} // namespace

QString outcomeText(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Win:
        return model::WinResult;
    case Outcome::Loss:
        return model::LossResult;
    case Outcome::Tie:
        return QStringLiteral("Tie");
    default:
        return {};
    }
}

QString raceText(const Participant& participant)
{
    const auto name = [](Race race) -> QString {
        switch (race) {
        case Race::Terran:
            return QStringLiteral("Terran");
        case Race::Zerg:
            return QStringLiteral("Zerg");
        case Race::Protoss:
            return QStringLiteral("Protoss");
        case Race::Random:
            return QStringLiteral("Random");
        default:
            return {};
        }
    };
    const QString played = name(participant.played);
    if (played.isEmpty() || participant.played == Race::Random) {
        const QString picked = name(participant.picked);
        return participant.raceText.isEmpty() ? picked : participant.raceText;
    }
    return participant.picked == Race::Random ? played + QStringLiteral(" (random)") : played;
}

void declareLineUp(model::ReplayInfo& info, const ReplayData& data, const DerivedEvents& derived)
{
    info.players.clear();
    info.players.reserve(data.head.participants.size());
    for (std::size_t p = 0; p < data.head.participants.size(); ++p)
        info.players.push_back(card(data, derived, p));
    info.scoreboard = scoreboard(data);
    info.eventColumns = {buildOrders(data.hasTracker)};
    info.observer = observerPages(data);
    info.census.type = id(ActorProperty::UnitType);
    info.census.group = id(ActorProperty::UnitGroup);
    info.census.cost = id(ActorProperty::Worth);
    info.census.costName = QStringLiteral("Resources");
}

} // namespace ghostline::sc2
