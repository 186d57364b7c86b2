// SPDX-License-Identifier: GPL-3.0-or-later

// The table of votes: facts only, in words for people.
#include "codecs/ironcurtain/analysis/table_cells.h"
#include "codecs/ironcurtain/story/vote_words.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

using model::AnalysisCell;
using model::AnalysisRow;

QString typeText(const std::optional<VoteType>& type, const Cells& cells)
{
    if (!type)
        return QStringLiteral("Not known");
    switch (type->kind) {
    case VoteKind::Kick:
        return QStringLiteral("Kick %1: %2").arg(cells.name(type->target), kickWords(type->reason));
    case VoteKind::Custom:
        return QString::fromStdString(type->custom);
    case VoteKind::Surrender:
        return QStringLiteral("Surrender");
    case VoteKind::Remake:
        return QStringLiteral("Play anew");
    case VoteKind::Draw:
        break;
    }
    return QStringLiteral("Draw");
}

QString outcomeText(const VoteRow& row)
{
    if (!row.outcome)
        return QStringLiteral("Unresolved");
    if (*row.outcome == VoteOutcome::Passed)
        return QStringLiteral("Passed");
    if (*row.outcome == VoteOutcome::Cancelled)
        return QStringLiteral("Cancelled");
    return row.failure ? QStringLiteral("Failed: ") + failWords(*row.failure) : QStringLiteral("Failed");
}

QString neededText(const std::optional<VoteThreshold>& threshold)
{
    if (!threshold)
        return {};
    switch (threshold->kind) {
    case VoteThreshold::Kind::Fraction:
        return QStringLiteral("%1 of %2").arg(threshold->required).arg(threshold->of);
    case VoteThreshold::Kind::Unanimous:
        return QStringLiteral("all");
    case VoteThreshold::Kind::TeamScaled:
        break;
    }
    return QStringLiteral("by size of team");
}

QString sourceText(const BallotRow& ballot, const VoteRow& row)
{
    switch (ballot.source) {
    case BallotSource::Cast: {
        const bool denied = std::any_of(row.disagree.begin(), row.disagree.end(),
                                        [&](const BallotRow& other) { return other.voter == ballot.voter; });
        return denied ? QStringLiteral("voted; the result says otherwise") : QStringLiteral("voted");
    }
    case BallotSource::Resolution:
        return QStringLiteral("from the result");
    case BallotSource::Proposer:
        return QStringLiteral("proposed it: counts as yes");
    case BallotSource::Default:
        break;
    }
    return QStringLiteral("did not vote: counts as no");
}

/// Who, and where a click leads.
AnalysisRow rowAt(std::optional<PlayerId> player, std::optional<SimTick> leads, const Cells& cells)
{
    AnalysisRow row;
    if (player)
        row = cells.rowOf(*player);
    else
        row.cells.emplace_back(QStringLiteral("Not known"));
    if (leads)
        row.frame = cells.frameOf(*leads);
    return row;
}

AnalysisCell timeCell(std::optional<SimTick> tick, const Cells& cells)
{
    return tick ? AnalysisCell(cells.timeOf(*tick), static_cast<double>(*tick)) : AnalysisCell();
}

AnalysisRow voteRow(const VoteRow& vote, const Cells& cells)
{
    AnalysisRow row = rowAt(vote.proposer, vote.beganAt() ? vote.beganAt() : vote.resolvedAt, cells);
    row.cells.emplace_back(typeText(vote.type, cells));
    row.cells.emplace_back(outcomeText(vote));
    row.cells.emplace_back(QStringLiteral("%1 : %2").arg(vote.yes).arg(vote.no),
                           static_cast<double>(vote.yes));
    row.cells.push_back(timeCell(vote.beganAt(), cells));
    row.cells.emplace_back(neededText(vote.threshold));
    row.cells.emplace_back(vote.proposedAt   ? QString()
                           : vote.resolvedAt ? QStringLiteral("from the result; the proposal is lost")
                                             : QStringLiteral("only ballots are known"));
    return row;
}

AnalysisRow ballotRow(const BallotRow& ballot, const VoteRow& vote, int parent, const Cells& cells)
{
    AnalysisRow row = rowAt(ballot.voter, ballot.tick ? ballot.tick : vote.resolvedAt, cells);
    row.parent = parent;
    row.cells.emplace_back(ballot.choice == VoteChoice::Yes ? QStringLiteral("Yes") : QStringLiteral("No"));
    row.cells.emplace_back(); // outcome and tally are the vote's
    row.cells.emplace_back();
    row.cells.push_back(timeCell(ballot.tick, cells));
    row.cells.emplace_back();
    row.cells.emplace_back(sourceText(ballot, vote));
    return row;
}

QString noteText(const VoteAudit& votes, const Cells& cells)
{
    QString note = QStringLiteral("What the events of the match say, and no judgement. Votes are not signed "
                                  "by the relay.");
    QStringList failed;
    for (const auto& [player, count] : votes.failedKicksBy)
        failed << QStringLiteral("%1 %2").arg(cells.name(player)).arg(count);
    if (!failed.isEmpty())
        note += QStringLiteral(" Kicks proposed that failed: %1.").arg(failed.join(QStringLiteral(", ")));
    if (votes.limited)
        note += QStringLiteral(" There are more votes than are listed.");
    return note;
}

} // namespace

model::AnalysisTable voteTable(const VoteAudit& votes, const Cells& cells)
{
    model::AnalysisTable table;
    table.id = QStringLiteral("votes");
    table.name = QStringLiteral("Votes");
    table.note = noteText(votes, cells);
    Columns columns(table);
    columns.text("player", "Player", "Who proposed it, or who voted");
    columns.text("what", "Vote", "What was proposed; of a player below it, the ballot");
    columns.text("outcome", "Outcome", "How it ended, and why it failed");
    columns.number("tally", "Yes : no", "", "Ballots, with those that count without being cast");
    columns.number("time", "Time", "", "When it was proposed, or when the ballot was cast");
    columns.text("needed", "Needed", "Yes ballots that it takes to pass");
    columns.text("known", "Known from", "What of it was recorded, and what follows from the result");
    std::size_t rows = votes.votes.size();
    for (const VoteRow& vote : votes.votes)
        rows += vote.ballots.size();
    table.rows.reserve(rows);
    for (const VoteRow& vote : votes.votes) {
        const auto parent = static_cast<int>(table.rows.size());
        table.rows.push_back(voteRow(vote, cells));
        for (const BallotRow& ballot : vote.ballots)
            table.rows.push_back(ballotRow(ballot, vote, parent, cells));
    }
    return table;
}

} // namespace ghostline::ironcurtain
