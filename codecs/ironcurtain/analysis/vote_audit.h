// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who proposed what against whom, who voted how and how that is known, and what came of it. Facts only.
#include "codecs/ironcurtain/events/votes.h"

#include <map>
#include <memory>

namespace ghostline::ironcurtain {

enum class BallotSource { Cast, Resolution, Proposer, Default };
struct BallotRow
{
    PlayerId voter = 0;
    VoteChoice choice{};
    std::optional<SimTick> tick; ///< of a cast one
    BallotSource source = BallotSource::Cast;
};
struct VoteRow
{
    std::uint32_t vote = 0;
    std::optional<SimTick> proposedAt; ///< nothing: the proposal is lost, taken from the resolution
    std::optional<SimTick> startedAt;  ///< as the resolution says
    std::optional<SimTick> resolvedAt; ///< nothing: unresolved
    std::optional<PlayerId> proposer;
    std::optional<VoteType> type;
    std::optional<VoteThreshold> threshold;
    std::optional<VoteOutcome> outcome;
    std::optional<VoteFailReason> failure;
    std::vector<BallotRow> ballots;  ///< cast ones in order, then the rest in the order of the voters
    std::vector<BallotRow> disagree; ///< cast ones that the resolution contradicts
    int yes = 0;
    int no = 0;
    /// When it began, as well as it is known.
    std::optional<SimTick> beganAt() const { return proposedAt ? proposedAt : startedAt; }
};
struct VoteAudit
{
    std::vector<VoteRow> votes;                      ///< by tick of beginning, then id
    std::vector<std::uint32_t> failedKicks;          ///< ids of votes
    std::map<PlayerId, std::uint64_t> failedKicksBy; ///< by proposer
    bool limited = false;                            ///< more votes or ballots than are followed
};

class VoteAuditBuilder
{
public:
    VoteAuditBuilder();
    ~VoteAuditBuilder();
    void add(SimTick tick, const VoteRecord& record);
    VoteAudit finish();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::ironcurtain
