// SPDX-License-Identifier: GPL-3.0-or-later

// Who voted how and how that is known, from made-up votes.
#include "codecs/ironcurtain/analysis/tables.h"
#include "codecs/ironcurtain/analysis/vote_audit.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QtTest>

namespace tst_icrep_votes {

using namespace ghostline;
using namespace ghostline::ironcurtain;

namespace {

VoteType kick(PlayerId target, KickReason why = KickReason::Afk)
{
    VoteType type;
    type.kind = VoteKind::Kick;
    type.target = target;
    type.reason = why;
    return type;
}
VoteRecord proposed(std::uint32_t vote, PlayerId who, const VoteType& type)
{
    VoteRecord record;
    record.vote = vote;
    record.player = who;
    record.type = type;
    return record;
}
VoteRecord ballot(std::uint32_t vote, PlayerId who, VoteChoice choice)
{
    VoteRecord record;
    record.what = VoteRecord::What::BallotCast;
    record.vote = vote;
    record.player = who;
    record.choice = choice;
    return record;
}
VoteRecord resolved(std::uint32_t vote, VoteOutcome outcome, PlayerId proposer, const VoteType& type,
                    std::vector<PlayerId> eligible, std::vector<std::pair<PlayerId, VoteChoice>> ballots = {})
{
    VoteRecord record;
    record.what = VoteRecord::What::Resolved;
    record.vote = vote;
    record.outcome = outcome;
    record.failure = VoteFailReason::TimerExpired;
    record.active.id = vote;
    record.active.type = type;
    record.active.proposer = proposer;
    record.active.eligible = std::move(eligible);
    record.active.ballots = std::move(ballots);
    record.active.startedAt = 90;
    return record;
}
/// "0y cast, 1n default"
QString told(const std::vector<BallotRow>& rows)
{
    const char* const how[] = {"cast", "resolution", "proposer", "default"};
    QStringList list;
    for (const BallotRow& row : rows) {
        list << QStringLiteral("%1%2 %3").arg(row.voter).arg(
            row.choice == VoteChoice::Yes ? QStringLiteral("y") : QStringLiteral("n"),
            QLatin1String(how[static_cast<std::size_t>(row.source)]));
    }
    return list.join(QStringLiteral(", "));
}
Players fourPlayers()
{
    std::vector<Player> list;
    for (PlayerId i = 0; i < 4; ++i) {
        Player player;
        player.id = i;
        player.name = QStringLiteral("Commander %1").arg(i + 1);
        list.push_back(player);
    }
    return Players(std::move(list));
}
QString cell(const model::AnalysisTable& table, std::size_t row, const QString& column)
{
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].id == column)
            return table.rows[row].cells[i].text;
    }
    return QStringLiteral("no such column");
}

} // namespace

class TestIcrepVotes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyVoterHasOneRow();
    void contradictions();
    void unresolved();
    void lostProposal();
    void strayBallot();
    void failedKicks();
    void order();
    void hostile();
    void asTable();
    void withoutRowsNoTable();
};

void TestIcrepVotes::everyVoterHasOneRow()
{
    VoteAuditBuilder builder;
    builder.add(100, proposed(1, 0, kick(3, KickReason::Griefing)));
    builder.add(110, ballot(1, 2, VoteChoice::No));
    builder.add(120, resolved(1, VoteOutcome::Failed, 0, kick(3), {0, 1, 2, 4}, {{1, VoteChoice::Yes}}));
    const VoteAudit audit = builder.finish();
    QCOMPARE(audit.votes.size(), std::size_t{1});
    const VoteRow& row = audit.votes[0];
    QCOMPARE(told(row.ballots), QStringLiteral("2n cast, 0y proposer, 1y resolution, 4n default"));
    QCOMPARE(row.yes, 2);
    QCOMPARE(row.no, 2);
    QCOMPARE(row.ballots[0].tick, std::optional(SimTick{110}));
    QVERIFY(!row.ballots[1].tick);
    QCOMPARE(row.proposedAt, std::optional(SimTick{100}));
    QCOMPARE(row.resolvedAt, std::optional(SimTick{120}));
    QVERIFY(row.failure == VoteFailReason::TimerExpired);
    QVERIFY(row.type && row.type->reason == KickReason::Griefing); // what was proposed stands
    QVERIFY(row.disagree.empty());
}

void TestIcrepVotes::contradictions()
{
    VoteAuditBuilder builder;
    builder.add(100, proposed(1, 0, kick(3)));
    builder.add(110, ballot(1, 2, VoteChoice::No));
    builder.add(111, ballot(1, 1, VoteChoice::Yes));
    builder.add(112, ballot(1, 3, VoteChoice::No));
    builder.add(120, resolved(1, VoteOutcome::Passed, 0, kick(3), {0, 1, 2},
                              {{1, VoteChoice::No}, {2, VoteChoice::Yes}, {3, VoteChoice::No}}));
    const VoteRow row = builder.finish().votes[0];
    // Ballots that were seen stay as they were seen; those that differ are named, by player.
    QCOMPARE(told(row.ballots), QStringLiteral("2n cast, 1y cast, 3n cast, 0y proposer"));
    QCOMPARE(told(row.disagree), QStringLiteral("1y cast, 2n cast"));
    QVERIFY(!row.failure);
}

void TestIcrepVotes::unresolved()
{
    VoteAuditBuilder builder;
    builder.add(100, proposed(7, 0, kick(3)));
    builder.add(110, ballot(7, 2, VoteChoice::No));
    const VoteAudit audit = builder.finish();
    QCOMPARE(told(audit.votes[0].ballots), QStringLiteral("2n cast"));
    QVERIFY(!audit.votes[0].outcome && !audit.votes[0].resolvedAt);
    QVERIFY(audit.failedKicks.empty());
    const QJsonObject json = votesJson(audit)[QStringLiteral("rows")].toArray()[0].toObject();
    QCOMPARE(json[QStringLiteral("outcome")].toString(), QStringLiteral("unresolved"));
    QVERIFY(!json.contains(QStringLiteral("disagree")) && !json.contains(QStringLiteral("resolved")));
}

void TestIcrepVotes::lostProposal()
{
    VoteAuditBuilder builder;
    builder.add(120, resolved(1, VoteOutcome::Failed, 2, kick(3), {2}));
    const VoteAudit audit = builder.finish();
    const VoteRow& row = audit.votes[0];
    QVERIFY(!row.proposedAt);
    QCOMPARE(row.beganAt(), std::optional(SimTick{90}));
    QCOMPARE(row.proposer, std::optional(PlayerId{2}));
    QVERIFY(row.type && row.type->kind == VoteKind::Kick);
    QCOMPARE(audit.failedKicksBy.at(2), std::uint64_t{1});
}

void TestIcrepVotes::strayBallot()
{
    VoteAuditBuilder builder;
    builder.add(50, ballot(9, 1, VoteChoice::Yes));
    const VoteAudit audit = builder.finish();
    QVERIFY(!audit.votes[0].type && !audit.votes[0].proposer && !audit.votes[0].beganAt());
    const auto tables = analysisTables({}, audit, fourPlayers(), model::TimeAxis::uniform(1000, 67, 1000));
    QCOMPARE(tables.size(), std::size_t{1});
    QVERIFY(!tables[0].rows.empty());
    QCOMPARE(cell(tables[0], 0, QStringLiteral("player")), QStringLiteral("Not known"));
}

void TestIcrepVotes::failedKicks()
{
    VoteAuditBuilder builder;
    VoteType remake;
    remake.kind = VoteKind::Remake;
    builder.add(10, resolved(1, VoteOutcome::Failed, 0, kick(1), {}));
    builder.add(20, resolved(2, VoteOutcome::Cancelled, 0, kick(1), {}));
    builder.add(30, resolved(3, VoteOutcome::Passed, 0, kick(1), {}));
    builder.add(40, resolved(4, VoteOutcome::Failed, 0, remake, {}));
    builder.add(50, resolved(5, VoteOutcome::Failed, 0, kick(1), {}));
    const VoteAudit audit = builder.finish();
    QCOMPARE(audit.failedKicks, (std::vector<std::uint32_t>{1, 5}));
    QCOMPARE(audit.failedKicksBy, (std::map<PlayerId, std::uint64_t>{{0, 2}}));
}

void TestIcrepVotes::order()
{
    VoteAuditBuilder builder;
    builder.add(300, proposed(2, 0, kick(1)));
    builder.add(100, proposed(5, 0, kick(1)));
    builder.add(100, proposed(3, 0, kick(1)));
    std::vector<std::uint32_t> ids;
    for (const VoteRow& row : builder.finish().votes)
        ids.push_back(row.vote);
    QCOMPARE(ids, (std::vector<std::uint32_t>{3, 5, 2}));
}

void TestIcrepVotes::hostile()
{
    VoteAuditBuilder builder;
    for (std::uint32_t i = 0; i < 100'000; ++i)
        builder.add(1, proposed(i, 0, kick(1)));
    std::vector<PlayerId> crowd(100'000);
    for (std::size_t i = 0; i < crowd.size(); ++i)
        crowd[i] = static_cast<PlayerId>(i);
    for (std::uint32_t i = 0; i < 50; ++i)
        builder.add(2, resolved(i, VoteOutcome::Passed, 0, kick(1), crowd));
    const VoteAudit audit = builder.finish();
    QVERIFY(audit.limited);
    std::size_t rows = 0;
    for (const VoteRow& row : audit.votes)
        rows += row.ballots.size();
    QVERIFY(audit.votes.size() <= 20'000);
    QVERIFY(rows <= 500'000);
}

void TestIcrepVotes::asTable()
{
    VoteAuditBuilder builder;
    builder.add(900, proposed(1, 0, kick(3, KickReason::AbusiveCommunication)));
    builder.add(910, ballot(1, 2, VoteChoice::No));
    builder.add(930, resolved(1, VoteOutcome::Failed, 0, kick(3), {0, 1, 2}));
    const auto tables =
        analysisTables({}, builder.finish(), fourPlayers(), model::TimeAxis::uniform(1000, 67, 1000));
    QCOMPARE(tables.size(), std::size_t{1});
    const model::AnalysisTable& votes = tables[0];
    QCOMPARE(votes.id, QStringLiteral("votes"));
    QVERIFY(votes.note.contains(QStringLiteral("not signed")));
    QCOMPARE(votes.rows.size(), std::size_t{4}); // the vote and its three ballots
    for (const model::AnalysisRow& row : votes.rows)
        QCOMPARE(row.cells.size(), votes.columns.size());
    // What matters most stands first; how it is known is in the headings' tooltips.
    QStringList columns;
    for (const model::AnalysisColumn& column : votes.columns) {
        columns << column.id;
        QVERIFY2(!column.tip.isEmpty(), qPrintable(column.id));
    }
    QCOMPARE(columns.join(u' '), QStringLiteral("player what outcome tally time needed known"));
    QCOMPARE(cell(votes, 0, QStringLiteral("time")), QStringLiteral("1:00.300"));
    QCOMPARE(cell(votes, 0, QStringLiteral("player")), QStringLiteral("Commander 1"));
    QCOMPARE(cell(votes, 0, QStringLiteral("what")),
             QStringLiteral("Kick Commander 4: abusive communication"));
    QCOMPARE(cell(votes, 0, QStringLiteral("tally")), QStringLiteral("1 : 2"));
    QCOMPARE(cell(votes, 0, QStringLiteral("outcome")), QStringLiteral("Failed: time ran out"));
    QCOMPARE(votes.rows[0].frame, std::optional<model::FrameNumber>(900));
    QCOMPARE(votes.rows[0].actor, model::ActorId{0});
    QCOMPARE(votes.rows[0].parent, -1);
    QCOMPARE(cell(votes, 1, QStringLiteral("player")), QStringLiteral("Commander 3"));
    QCOMPARE(cell(votes, 1, QStringLiteral("what")), QStringLiteral("No"));
    QCOMPARE(votes.rows[1].frame, std::optional<model::FrameNumber>(910));
    QCOMPARE(votes.rows[1].parent, 0);
    QCOMPARE(votes.rows[3].actor, model::ActorId{1});
}

void TestIcrepVotes::withoutRowsNoTable()
{
    QVERIFY(analysisTables({}, {}, fourPlayers(), model::TimeAxis::uniform(1000, 67, 1000)).empty());
}

} // namespace tst_icrep_votes

GHOSTLINE_TEST(tst_icrep_votes, TestIcrepVotes)
#include "tst_icrep_votes.moc"
