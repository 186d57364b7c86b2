// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/events/votes.h"

#include "codecs/ironcurtain/base/value_text.h"

#include <algorithm>
#include <array>

namespace ghostline::ironcurtain {

namespace {

using What = VoteRecord::What;
using Ballot = std::pair<PlayerId, VoteChoice>;

VoteChoice readChoice(BinReader& in)
{
    return static_cast<VoteChoice>(in.variant(2, "a ballot is neither yes nor no"));
}

std::vector<PlayerId> readPlayers(BinReader& in)
{
    const std::size_t n = in.count(sizeof(PlayerId));
    std::vector<PlayerId> players(n);
    for (PlayerId& player : players)
        player = in.u32();
    return players;
}

/// A map: keys ascending. Of a key that is there twice the later value holds, whatever the order.
std::vector<Ballot> readBallots(BinReader& in)
{
    const std::size_t n = in.count(sizeof(PlayerId) + sizeof(std::uint32_t));
    std::vector<Ballot> read;
    read.reserve(n);
    for (std::size_t i = 0; i < n && in.ok(); ++i) {
        const PlayerId player = in.u32();
        read.emplace_back(player, readChoice(in));
    }
    std::stable_sort(read.begin(), read.end(),
                     [](const Ballot& a, const Ballot& b) { return a.first < b.first; });
    std::vector<Ballot> ballots;
    ballots.reserve(read.size());
    for (const Ballot& ballot : read) {
        if (!ballots.empty() && ballots.back().first == ballot.first)
            ballots.back() = ballot;
        else
            ballots.push_back(ballot);
    }
    return ballots;
}

VoteThreshold readThreshold(BinReader& in)
{
    VoteThreshold threshold;
    threshold.kind = static_cast<VoteThreshold::Kind>(in.variant(3, "an unknown threshold of a vote"));
    if (threshold.kind == VoteThreshold::Kind::Fraction) {
        threshold.required = in.u32();
        threshold.of = in.u32();
    }
    return threshold;
}

ActiveVote readActiveVote(BinReader& in)
{
    ActiveVote vote;
    vote.id = in.u32();
    vote.type = readVoteType(in);
    vote.proposer = in.u32();
    if (in.variant(2, "an unknown audience of a vote") == 0)
        vote.team = in.u8();
    vote.eligible = readPlayers(in);
    vote.ballots = readBallots(in);
    vote.startedAt = in.u64();
    vote.expiresAt = in.u64();
    vote.threshold = readThreshold(in);
    return vote;
}

void readResolution(BinReader& in, VoteRecord& record)
{
    record.outcome = static_cast<VoteOutcome>(in.variant(3, "an unknown end of a vote"));
    record.active = readActiveVote(in);
    if (record.outcome == VoteOutcome::Failed)
        record.failure = static_cast<VoteFailReason>(in.variant(3, "an unknown reason why a vote failed"));
    if (in.ok() && record.active.id != record.vote)
        in.fail("the resolution tells of another vote");
}

void appendActiveVote(BinWriter& out, const ActiveVote& vote)
{
    out.u32(vote.id);
    appendVoteType(out, vote.type);
    out.u32(vote.proposer);
    out.u32(vote.team ? 0 : 1);
    if (vote.team)
        out.u8(*vote.team);
    out.u64(vote.eligible.size());
    for (const PlayerId player : vote.eligible)
        out.u32(player);
    out.u64(vote.ballots.size());
    for (const auto& [player, choice] : vote.ballots) {
        out.u32(player);
        out.u32(static_cast<std::uint32_t>(choice));
    }
    out.u64(vote.startedAt);
    out.u64(vote.expiresAt);
    out.u32(static_cast<std::uint32_t>(vote.threshold.kind));
    if (vote.threshold.kind == VoteThreshold::Kind::Fraction) {
        out.u32(vote.threshold.required);
        out.u32(vote.threshold.of);
    }
}

} // namespace

VoteType readVoteType(BinReader& in)
{
    VoteType type;
    type.kind = static_cast<VoteKind>(in.variant(5, "an unknown type of vote"));
    if (type.kind == VoteKind::Kick) {
        type.target = in.u32();
        type.reason = static_cast<KickReason>(in.variant(4, "an unknown reason to kick"));
    }
    if (type.kind == VoteKind::Custom)
        type.custom = in.text();
    return type;
}

void appendVoteType(BinWriter& out, const VoteType& type)
{
    out.u32(static_cast<std::uint32_t>(type.kind));
    if (type.kind == VoteKind::Kick) {
        out.u32(type.target);
        out.u32(static_cast<std::uint32_t>(type.reason));
    }
    if (type.kind == VoteKind::Custom)
        out.string(type.custom);
}

VoteRecord readVoteRecord(BinReader& in)
{
    VoteRecord record;
    record.what = static_cast<What>(in.variant(3, "an unknown kind of vote event"));
    record.vote = in.u32();
    switch (record.what) {
    case What::Proposed:
        record.type = readVoteType(in);
        record.player = in.u32();
        break;
    case What::BallotCast:
        record.player = in.u32();
        record.choice = readChoice(in);
        break;
    case What::Resolved:
        readResolution(in, record);
        break;
    }
    return record;
}

void appendVoteRecord(BinWriter& out, const VoteRecord& record)
{
    out.u32(static_cast<std::uint32_t>(record.what));
    out.u32(record.vote);
    switch (record.what) {
    case What::Proposed:
        appendVoteType(out, record.type);
        out.u32(record.player);
        break;
    case What::BallotCast:
        out.u32(record.player);
        out.u32(static_cast<std::uint32_t>(record.choice));
        break;
    case What::Resolved:
        out.u32(static_cast<std::uint32_t>(record.outcome));
        appendActiveVote(out, record.active);
        if (record.outcome == VoteOutcome::Failed)
            out.u32(static_cast<std::uint32_t>(record.failure));
        break;
    }
}

std::optional<VoteRecord> parseVote(std::span<const std::byte> body)
{
    BinReader in(body);
    VoteRecord record = readVoteRecord(in);
    if (!in.ok() || !in.atEnd())
        return std::nullopt;
    return record;
}

QString voteName(VoteKind kind)
{
    static constexpr std::array<const char*, 5> Names{"Surrender", "Kick", "Remake", "Draw", "Custom"};
    return named(Names, kind);
}

QString kickReasonName(KickReason why)
{
    static constexpr std::array<const char*, 4> Names{"Afk", "Griefing", "AbusiveCommunication", "Other"};
    return named(Names, why);
}

QString voteOutcomeName(VoteOutcome outcome)
{
    static constexpr std::array<const char*, 3> Names{"Passed", "Failed", "Cancelled"};
    return named(Names, outcome);
}

QString voteFailName(VoteFailReason why)
{
    static constexpr std::array<const char*, 3> Names{"TimerExpired", "ThresholdImpossible", "ProposerLeft"};
    return named(Names, why);
}

QString thresholdText(const VoteThreshold& threshold)
{
    switch (threshold.kind) {
    case VoteThreshold::Kind::Fraction:
        return QStringLiteral("fraction %1/%2").arg(threshold.required).arg(threshold.of);
    case VoteThreshold::Kind::Unanimous:
        return QStringLiteral("unanimous");
    case VoteThreshold::Kind::TeamScaled:
        break;
    }
    return QStringLiteral("team-scaled");
}

QString kickWords(KickReason why)
{
    static constexpr std::array<const char*, 4> Words{"away from keyboard", "griefing",
                                                      "abusive communication", "other reasons"};
    return named(Words, why);
}

QString failWords(VoteFailReason why)
{
    static constexpr std::array<const char*, 3> Words{"time ran out", "too few could still say yes",
                                                      "the proposer left"};
    return named(Words, why);
}

} // namespace ghostline::ironcurtain
