// SPDX-License-Identifier: GPL-3.0-or-later
// The line-up: who played what, and how it ended for them.
#include "codecs/ironcurtain/story/declare.h"
#include "codecs/ironcurtain/story/story_kinds.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

QString win() { return QStringLiteral("Win"); }
QString loss() { return QStringLiteral("Loss"); }
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
        return e.kind == static_cast<int>(StoryKind::MatchEnd);
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
            card.facts.emplace_back(QStringLiteral("APM"), apm);
        if (std::find(orders.cheaters.begin(), orders.cheaters.end(), player.id) != orders.cheaters.end())
            card.facts.emplace_back(QStringLiteral("DEV"), QStringLiteral("used cheats"));
    }
    return cards;
}

} // namespace ghostline::ironcurtain
