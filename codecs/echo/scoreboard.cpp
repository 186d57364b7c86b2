// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/scoreboard.h"

#include "codecs/echo/api_words.h"
#include "codecs/echo/properties.h"

namespace ghostline::echo {

namespace {

/// The events behind a statistic; empty where nothing is found for it.
const char* eventKindOf(int statistic)
{
    switch (statistic) {
    case statistic::Points:
    case statistic::Goals:
        return "goal";
    case statistic::Assists:
        return "assist";
    case statistic::Saves:
        return "save";
    case statistic::Steals:
        return "steal";
    case statistic::Stuns:
        return "stun";
    case statistic::Blocks:
        return "block";
    case statistic::Catches:
        return "catch";
    case statistic::Passes:
        return "pass";
    case statistic::Interceptions:
        return "interception";
    case statistic::ShotsTaken:
        return "shot";
    default:
        return "possession";
    }
}

} // namespace

std::vector<model::Team> matchTeams(const MatchHeader& header)
{
    const std::array<QString, Teams> usual{QStringLiteral("Blue"), QStringLiteral("Orange"),
                                           QStringLiteral("Spectators")};
    std::vector<model::Team> out;
    for (std::size_t i = 0; i < usual.size(); ++i) {
        const QString name = header.teamNames[i].trimmed();
        const bool own =
            !name.isEmpty() && name.compare(words::text(words::TeamNames[i]), Qt::CaseInsensitive) != 0;
        out.push_back({own ? name : usual[i], static_cast<int>(i)});
    }
    return out;
}

model::Scoreboard matchScoreboard(const MatchHeader& header)
{
    using namespace match_property;
    if (header.mode() == Mode::Neither)
        return {};
    model::Scoreboard out;
    out.clock = GameClock;
    out.status = Status;
    out.score = {BluePoints, OrangePoints};
    if (header.totalRounds > 0)
        out.roundScore = {BlueRoundScore, OrangeRoundScore};
    out.possession = PossessionTeam;
    out.roundStartKind = QStringLiteral("round_start");
    out.tables = {QStringLiteral("goal"), QStringLiteral("shot"), QStringLiteral("throw"),
                  QStringLiteral("joust")};
    for (int s = 0; s < statistic::Count; ++s) {
        const statistic::Info& info = statistic::info(s);
        model::Statistic entry;
        entry.id = QLatin1String(info.id);
        entry.name = QLatin1String(info.name);
        entry.shortName = QLatin1String(info.shortName);
        entry.actor = actor_property::Statistics + s;
        entry.teams = {int{TeamStatistics} + s, int{TeamStatistics} + statistic::Count + s};
        entry.eventKind = QLatin1String(eventKindOf(s));
        out.statistics.push_back(std::move(entry));
    }
    return out;
}

} // namespace ghostline::echo
