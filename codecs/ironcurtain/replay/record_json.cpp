// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/record_json.h"

#include "codecs/ironcurtain/base/value_text.h"
#include "codecs/ironcurtain/events/event_fields.h"
#include "model/base/text.h"

#include <QJsonArray>

#include <concepts>

namespace ghostline::ironcurtain {

using namespace Qt::StringLiterals;

namespace {

QJsonArray tagsJson(const TagList& tags)
{
    QJsonArray list;
    for (std::size_t i = 0; i < tags.size(); ++i)
        list.append(tagText(tags[i]));
    return list;
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
    json.insert(u"text"_s, model::textOf(order.text));
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
    const std::pair<QString, SectionExtent> places[] = {
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
            arguments.append(model::textOf(argument));
        json.insert(u"cmd"_s, model::textOf(order.text));
        json.insert(u"args"_s, arguments);
        break;
    }
    case OrderKind::CheatCode:
        json.insert(u"code"_s, jsonNumber(order.cheat));
        break;
    case OrderKind::SetCvar:
        json.insert(u"name"_s, model::textOf(order.text));
        json.insert(u"value"_s, model::textOf(order.value));
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

// The 21 analysis events as JSON.

namespace {

struct FieldJson
{
    const Kinds& kinds;
    QJsonObject& out;

    static QJsonValue json(std::signed_integral auto value) { return qint64{value}; }
    static QJsonValue json(std::unsigned_integral auto value) { return jsonNumber(std::uint64_t{value}); }
    static QJsonValue json(bool value) { return value; }
    static QJsonValue json(UnitTag tag) { return tagText(tag); }
    static QJsonValue json(const WorldPos& at) { return placeJson(at); }
    static QJsonValue json(GroupAction action)
    {
        static constexpr std::array<const char*, 3> Names{"Assign", "Append", "Recall"};
        return QString::fromLatin1(Names[static_cast<std::size_t>(action) % Names.size()]);
    }
    static QJsonValue json(const TagList& tags) { return tagsJson(tags); }
    static QJsonValue json(const PackedList<UnitPlace>& units)
    {
        QJsonArray list;
        for (std::size_t i = 0; i < units.size(); ++i)
            list.append(QJsonObject{{u"tag"_s, tagText(units[i].unit)}, {u"pos"_s, placeJson(units[i].at)}});
        return list;
    }
    static QJsonValue json(const std::byte* stats) { return toJson(readPlayerStats(stats)); }
    template<typename T>
    static QJsonValue json(const std::optional<T>& value)
    {
        return value ? json(*value) : QJsonValue();
    }

    template<typename T>
    void operator()(const char* name, const T& field)
    {
        out.insert(QLatin1StringView(name), json(field));
    }
    /// The number, and beside it what it stands for.
    void operator()(const char* name, InternedField<const InternedId> field)
    {
        out.insert(QLatin1StringView(name), json(field.id));
        const std::string_view text = kinds.string(field.id);
        if (!text.empty())
            out.insert(QLatin1StringView(name) + u"_name"_s, model::textOf(text));
    }
    template<typename T>
    void operator()(const char* name, OutcomeField<T> field)
    {
        if (const auto outcome = parseOutcome(field.bytes))
            out.insert(QLatin1StringView(name), toJson(*outcome));
    }
    template<typename T>
    void operator()(const char* name, VoteField<T> field)
    {
        if (const auto vote = parseVote(field.bytes))
            out.insert(QLatin1StringView(name), toJson(*vote));
    }
};

} // namespace

QJsonObject toJson(const PlayerStats& s)
{
    return {{u"credits"_s, qint64{s.credits}},
            {u"total_collected"_s, qint64{s.totalCollected}},
            {u"total_spent"_s, qint64{s.totalSpent}},
            {u"collection_rate"_s, qint64{s.collectionRate}},
            {u"idle_harvester_ticks"_s, jsonNumber(s.idleHarvesterTicks)},
            {u"units_produced"_s, jsonNumber(s.unitsProduced)},
            {u"structures_built"_s, jsonNumber(s.structuresBuilt)},
            {u"idle_production_ticks"_s, jsonNumber(s.idleProductionTicks)},
            {u"units_killed"_s, jsonNumber(s.unitsKilled)},
            {u"units_lost"_s, jsonNumber(s.unitsLost)},
            {u"structures_destroyed"_s, jsonNumber(s.structuresDestroyed)},
            {u"structures_lost"_s, jsonNumber(s.structuresLost)},
            {u"killed_value"_s, qint64{s.killedValue}},
            {u"lost_value"_s, qint64{s.lostValue}},
            {u"damage_dealt"_s, qint64{s.damageDealt}},
            {u"damage_received"_s, qint64{s.damageReceived}},
            {u"apm"_s, jsonNumber(s.apm)},
            {u"epm"_s, jsonNumber(s.epm)},
            {u"army_value"_s, qint64{s.armyValue}},
            {u"power_produced"_s, s.powerProduced},
            {u"power_drained"_s, s.powerDrained},
            {u"harvesters"_s, s.harvesters},
            {u"refineries"_s, s.refineries},
            {u"unit_count"_s, s.unitCount},
            {u"structure_count"_s, s.structureCount}};
}

QJsonObject toJson(const AnalysisEvent& event, const Kinds& kinds)
{
    QJsonObject json{{u"tick"_s, jsonNumber(event.tick)}};
    std::visit([&](const auto& body) { eachField(body, FieldJson{kinds, json}); }, event.body);
    return json;
}

} // namespace ghostline::ironcurtain
