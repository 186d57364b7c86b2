// SPDX-License-Identifier: GPL-3.0-or-later

// Joins proposals, ballots and resolutions by the vote's id.
#include "codecs/ironcurtain/analysis/vote_audit.h"

#include "codecs/ironcurtain/analysis/table_cells.h"
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/events/votes.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace ghostline::ironcurtain {

namespace {

// A match sees a handful; these only bound what a hostile file can ask for.

struct Joined
{
    VoteRow row;
    std::unordered_set<PlayerId> voted;
};

/// The recorded choice of a player; `ballots` is ascending in a sound file, but nothing relies on it.
std::unordered_map<PlayerId, VoteChoice> byPlayer(const ActiveVote& vote)
{
    return {vote.ballots.begin(), vote.ballots.end()};
}

BallotRow unheard(PlayerId voter, const ActiveVote& vote,
                  const std::unordered_map<PlayerId, VoteChoice>& recorded)
{
    BallotRow ballot;
    ballot.voter = voter;
    const auto known = recorded.find(voter);
    if (known != recorded.end()) {
        ballot.choice = known->second;
        ballot.source = BallotSource::Resolution;
    } else if (voter == vote.proposer) {
        ballot.choice = VoteChoice::Yes; // who proposes says yes
        ballot.source = BallotSource::Proposer;
    } else {
        ballot.choice = VoteChoice::No; // who does not vote counts as no
        ballot.source = BallotSource::Default;
    }
    return ballot;
}

void resolve(Joined& vote, SimTick tick, const VoteRecord& record)
{
    const ActiveVote& active = record.active;
    VoteRow& row = vote.row;
    row.resolvedAt = tick;
    row.outcome = record.outcome;
    row.failure.reset();
    if (record.outcome == VoteOutcome::Failed)
        row.failure = record.failure;
    row.threshold = active.threshold;
    row.startedAt = active.startedAt;
    if (!row.type)
        row.type = active.type;
    if (!row.proposer)
        row.proposer = active.proposer;
    const auto recorded = byPlayer(active);
    for (const PlayerId voter : active.eligible) {
        if (vote.voted.insert(voter).second)
            row.ballots.push_back(unheard(voter, active, recorded));
    }
    row.disagree.clear();
    for (const BallotRow& ballot : row.ballots) {
        const auto known = recorded.find(ballot.voter);
        if (ballot.source == BallotSource::Cast && known != recorded.end() && known->second != ballot.choice)
            row.disagree.push_back(ballot);
    }
    std::stable_sort(row.disagree.begin(), row.disagree.end(),
                     [](const BallotRow& a, const BallotRow& b) { return a.voter < b.voter; });
}

} // namespace

struct VoteAuditBuilder::Private
{
    std::vector<Joined> votes; ///< in the order of first mention
    std::unordered_map<std::uint32_t, std::size_t> places;
    std::size_t ballots = 0;
    bool limited = false;

    Joined* of(std::uint32_t vote)
    {
        const auto known = places.find(vote);
        if (known != places.end())
            return &votes[known->second];
        if (votes.size() >= MaxAuditedVotes)
            return nullptr;
        places.emplace(vote, votes.size());
        Joined& fresh = votes.emplace_back();
        fresh.row.vote = vote;
        return &fresh;
    }
};

VoteAuditBuilder::VoteAuditBuilder() : d(std::make_unique<Private>()) {}
VoteAuditBuilder::~VoteAuditBuilder() = default;

void VoteAuditBuilder::add(SimTick tick, const VoteRecord& record)
{
    Joined* vote = d->of(record.vote);
    const std::size_t resolved = record.active.eligible.size() + record.active.ballots.size();
    const std::size_t grows = record.what == VoteRecord::What::BallotCast ? 1
                              : vote != nullptr ? resolved + vote->row.ballots.size()
                                                : 0;
    if (vote == nullptr || d->ballots + grows > MaxBallots) {
        d->limited = true;
        return;
    }
    switch (record.what) {
    case VoteRecord::What::Proposed:
        vote->row.proposedAt = tick;
        vote->row.proposer = record.player;
        vote->row.type = record.type;
        break;
    case VoteRecord::What::BallotCast: {
        ++d->ballots;
        BallotRow ballot;
        ballot.voter = record.player;
        ballot.choice = record.choice;
        ballot.tick = tick;
        vote->voted.insert(record.player);
        vote->row.ballots.push_back(ballot);
        break;
    }
    case VoteRecord::What::Resolved:
        d->ballots += grows;
        resolve(*vote, tick, record);
        break;
    }
}

VoteAudit VoteAuditBuilder::finish()
{
    VoteAudit audit;
    audit.limited = d->limited;
    audit.votes.reserve(d->votes.size());
    for (const Joined& vote : d->votes) {
        VoteRow& row = audit.votes.emplace_back(vote.row);
        for (const BallotRow& ballot : row.ballots)
            ++(ballot.choice == VoteChoice::Yes ? row.yes : row.no);
    }
    std::stable_sort(audit.votes.begin(), audit.votes.end(), [](const VoteRow& a, const VoteRow& b) {
        const SimTick x = a.beganAt().value_or(0);
        const SimTick y = b.beganAt().value_or(0);
        return x != y ? x < y : a.vote < b.vote;
    });
    for (const VoteRow& row : audit.votes) {
        if (row.type && row.type->kind == VoteKind::Kick && row.outcome == VoteOutcome::Failed) {
            audit.failedKicks.push_back(row.vote);
            if (row.proposer)
                ++audit.failedKicksBy[*row.proposer];
        }
    }
    return audit;
}

// The table of votes: facts only, in words for people.

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
