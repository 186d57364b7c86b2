// SPDX-License-Identifier: GPL-3.0-or-later

// Control groups, answers and votes as JSON, for `report`.
#include "codecs/ironcurtain/analysis/tables.h"

#include <QJsonArray>

namespace ghostline::ironcurtain {

namespace {

QJsonValue number(std::uint64_t value) { return static_cast<qint64>(value); }
QJsonValue number(std::optional<std::int64_t> value)
{
    return value ? QJsonValue(static_cast<qint64>(*value)) : QJsonValue();
}

QJsonObject answersJson(const Answers& answers)
{
    return {{QStringLiteral("n"), number(answers.ms.size())},
            {QStringLiteral("median"), number(answers.median())},
            {QStringLiteral("p90"), number(answers.p90())}};
}

QJsonObject playerJson(const PlayerHands& hands)
{
    QJsonObject groups;
    for (const auto& [group, uses] : hands.groups)
        groups.insert(QString::number(group), number(uses));
    return {{QStringLiteral("Assign"), number(hands.actions[0])},
            {QStringLiteral("Append"), number(hands.actions[1])},
            {QStringLiteral("Recall"), number(hands.actions[2])},
            {QStringLiteral("groups"), groups},
            {QStringLiteral("uses_per_min_x1000"), number(std::optional(hands.usesPerMinuteX1000))},
            {QStringLiteral("stimuli"), number(hands.stimuli)},
            {QStringLiteral("in_control"), number(hands.inControl)},
            {QStringLiteral("missed"), number(hands.missed)},
            {QStringLiteral("act_ms"), answersJson(hands.act)},
            {QStringLiteral("look_watching"), number(hands.lookWatching)},
            {QStringLiteral("look_missed"), number(hands.lookMissed)},
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
        ballots.append(QJsonObject{{QStringLiteral("tick"), number(tick)},
                                   {QStringLiteral("player"), number(std::uint64_t{ballot.voter})},
                                   {QStringLiteral("yes"), ballot.choice == VoteChoice::Yes},
                                   {QStringLiteral("how"), sourceName(ballot.source)}});
    }
    return ballots;
}

void insertType(QJsonObject& json, const VoteType& type)
{
    json.insert(QStringLiteral("type"), voteName(type.kind));
    if (type.kind == VoteKind::Kick) {
        json.insert(QStringLiteral("target"), number(std::uint64_t{type.target}));
        json.insert(QStringLiteral("reason"), kickReasonName(type.reason));
    }
    if (type.kind == VoteKind::Custom)
        json.insert(QStringLiteral("id"), QString::fromStdString(type.custom));
}

QJsonObject rowJson(const VoteRow& row)
{
    QJsonObject json{{QStringLiteral("vote"), number(std::uint64_t{row.vote})},
                     {QStringLiteral("ballots"), ballotsJson(row)},
                     {QStringLiteral("outcome"),
                      row.outcome ? voteOutcomeName(*row.outcome) : QStringLiteral("unresolved")},
                     {QStringLiteral("yes"), row.yes},
                     {QStringLiteral("no"), row.no}};
    if (row.type)
        insertType(json, *row.type);
    if (row.proposer)
        json.insert(QStringLiteral("proposer"), number(std::uint64_t{*row.proposer}));
    if (row.beganAt())
        json.insert(QStringLiteral("tick"), number(*row.beganAt()));
    if (!row.resolvedAt)
        return json;
    json.insert(QStringLiteral("resolved"), number(*row.resolvedAt));
    json.insert(QStringLiteral("fail"), row.failure ? QJsonValue(voteFailName(*row.failure)) : QJsonValue());
    if (row.threshold)
        json.insert(QStringLiteral("threshold"), thresholdText(*row.threshold));
    QJsonArray disagree;
    for (const BallotRow& ballot : row.disagree)
        disagree.append(number(std::uint64_t{ballot.voter}));
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
            {QStringLiteral("ticks"), number(ticks)},
            {QStringLiteral("players"), players}};
}

QJsonObject votesJson(const VoteAudit& votes)
{
    QJsonArray rows;
    for (const VoteRow& row : votes.votes)
        rows.append(rowJson(row));
    QJsonArray failed;
    for (const std::uint32_t vote : votes.failedKicks)
        failed.append(number(std::uint64_t{vote}));
    QJsonObject proposers;
    for (const auto& [player, count] : votes.failedKicksBy)
        proposers.insert(QString::number(player), number(count));
    return {{QStringLiteral("rows"), rows},
            {QStringLiteral("failed_kicks"), failed},
            {QStringLiteral("failed_kicks_by_proposer"), proposers}};
}

} // namespace ghostline::ironcurtain
