// SPDX-License-Identifier: GPL-3.0-or-later

// Joins proposals, ballots and resolutions by the vote's id.
#include "codecs/ironcurtain/analysis/vote_audit.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace ghostline::ironcurtain {

namespace {

// A match sees a handful; these only bound what a hostile file can ask for.
constexpr std::size_t MaxVotes = 20'000;
constexpr std::size_t MaxBallots = 500'000; ///< and voters looked at, of all votes

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
        if (votes.size() >= MaxVotes)
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

} // namespace ghostline::ironcurtain
