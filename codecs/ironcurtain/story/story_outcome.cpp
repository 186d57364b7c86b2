// SPDX-License-Identifier: GPL-3.0-or-later
// How the match ended, in words.
#include "codecs/ironcurtain/story/story_talk.h"

namespace ghostline::ironcurtain {

namespace {

constexpr std::array<const char*, 5> OutcomeNames{"Completed", "Abandoned", "Draw", "Remade",
                                                  "DesyncTerminated"};
constexpr std::array<const char*, 5> ReasonNames{"Elimination", "Surrender", "TeamSurrender",
                                                 "ObjectiveCompleted", "Draw"};
constexpr std::array<const char*, 5> ReasonWords{"elimination", "surrender", "surrender of the team",
                                                 "objective completed", "draw agreed"};

QString teamText(const StoryList& list, std::uint8_t team)
{
    const Players& players = list.context().players;
    QStringList names;
    for (std::size_t i = 0; i < players.count(); ++i) {
        if (players[i].team == team)
            names << players[i].name;
    }
    const QString number = QStringLiteral("Team %1").arg(team + 1); // as the sides are named
    return names.isEmpty() ? number : QStringLiteral("%1 (%2)").arg(number, joined(names));
}

QString outcomeText(const StoryList& list, const MatchOutcome& outcome)
{
    switch (outcome.kind) {
    case MatchOutcome::Kind::Completed:
        if (outcome.winnerTeam)
            return QStringLiteral("%1 wins").arg(teamText(list, *outcome.winnerTeam));
        return QStringLiteral("%1 wins").arg(list.name(outcome.winner.value_or(0)));
    case MatchOutcome::Kind::Abandoned:
        return QStringLiteral("%1 abandoned the match").arg(list.name(outcome.leaver.value_or(0)));
    case MatchOutcome::Kind::Draw:
        return QStringLiteral("The match is a draw");
    case MatchOutcome::Kind::Remade:
        return QStringLiteral("The match is remade: it does not count");
    case MatchOutcome::Kind::DesyncTerminated:
        break;
    }
    return QStringLiteral("The match was ended because the players' games no longer agreed");
}

} // namespace

void TalkStory::ended(SimTick tick, const MatchEnded& event)
{
    model::Event* told = m_list.add(StoryKind::MatchEnd, tick);
    if (told == nullptr)
        return;
    told->severity = 1;
    const std::optional<MatchOutcome> outcome = parseOutcome(event.outcome);
    if (!outcome) {
        told->text = QStringLiteral("The match ended");
        return;
    }
    told->text = outcomeText(m_list, *outcome);
    QJsonObject& data = told->data;
    data[QLatin1String("outcome")] = QLatin1String(OutcomeNames[static_cast<std::size_t>(outcome->kind)]);
    if (outcome->winner) {
        data[QLatin1String("winner")] = static_cast<qint64>(*outcome->winner);
        m_list.actor(*told, *outcome->winner);
    }
    if (outcome->winnerTeam) {
        data[QLatin1String("winner_team")] = int{*outcome->winnerTeam};
        for (const int index : teamNumber(*outcome->winnerTeam)) {
            if (index >= 0)
                told->actors.push_back(static_cast<model::ActorId>(index));
        }
    }
    if (outcome->leaver) {
        data[QLatin1String("player")] = static_cast<qint64>(*outcome->leaver);
        m_list.actor(*told, *outcome->leaver);
    }
    if (outcome->at)
        data[QLatin1String("tick")] = static_cast<qint64>(*outcome->at);
    if (outcome->reason) {
        const auto reason = static_cast<std::size_t>(*outcome->reason);
        data[QLatin1String("reason")] = QLatin1String(ReasonNames[reason]);
        told->text += QStringLiteral(": ") + QLatin1String(ReasonWords[reason]);
    }
    if (outcome->surrendered) {
        data[QLatin1String("surrendered")] = static_cast<qint64>(*outcome->surrendered);
        told->text += QStringLiteral(" of %1").arg(m_list.name(*outcome->surrendered));
    }
    if (outcome->surrenderedTeam)
        data[QLatin1String("surrendered_team")] = int{*outcome->surrenderedTeam};
    if (!outcome->votes.empty())
        data[QLatin1String("votes")] = static_cast<qint64>(outcome->votes.size());
    told->text = oneLine(told->text);
}

} // namespace ghostline::ironcurtain
