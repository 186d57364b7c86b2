// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/ironcurtain/event_cases.h"

namespace ghostline::test {

ironcurtain::Bytes fromHex(const char* text)
{
    const QByteArray raw = QByteArray::fromHex(QByteArray(text).replace(' ', ""));
    ironcurtain::Bytes bytes(static_cast<std::size_t>(raw.size()));
    if (!bytes.empty())
        std::memcpy(bytes.data(), raw.constData(), bytes.size());
    return bytes;
}

QByteArray toHex(std::span<const std::byte> bytes)
{
    return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
        .toHex();
}

ironcurtain::Bytes eventBytes(const ironcurtain::AnalysisEvent& event)
{
    ironcurtain::Bytes bytes;
    appendEvent(bytes, event);
    return bytes;
}

} // namespace ghostline::test

namespace ghostline::test::detail {

const ironcurtain::Bytes& stats()
{
    static const ironcurtain::Bytes bytes = [] {
        ironcurtain::Bytes made(ironcurtain::PlayerStatsBytes);
        for (std::size_t i = 0; i < made.size(); ++i)
            made[i] = static_cast<std::byte>(i);
        return made;
    }();
    return bytes;
}

} // namespace ghostline::test::detail

namespace ghostline::test {

std::vector<EventCase> eventCases()
{
    using namespace ironcurtain;
    using namespace detail;
    static const QByteArray statsHex = toHex(stats());
    static const QByteArray statRow = "05000000 6400000000000000 02000000" + statsHex;
    const auto at = [](EventBody body) { return AnalysisEvent{100, std::move(body)}; };
    return {
        {"UnitCreated", at(UnitCreated{{3, 2}, 5, 1, There}),
         "00000000 6400000000000000 0300 0200 05000000 01000000 00040000 00080000 ffffffff"},
        {"ConstructionStarted", at(ConstructionStarted{{3, 2}, 5, 1, There}),
         "01000000 6400000000000000 0300 0200 05000000 01000000 00040000 00080000 ffffffff"},
        {"ConstructionCompleted", at(ConstructionCompleted{{3, 2}}), "02000000 6400000000000000 0300 0200"},
        {"UnitDestroyed by nobody", at(UnitDestroyed{{3, 2}, {}, {}}),
         "03000000 6400000000000000 0300 0200 00 00"},
        {"UnitDestroyed by a unit", at(UnitDestroyed{{3, 2}, UnitTag{9, 1}, {}}),
         "03000000 6400000000000000 0300 0200 01 0900 0100 00"},
        {"UnitDestroyed by a player", at(UnitDestroyed{{3, 2}, {}, PlayerId{4}}),
         "03000000 6400000000000000 0300 0200 00 01 04000000"},
        {"UnitDestroyed by both", at(UnitDestroyed{{3, 2}, UnitTag{9, 1}, PlayerId{4}}),
         "03000000 6400000000000000 0300 0200 01 0900 0100 01 04000000"},
        {"UnitPositionSample",
         at(UnitPositionSample{PackedList<UnitPlace>(std::span<const UnitPlace>(Places))}),
         "04000000 6400000000000000 0200000000000000 0300 0100 00040000 00f8ffff 00000000"
         "0400 0100 00000040 000000c0 01000000"},
        {"PlayerStatSnapshot", at(PlayerStatSnapshot{2, stats().data()}), statRow.constData()},
        {"ResourceCollected", at(ResourceCollected{2, 7, -25}),
         "06000000 6400000000000000 02000000 07000000 e7ffffff"},
        {"UpgradeCompleted", at(UpgradeCompleted{2, 8}), "07000000 6400000000000000 02000000 08000000"},
        {"CameraPositionSample", at(CameraPositionSample{2, There, 512}),
         "08000000 6400000000000000 02000000 00040000 00080000 ffffffff 0002"},
        {"SelectionChanged", at(SelectionChanged{2, tags(Two), tags(One)}),
         "09000000 6400000000000000 02000000 0200000000000000 0100 0200 204e 0100 0100000000000000 ffff "
         "0700"},
        {"SelectionChanged to nothing", at(SelectionChanged{2, {}, tags(One)}),
         "09000000 6400000000000000 02000000 0000000000000000 0100000000000000 ffff 0700"},
        {"ControlGroupEvent assign", at(ControlGroupEvent{2, 9, GroupAction::Assign}),
         "0a000000 6400000000000000 02000000 09 00000000"},
        {"ControlGroupEvent append", at(ControlGroupEvent{2, 9, GroupAction::Append}),
         "0a000000 6400000000000000 02000000 09 01000000"},
        {"ControlGroupEvent recall", at(ControlGroupEvent{2, 9, GroupAction::Recall}),
         "0a000000 6400000000000000 02000000 09 02000000"},
        {"AbilityUsed", at(AbilityUsed{2, 11, {}}), "0b000000 6400000000000000 02000000 0b000000 00"},
        {"AbilityUsed somewhere", at(AbilityUsed{2, 11, There}),
         "0b000000 6400000000000000 02000000 0b000000 01 00040000 00080000 ffffffff"},
        {"PauseEvent", at(PauseEvent{2, true}), "0c000000 6400000000000000 02000000 01"},
        {"EngagementStarted", at(EngagementStarted{There, tags(Two), tags(One), 1000, -1}),
         "0f000000 6400000000000000 00040000 00080000 ffffffff 0200000000000000 0100 0200 204e 0100"
         "0100000000000000 ffff 0700 e803000000000000 ffffffffffffffff"},
        {"EngagementEnded", at(EngagementEnded{There, 1, 2, 3, 4, 300}),
         "10000000 6400000000000000 00040000 00080000 ffffffff 01000000 02000000 03000000 04000000"
         "2c01000000000000"},
        {"SuperweaponFired", at(SuperweaponFired{12, There, 2, 5, 6}),
         "11000000 6400000000000000 0c000000 00040000 00080000 ffffffff 02000000 05000000 06000000"},
        {"BaseDestroyed", at(BaseDestroyed{2, There, tags(Two)}),
         "12000000 6400000000000000 02000000 00040000 00080000 ffffffff 0200000000000000 0100 0200 204e "
         "0100"},
        {"ArmyWipe", at(ArmyWipe{2, 14, 9000, 768}),
         "13000000 6400000000000000 02000000 0e000000 2823000000000000 0003"},
        {"ComebackMoment", at(ComebackMoment{2, -5, 6, 11}),
         "14000000 6400000000000000 02000000 fbffffffffffffff 0600000000000000 0b00000000000000"},
    };
}

} // namespace ghostline::test

namespace ghostline::test::detail {

ironcurtain::ActiveVote activeVote(ironcurtain::VoteKind kind)
{
    using namespace ironcurtain;
    ActiveVote vote;
    vote.id = 1;
    vote.type.kind = kind;
    vote.proposer = 2;
    vote.team = 1;
    vote.eligible = {2, 3};
    vote.ballots = {{2, VoteChoice::Yes}, {3, VoteChoice::No}};
    vote.startedAt = 100;
    vote.expiresAt = 200;
    return vote;
}

ironcurtain::VoteRecord proposal(ironcurtain::VoteKind kind, const char* custom)
{
    ironcurtain::VoteRecord record;
    record.vote = 1;
    record.player = 2;
    record.type.kind = kind;
    record.type.custom = custom;
    if (kind == ironcurtain::VoteKind::Kick) {
        record.type.target = 3;
        record.type.reason = ironcurtain::KickReason::AbusiveCommunication;
    }
    return record;
}

ironcurtain::VoteRecord resolution(ironcurtain::VoteKind kind, ironcurtain::VoteOutcome outcome,
                                   ironcurtain::VoteThreshold threshold)
{
    ironcurtain::VoteRecord record;
    record.what = ironcurtain::VoteRecord::What::Resolved;
    record.vote = 1;
    record.outcome = outcome;
    record.active = activeVote(kind);
    record.active.threshold = threshold;
    return record;
}

} // namespace ghostline::test::detail

namespace ghostline::test {

std::vector<VoteCase> voteCases()
{
    using namespace ironcurtain;
    using namespace detail;
    using Kind = VoteThreshold::Kind;
    VoteRecord ballot;
    ballot.what = VoteRecord::What::BallotCast;
    ballot.vote = 7;
    ballot.player = 2;
    ballot.choice = VoteChoice::No;
    VoteRecord failed = resolution(VoteKind::Remake, VoteOutcome::Failed, {Kind::Unanimous, 0, 0});
    failed.failure = VoteFailReason::ProposerLeft;
    failed.active.team = std::nullopt;
    std::vector<VoteCase> cases;
    cases.push_back({"surrender", proposal(VoteKind::Surrender), "00000000 01000000 00000000 02000000"});
    cases.push_back(
        {"kick", proposal(VoteKind::Kick), "00000000 01000000 01000000 03000000 02000000 02000000"});
    cases.push_back({"remake", proposal(VoteKind::Remake), "00000000 01000000 02000000 02000000"});
    cases.push_back({"draw", proposal(VoteKind::Draw), "00000000 01000000 03000000 02000000"});
    cases.push_back({"custom", proposal(VoteKind::Custom, "gg"),
                     "00000000 01000000 04000000 0200000000000000 6767 02000000"});
    cases.push_back({"ballot", ballot, "01000000 07000000 02000000 01000000"});
    cases.push_back({"passed", resolution(VoteKind::Surrender, VoteOutcome::Passed, {Kind::Fraction, 2, 3}),
                     "02000000 01000000 00000000 01000000 00000000 02000000 00000000 01"
                     "0200000000000000 02000000 03000000 0200000000000000 02000000 00000000 03000000 01000000"
                     "6400000000000000 c800000000000000 00000000 02000000 03000000"});
    cases.push_back({"failed", failed,
                     "02000000 01000000 01000000 01000000 02000000 02000000 01000000"
                     "0200000000000000 02000000 03000000 0200000000000000 02000000 00000000 03000000 01000000"
                     "6400000000000000 c800000000000000 01000000 02000000"});
    cases.push_back({"cancelled",
                     resolution(VoteKind::Draw, VoteOutcome::Cancelled, {Kind::TeamScaled, 0, 0}),
                     "02000000 01000000 02000000 01000000 03000000 02000000 00000000 01"
                     "0200000000000000 02000000 03000000 0200000000000000 02000000 00000000 03000000 01000000"
                     "6400000000000000 c800000000000000 02000000"});
    return cases;
}

std::vector<OutcomeCase> outcomeCases()
{
    using ironcurtain::MatchOutcome;
    using Kind = MatchOutcome::Kind;
    using Reason = MatchOutcome::Reason;
    MatchOutcome won;
    won.winner = 3;
    won.reason = Reason::Elimination;
    MatchOutcome team;
    team.winnerTeam = 1;
    team.reason = Reason::TeamSurrender;
    team.surrenderedTeam = 0;
    team.votes = {{0, true}, {1, false}};
    MatchOutcome gaveUp;
    gaveUp.winnerTeam = 1;
    gaveUp.reason = Reason::Surrender;
    gaveUp.surrendered = 2;
    MatchOutcome goal;
    goal.winner = 3;
    goal.reason = Reason::ObjectiveCompleted;
    MatchOutcome left;
    left.kind = Kind::Abandoned;
    left.leaver = 2;
    left.at = 100;
    MatchOutcome draw;
    draw.kind = Kind::Draw;
    draw.reason = Reason::Draw;
    draw.votes = {{0, true}};
    MatchOutcome remade;
    remade.kind = Kind::Remade;
    MatchOutcome desync;
    desync.kind = Kind::DesyncTerminated;
    desync.at = 99;
    return {
        {"won", won, "00000000 00000000 03000000 00000000"},
        {"team", team, "00000000 01000000 01 02000000 00 0200000000000000 00000000 01 01000000 00"},
        {"surrender", gaveUp, "00000000 01000000 01 01000000 02000000"},
        {"objective", goal, "00000000 00000000 03000000 03000000"},
        {"abandoned", left, "01000000 02000000 6400000000000000"},
        {"draw", draw, "02000000 04000000 0100000000000000 00000000 01"},
        {"remade", remade, "03000000"},
        {"desync", desync, "04000000 6300000000000000"},
    };
}

} // namespace ghostline::test
