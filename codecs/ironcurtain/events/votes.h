// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Votes as events and orders tell them; layouts in docs/formats/iron-curtain.md, "Votes".
#include "codecs/ironcurtain/container/bincode.h"

#include <QString>

#include <optional>
#include <string>

namespace ghostline::ironcurtain {

enum class VoteKind : std::uint32_t { Surrender, Kick, Remake, Draw, Custom };
enum class KickReason : std::uint32_t { Afk, Griefing, AbusiveCommunication, Other };
enum class VoteChoice : std::uint32_t { Yes, No };
enum class VoteOutcome : std::uint32_t { Passed, Failed, Cancelled };
enum class VoteFailReason : std::uint32_t { TimerExpired, ThresholdImpossible, ProposerLeft };

struct VoteType
{
    VoteKind kind = VoteKind::Surrender;
    PlayerId target = 0;                 ///< Kick
    KickReason reason = KickReason::Afk; ///< Kick
    std::string custom;                  ///< Custom
};
struct VoteThreshold
{
    enum class Kind : std::uint32_t { Fraction, Unanimous, TeamScaled };
    Kind kind = Kind::Unanimous;
    std::uint32_t required = 0; ///< Fraction
    std::uint32_t of = 0;
};
struct ActiveVote
{
    std::uint32_t id = 0;
    VoteType type;
    PlayerId proposer = 0;
    std::optional<std::uint8_t> team; ///< nothing = all players
    std::vector<PlayerId> eligible;
    std::vector<std::pair<PlayerId, VoteChoice>> ballots; ///< keys ascending
    SimTick startedAt = 0;
    SimTick expiresAt = 0;
    VoteThreshold threshold;
};
struct VoteRecord
{
    enum class What : std::uint32_t { Proposed, BallotCast, Resolved };
    What what = What::Proposed;
    std::uint32_t vote = 0;
    PlayerId player = 0;      ///< proposer or voter
    VoteType type;            ///< Proposed
    VoteChoice choice{};      ///< BallotCast
    VoteOutcome outcome{};    ///< Resolved
    VoteFailReason failure{}; ///< Resolved, Failed
    ActiveVote active;        ///< Resolved
};

VoteType readVoteType(BinReader& in);
void appendVoteType(BinWriter& out, const VoteType& type);
/// The body of event 14. Fails (sticky, with a reason) on anything odd: an inner id that is not the vote's.
VoteRecord readVoteRecord(BinReader& in);
void appendVoteRecord(BinWriter& out, const VoteRecord& record);
/// Of an event that was parsed as Known; nothing only for memory that is not one.
std::optional<VoteRecord> parseVote(std::span<const std::byte> body);

QString voteName(VoteKind kind);        ///< "Kick"
QString kickReasonName(KickReason why); ///< "Afk"
QString voteOutcomeName(VoteOutcome outcome);
QString voteFailName(VoteFailReason why);
QString thresholdText(const VoteThreshold& threshold); ///< "fraction 2/3", "unanimous", "team-scaled"
// In words for people.
QString kickWords(KickReason why);     ///< "away from keyboard"
QString failWords(VoteFailReason why); ///< "time ran out"

} // namespace ghostline::ironcurtain
