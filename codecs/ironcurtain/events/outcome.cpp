// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/events/outcome.h"

namespace ghostline::ironcurtain {

namespace {

using Kind = MatchOutcome::Kind;
using Reason = MatchOutcome::Reason;

constexpr std::uint32_t OutcomeKinds = 5;
constexpr std::uint32_t Reasons = 5;
constexpr std::size_t BallotBytes = 5;

void readBallots(BinReader& in, MatchOutcome& outcome)
{
    const std::size_t n = in.count(BallotBytes);
    outcome.votes.reserve(n);
    for (std::size_t i = 0; i < n && in.ok(); ++i) {
        const PlayerId player = in.u32();
        outcome.votes.emplace_back(player, in.boolean());
    }
}

void readReason(BinReader& in, MatchOutcome& outcome)
{
    const auto reason = static_cast<Reason>(in.variant(Reasons, "an unknown reason for the end"));
    outcome.reason = reason;
    if (reason == Reason::Surrender)
        outcome.surrendered = in.u32();
    if (reason == Reason::TeamSurrender)
        outcome.surrenderedTeam = in.u8();
    if (reason == Reason::TeamSurrender || reason == Reason::Draw)
        readBallots(in, outcome);
}

void appendReason(BinWriter& out, const MatchOutcome& outcome)
{
    const Reason reason = outcome.reason.value_or(Reason::Elimination);
    out.u32(static_cast<std::uint32_t>(reason));
    if (reason == Reason::Surrender)
        out.u32(outcome.surrendered.value_or(0));
    if (reason == Reason::TeamSurrender)
        out.u8(outcome.surrenderedTeam.value_or(0));
    if (reason != Reason::TeamSurrender && reason != Reason::Draw)
        return;
    out.u64(outcome.votes.size());
    for (const auto& [player, yes] : outcome.votes) {
        out.u32(player);
        out.boolean(yes);
    }
}

} // namespace

MatchOutcome readOutcome(BinReader& in)
{
    MatchOutcome outcome;
    outcome.kind = static_cast<Kind>(in.variant(OutcomeKinds, "an unknown outcome"));
    if (outcome.kind == Kind::Completed) {
        if (in.variant(2, "an unknown kind of winner") == 0)
            outcome.winner = in.u32();
        else
            outcome.winnerTeam = in.u8();
    }
    if (outcome.kind == Kind::Abandoned)
        outcome.leaver = in.u32();
    if (outcome.kind == Kind::Abandoned || outcome.kind == Kind::DesyncTerminated)
        outcome.at = in.u64();
    if (outcome.kind == Kind::Completed || outcome.kind == Kind::Draw)
        readReason(in, outcome);
    return outcome;
}

std::optional<MatchOutcome> parseOutcome(std::span<const std::byte> bytes)
{
    BinReader in(bytes);
    MatchOutcome outcome = readOutcome(in);
    if (!in.ok() || !in.atEnd())
        return std::nullopt;
    return outcome;
}

void appendOutcome(Bytes& bytes, const MatchOutcome& outcome)
{
    BinWriter out(bytes);
    out.u32(static_cast<std::uint32_t>(outcome.kind));
    if (outcome.kind == Kind::Completed) {
        out.u32(outcome.winnerTeam ? 1 : 0);
        if (outcome.winnerTeam)
            out.u8(*outcome.winnerTeam);
        else
            out.u32(outcome.winner.value_or(0));
    }
    if (outcome.kind == Kind::Abandoned)
        out.u32(outcome.leaver.value_or(0));
    if (outcome.kind == Kind::Abandoned || outcome.kind == Kind::DesyncTerminated)
        out.u64(outcome.at.value_or(0));
    if (outcome.kind == Kind::Completed || outcome.kind == Kind::Draw)
        appendReason(out, outcome);
}

} // namespace ghostline::ironcurtain
