// SPDX-License-Identifier: GPL-3.0-or-later
// Headers, orders, votes, outcomes, talk and signatures as JSON; events are in record_json_events.cpp.
#include "codecs/ironcurtain/replay/record_json.h"

#include "codecs/ironcurtain/replay/record_json_values.h"

namespace ghostline::ironcurtain {

using namespace Qt::StringLiterals;

namespace {

template<std::size_t N, typename Enum>
QString named(const std::array<const char*, N>& names, Enum value)
{
    const auto at = static_cast<std::size_t>(value);
    return QString::fromLatin1(at < N ? names[at] : "Unknown");
}

QJsonObject typeJson(const VoteType& type)
{
    QJsonObject json{{u"type"_s, voteName(type.kind)}};
    if (type.kind == VoteKind::Kick) {
        json.insert(u"target"_s, jsonNumber(type.target));
        json.insert(u"reason"_s, kickReasonName(type.reason));
    }
    if (type.kind == VoteKind::Custom)
        json.insert(u"type_id"_s, QString::fromStdString(type.custom));
    return json;
}

QString choiceName(VoteChoice choice) { return choice == VoteChoice::Yes ? u"Yes"_s : u"No"_s; }

QJsonObject activeJson(const ActiveVote& vote)
{
    QJsonArray eligible;
    for (const PlayerId player : vote.eligible)
        eligible.append(jsonNumber(player));
    QJsonArray ballots;
    for (const auto& [player, choice] : vote.ballots)
        ballots.append(QJsonObject{{u"player"_s, jsonNumber(player)}, {u"choice"_s, choiceName(choice)}});
    return {{u"id"_s, jsonNumber(vote.id)},
            {u"vote_type"_s, typeJson(vote.type)},
            {u"proposer"_s, jsonNumber(vote.proposer)},
            {u"audience"_s, vote.team ? QJsonValue(QJsonObject{{u"team"_s, *vote.team}}) : u"AllPlayers"_s},
            {u"eligible_voters"_s, eligible},
            {u"ballots"_s, ballots},
            {u"started_at"_s, jsonNumber(vote.startedAt)},
            {u"expires_at"_s, jsonNumber(vote.expiresAt)},
            {u"threshold"_s, thresholdText(vote.threshold)}};
}

void insertVoteOrder(QJsonObject& json, const Order& order)
{
    static constexpr std::array<const char*, 3> Names{"Propose", "Cast", "Cancel"};
    json.insert(u"what"_s, named(Names, order.voteWhat));
    if (order.voteWhat == VoteRecord::What::Proposed) {
        json.insert(u"vote_type"_s, typeJson(order.voteType));
        return;
    }
    json.insert(u"vote"_s, jsonNumber(order.vote));
    if (order.voteWhat == VoteRecord::What::BallotCast)
        json.insert(u"choice"_s, choiceName(order.choice));
}

void insertChat(QJsonObject& json, const Order& order)
{
    static constexpr std::array<const char*, 4> Names{"All", "Team", "Whisper", "Observer"};
    json.insert(u"channel"_s, named(Names, order.channel));
    if (order.channel == ChatChannel::Whisper)
        json.insert(u"target"_s, jsonNumber(order.whisperTo));
    json.insert(u"text"_s, textOf(order.text));
}

void insertReason(QJsonObject& json, const MatchOutcome& outcome)
{
    static constexpr std::array<const char*, 5> Names{"Elimination", "Surrender", "TeamSurrender",
                                                      "ObjectiveCompleted", "Draw"};
    if (outcome.reason)
        json.insert(u"reason"_s, named(Names, *outcome.reason));
    if (outcome.surrendered)
        json.insert(u"surrendered"_s, jsonNumber(*outcome.surrendered));
    if (outcome.surrenderedTeam)
        json.insert(u"surrendered_team"_s, *outcome.surrenderedTeam);
    QJsonArray votes;
    for (const auto& [player, yes] : outcome.votes)
        votes.append(QJsonObject{{u"player"_s, jsonNumber(player)}, {u"yes"_s, yes}});
    if (!votes.isEmpty())
        json.insert(u"votes"_s, votes);
}

} // namespace

QJsonObject toJson(const Header& header)
{
    QJsonObject json{{u"magic"_s, u"ICRP"_s},
                     {u"version"_s, header.version},
                     {u"compression"_s, header.compression},
                     {u"flags"_s, header.flags},
                     {u"total_ticks"_s, jsonNumber(header.totalTicks)},
                     {u"final_state_hash"_s, hexText(header.finalStateHash)},
                     {u"lost_frame_count"_s, jsonNumber(header.lostFrames)}};
    const std::pair<QString, SectionPlace> places[] = {
        {u"metadata"_s, header.metadata},   {u"orders"_s, header.orders},
        {u"keyframes"_s, header.keyframes}, {u"events"_s, header.events},
        {u"signature"_s, header.signature}, {u"voice"_s, header.voice},
        {u"embedded"_s, header.embedded}};
    for (const auto& [name, place] : places) {
        json.insert(name + u"_offset"_s, jsonNumber(place.offset));
        json.insert(name + u"_length"_s, jsonNumber(place.length));
    }
    return json;
}

QJsonObject toJson(const VoteRecord& vote)
{
    static constexpr std::array<const char*, 3> Names{"Proposed", "BallotCast", "Resolved"};
    QJsonObject json{{u"what"_s, named(Names, vote.what)}, {u"vote"_s, jsonNumber(vote.vote)}};
    switch (vote.what) {
    case VoteRecord::What::Proposed:
        json.insert(u"vote_type"_s, typeJson(vote.type));
        json.insert(u"proposer"_s, jsonNumber(vote.player));
        break;
    case VoteRecord::What::BallotCast:
        json.insert(u"voter"_s, jsonNumber(vote.player));
        json.insert(u"choice"_s, choiceName(vote.choice));
        break;
    case VoteRecord::What::Resolved:
        json.insert(u"resolution"_s, voteOutcomeName(vote.outcome));
        json.insert(u"active_vote"_s, activeJson(vote.active));
        if (vote.outcome == VoteOutcome::Failed)
            json.insert(u"fail_reason"_s, voteFailName(vote.failure));
        break;
    }
    return json;
}

QJsonObject toJson(const MatchOutcome& outcome)
{
    static constexpr std::array<const char*, 5> Names{"Completed", "Abandoned", "Draw", "Remade",
                                                      "DesyncTerminated"};
    QJsonObject json{{u"kind"_s, named(Names, outcome.kind)}};
    if (outcome.winner)
        json.insert(u"winner"_s, jsonNumber(*outcome.winner));
    if (outcome.winnerTeam)
        json.insert(u"winner_team"_s, *outcome.winnerTeam);
    if (outcome.leaver)
        json.insert(u"player"_s, jsonNumber(*outcome.leaver));
    if (outcome.at)
        json.insert(u"at"_s, jsonNumber(*outcome.at));
    insertReason(json, outcome);
    return json;
}

QJsonObject toJson(const Order& order)
{
    QJsonObject json{{u"player"_s, jsonNumber(order.player)},
                     {u"sub_tick_time"_s, jsonNumber(order.subTick)}};
    switch (order.kind) {
    case OrderKind::Move:
    case OrderKind::Attack:
    case OrderKind::Stop:
        json.insert(u"units"_s, tagsJson(order.units));
        if (order.target)
            json.insert(u"target"_s, placeJson(*order.target));
        if (order.victim)
            json.insert(u"target_unit"_s, tagText(*order.victim));
        break;
    case OrderKind::Idle:
        break;
    case OrderKind::ChatMessage:
        insertChat(json, order);
        break;
    case OrderKind::ChatCommand: {
        QJsonArray arguments;
        for (const std::string_view argument : order.arguments)
            arguments.append(textOf(argument));
        json.insert(u"cmd"_s, textOf(order.text));
        json.insert(u"args"_s, arguments);
        break;
    }
    case OrderKind::CheatCode:
        json.insert(u"code"_s, jsonNumber(order.cheat));
        break;
    case OrderKind::SetCvar:
        json.insert(u"name"_s, textOf(order.text));
        json.insert(u"value"_s, textOf(order.value));
        break;
    case OrderKind::Vote:
        insertVoteOrder(json, order);
        break;
    case OrderKind::GameOrder:
        json.insert(u"type_tag"_s, order.gameTag);
        json.insert(u"payload"_s, hexText(order.payload));
        break;
    }
    return json;
}

QJsonObject toJson(const VoiceTrack& track)
{
    static constexpr std::array<const char*, 3> Names{"All", "Team", "Player"};
    QJsonArray spans;
    for (const VoiceSpan& span : track.spans) {
        spans.append(QJsonObject{{u"first_tick"_s, jsonNumber(span.first)},
                                 {u"last_tick"_s, jsonNumber(span.last)},
                                 {u"frames"_s, jsonNumber(span.frames)},
                                 {u"target"_s, named(Names, span.target)},
                                 {u"target_player"_s, jsonNumber(span.targetPlayer)}});
    }
    return {{u"player"_s, jsonNumber(track.player)},
            {u"consented"_s, track.consented},
            {u"frame_count"_s, jsonNumber(track.frames)},
            {u"spans"_s, spans}};
}

QJsonObject toJson(const TickSignature& entry)
{
    return {{u"tick"_s, jsonNumber(entry.tick)},
            {u"state_hash"_s, hexText(entry.stateHash)},
            {u"skipped_ticks"_s, jsonNumber(entry.skippedTicks)},
            {u"signature"_s, hexText(entry.signature)}};
}

} // namespace ghostline::ironcurtain
