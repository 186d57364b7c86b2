// SPDX-License-Identifier: GPL-3.0-or-later

// Control groups, answers and votes as JSON, for `report`.
#include "codecs/ironcurtain/analysis/report_json.h"
#include "codecs/ironcurtain/analysis/tables.h"

#include <QJsonArray>

namespace ghostline::ironcurtain {

namespace {

QJsonObject answersJson(const Answers& answers)
{
    return {{QStringLiteral("n"), jsonNumber(answers.ms.size())},
            {QStringLiteral("median"), jsonNumber(answers.median())},
            {QStringLiteral("p90"), jsonNumber(answers.p90())}};
}

QJsonObject playerJson(const PlayerHands& hands)
{
    QJsonObject groups;
    for (const auto& [group, uses] : hands.groups)
        groups.insert(QString::number(group), jsonNumber(uses));
    return {{QStringLiteral("Assign"), jsonNumber(hands.actions[0])},
            {QStringLiteral("Append"), jsonNumber(hands.actions[1])},
            {QStringLiteral("Recall"), jsonNumber(hands.actions[2])},
            {QStringLiteral("groups"), groups},
            {QStringLiteral("uses_per_min_x1000"), jsonNumber(std::optional(hands.usesPerMinuteX1000))},
            {QStringLiteral("stimuli"), jsonNumber(hands.stimuli)},
            {QStringLiteral("in_control"), jsonNumber(hands.inControl)},
            {QStringLiteral("missed"), jsonNumber(hands.missed)},
            {QStringLiteral("act_ms"), answersJson(hands.act)},
            {QStringLiteral("look_watching"), jsonNumber(hands.lookWatching)},
            {QStringLiteral("look_missed"), jsonNumber(hands.lookMissed)},
            {QStringLiteral("look_ms"), answersJson(hands.look)}};
}

QLatin1String sourceName(BallotSource source)
{
    switch (source) {
    case BallotSource::Cast:
        return QLatin1String("cast");
    case BallotSource::Resolution:
        return QLatin1String("resolution");
    case BallotSource::Proposer:
        return QLatin1String("proposer");
    case BallotSource::Default:
        break;
    }
    return QLatin1String("default");
}

QJsonArray ballotsJson(const VoteRow& row)
{
    QJsonArray ballots;
    for (const BallotRow& ballot : row.ballots) {
        // A ballot that nobody heard is known since the vote was resolved.
        const SimTick tick = ballot.tick.value_or(row.resolvedAt.value_or(0));
        ballots.append(QJsonObject{{QStringLiteral("tick"), jsonNumber(tick)},
                                   {QStringLiteral("player"), jsonNumber(std::uint64_t{ballot.voter})},
                                   {QStringLiteral("yes"), ballot.choice == VoteChoice::Yes},
                                   {QStringLiteral("how"), sourceName(ballot.source)}});
    }
    return ballots;
}

void insertType(QJsonObject& json, const VoteType& type)
{
    json.insert(QStringLiteral("type"), voteName(type.kind));
    if (type.kind == VoteKind::Kick) {
        json.insert(QStringLiteral("target"), jsonNumber(std::uint64_t{type.target}));
        json.insert(QStringLiteral("reason"), kickReasonName(type.reason));
    }
    if (type.kind == VoteKind::Custom)
        json.insert(QStringLiteral("id"), QString::fromStdString(type.custom));
}

QJsonObject rowJson(const VoteRow& row)
{
    QJsonObject json{{QStringLiteral("vote"), jsonNumber(std::uint64_t{row.vote})},
                     {QStringLiteral("ballots"), ballotsJson(row)},
                     {QStringLiteral("outcome"),
                      row.outcome ? voteOutcomeName(*row.outcome) : QStringLiteral("unresolved")},
                     {QStringLiteral("yes"), row.yes},
                     {QStringLiteral("no"), row.no}};
    if (row.type)
        insertType(json, *row.type);
    if (row.proposer)
        json.insert(QStringLiteral("proposer"), jsonNumber(std::uint64_t{*row.proposer}));
    if (row.beganAt())
        json.insert(QStringLiteral("tick"), jsonNumber(*row.beganAt()));
    if (!row.resolvedAt)
        return json;
    json.insert(QStringLiteral("resolved"), jsonNumber(*row.resolvedAt));
    json.insert(QStringLiteral("fail"), row.failure ? QJsonValue(voteFailName(*row.failure)) : QJsonValue());
    if (row.threshold)
        json.insert(QStringLiteral("threshold"), thresholdText(*row.threshold));
    QJsonArray disagree;
    for (const BallotRow& ballot : row.disagree)
        disagree.append(jsonNumber(std::uint64_t{ballot.voter}));
    json.insert(QStringLiteral("disagree"), disagree);
    return json;
}

} // namespace

QJsonObject handsJson(const std::map<PlayerId, PlayerHands>& hands, int msPerTick, SimTick ticks)
{
    QJsonObject players;
    for (const auto& [player, figures] : hands)
        players.insert(QString::number(player), playerJson(figures));
    return {{QStringLiteral("ms_per_tick"), msPerTick},
            {QStringLiteral("ticks"), jsonNumber(ticks)},
            {QStringLiteral("players"), players}};
}

QJsonObject votesJson(const VoteAudit& votes)
{
    QJsonArray rows;
    for (const VoteRow& row : votes.votes)
        rows.append(rowJson(row));
    QJsonArray failed;
    for (const std::uint32_t vote : votes.failedKicks)
        failed.append(jsonNumber(std::uint64_t{vote}));
    QJsonObject proposers;
    for (const auto& [player, count] : votes.failedKicksBy)
        proposers.insert(QString::number(player), jsonNumber(count));
    return {{QStringLiteral("rows"), rows},
            {QStringLiteral("failed_kicks"), failed},
            {QStringLiteral("failed_kicks_by_proposer"), proposers}};
}

} // namespace ghostline::ironcurtain
