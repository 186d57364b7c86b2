// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/derived/talk_events.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/events/votes.h"

namespace ghostline::ironcurtain {

std::vector<int> TalkEvents::between(PlayerId a, PlayerId b) const
{
    std::vector<int> audience;
    for (const PlayerId player : {a, b}) {
        const int index = m_list.context().players.indexOf(player);
        if (index >= 0 && (audience.empty() || audience.front() != index))
            audience.push_back(index);
    }
    if (audience.empty())
        audience.push_back(OnlyObservers);
    return audience;
}

std::vector<int> TalkEvents::teamNumber(std::uint8_t team) const
{
    const Players& players = m_list.context().players;
    std::vector<int> audience;
    for (std::size_t i = 0; i < players.count(); ++i) {
        if (players[i].team == team)
            audience.push_back(static_cast<int>(i));
    }
    if (audience.empty())
        audience.push_back(OnlyObservers);
    return audience;
}

std::vector<int> TalkEvents::teamOf(PlayerId player) const
{
    const Players& players = m_list.context().players;
    const int index = players.indexOf(player);
    if (index < 0)
        return {OnlyObservers};
    const int team = players[static_cast<std::size_t>(index)].team;
    // Where nobody said who plays with whom, only the one who spoke is known to have heard it.
    return team < 0 ? std::vector<int>{index} : teamNumber(static_cast<std::uint8_t>(team));
}

Sentence TalkEvents::voteWords(const VoteType& type) const
{
    switch (type.kind) {
    case VoteKind::Surrender:
        return Sentence::of(QStringLiteral("to surrender"));
    case VoteKind::Kick:
        return Sentence::of(QStringLiteral("to kick %1 (%2)"),
                            {m_list.name(type.target), Sentence::of(kickWords(type.reason))});
    case VoteKind::Remake:
        return Sentence::of(QStringLiteral("for a remake"));
    case VoteKind::Draw:
        return Sentence::of(QStringLiteral("for a draw"));
    case VoteKind::Custom:
        break;
    }
    return Sentence::of(QStringLiteral("on \"%1\""), {oneLine(type.custom, 60)});
}

model::Event* TalkEvents::voteEvent(SimTick tick, const VoteRecord& record, const Sentence& text)
{
    model::Event* told = m_list.add(DerivedKind::Vote, tick);
    if (told == nullptr)
        return nullptr;
    say(*told, text);
    told->data[QLatin1String("vote")] = static_cast<qint64>(record.vote);
    constexpr std::array<const char*, 3> Whats{"Proposed", "BallotCast", "Resolved"};
    told->data[QLatin1String("what")] = QLatin1String(Whats[static_cast<std::size_t>(record.what)]);
    if (const auto type = m_types.find(record.vote); type != m_types.end()) {
        told->data[QLatin1String("type")] = voteName(type->second.kind);
        if (type->second.kind == VoteKind::Kick) {
            told->data[QLatin1String("target")] = static_cast<qint64>(type->second.target);
            told->data[QLatin1String("reason")] = kickReasonName(type->second.reason);
        }
    }
    const PlayerId player =
        record.what == VoteRecord::What::Resolved ? record.active.proposer : record.player;
    m_list.actor(*told, player);
    return told;
}

void TalkEvents::proposed(SimTick tick, const VoteRecord& record)
{
    model::Event* told = voteEvent(tick, record,
                                   Sentence::of(QStringLiteral("%1 calls a vote %2"),
                                                {m_list.name(record.player), voteWords(record.type)}));
    if (told == nullptr)
        return;
    told->data[QLatin1String("proposer")] = static_cast<qint64>(record.player);
    if (record.type.kind == VoteKind::Kick)
        m_list.actor(*told, record.type.target);
}

void TalkEvents::resolved(SimTick tick, const VoteRecord& record)
{
    const ActiveVote& vote = record.active;
    if (vote.team && m_audiences.size() < MaxOpenVotes)
        m_audiences[record.vote] = teamNumber(*vote.team);
    Sentence text =
        Sentence::of(QStringLiteral("Vote %1 %2"),
                     {voteWords(vote.type), Sentence::of(voteOutcomeName(record.outcome).toLower())});
    if (record.outcome == VoteOutcome::Failed)
        text = Sentence::of(QStringLiteral("%1: %2"), {text, Sentence::of(failWords(record.failure))});
    model::Event* told = voteEvent(tick, record, text);
    if (told == nullptr)
        return;
    told->data[QLatin1String("outcome")] = voteOutcomeName(record.outcome);
    if (record.outcome == VoteOutcome::Failed)
        told->data[QLatin1String("fail_reason")] = voteFailName(record.failure);
    told->data[QLatin1String("proposer")] = static_cast<qint64>(vote.proposer);
    told->data[QLatin1String("threshold")] = thresholdText(vote.threshold);
    if (vote.type.kind == VoteKind::Kick)
        m_list.actor(*told, vote.type.target);
}

void TalkEvents::vote(SimTick tick, const VoteEvent& event)
{
    const std::optional<VoteRecord> record = parseVote(event.body);
    if (!record)
        return;
    if (record->what == VoteRecord::What::BallotCast) {
        const bool yes = record->choice == VoteChoice::Yes;
        const auto type = m_types.find(record->vote);
        const QString who = m_list.name(record->player);
        const Sentence text = type == m_types.end()
                                  ? Sentence::of(yes ? QStringLiteral("%1 says yes in vote %2")
                                                     : QStringLiteral("%1 says no in vote %2"),
                                                 {who, QString::number(record->vote)})
                                  : Sentence::of(yes ? QStringLiteral("%1 says yes on the vote %2")
                                                     : QStringLiteral("%1 says no on the vote %2"),
                                                 {who, voteWords(type->second)});
        model::Event* told = voteEvent(tick, *record, text);
        if (told != nullptr) {
            told->data[QLatin1String("voter")] = static_cast<qint64>(record->player);
            told->data[QLatin1String("choice")] = QLatin1String(yes ? "Yes" : "No");
        }
        return;
    }
    const bool decided = record->what == VoteRecord::What::Resolved;
    if (m_types.size() < MaxOpenVotes)
        m_types[record->vote] = decided ? record->active.type : record->type;
    if (decided)
        resolved(tick, *record);
    else
        proposed(tick, *record);
}

void TalkEvents::finish()
{
    m_list.each(DerivedKind::Vote, [this](model::Event& event) {
        const auto vote = static_cast<std::uint32_t>(event.data.value(QLatin1String("vote")).toInteger());
        if (const auto audience = m_audiences.find(vote); audience != m_audiences.end())
            event.audience = audience->second;
    });
}

void TalkEvents::order(SimTick tick, const Order& order)
{
    switch (order.kind) {
    case OrderKind::ChatMessage:
        chat(tick, order);
        break;
    case OrderKind::ChatCommand:
    case OrderKind::CheatCode:
    case OrderKind::SetCvar:
        command(tick, order);
        break;
    default:
        break;
    }
}

void TalkEvents::chat(SimTick tick, const Order& order)
{
    model::Event* told = m_list.add(DerivedKind::Chat, tick);
    if (told == nullptr)
        return;
    Sentence to;
    switch (order.channel) {
    case ChatChannel::All:
        to = Sentence::of(QStringLiteral("all"));
        break;
    case ChatChannel::Team:
        to = Sentence::of(QStringLiteral("team"));
        told->audience = teamOf(order.player);
        break;
    case ChatChannel::Whisper:
        to = m_list.name(order.whisperTo);
        told->audience = between(order.player, order.whisperTo);
        break;
    case ChatChannel::Observer:
        to = Sentence::of(QStringLiteral("observers"));
        told->audience = {OnlyObservers};
        break;
    }
    const QString text = oneLine(order.text, MaxTalkLength);
    say(*told, Sentence::of(QStringLiteral("%1 (to %2): %3"), {m_list.name(order.player), to, text}),
        MaxTalkLength);
    told->data[QLatin1String("player")] = static_cast<qint64>(order.player);
    told->data[QLatin1String("to")] = to.text();
    told->data[QLatin1String("text")] = text;
    m_list.actor(*told, order.player);
    if (order.channel == ChatChannel::Whisper)
        m_list.actor(*told, order.whisperTo);
}

void TalkEvents::command(SimTick tick, const Order& order)
{
    model::Event* told = m_list.add(DerivedKind::DevCommand, tick);
    if (told == nullptr)
        return;
    const QString player = m_list.name(order.player);
    QString text;
    if (order.kind == OrderKind::CheatCode) {
        text = QString::number(order.cheat);
        say(*told, Sentence::of(QStringLiteral("%1 uses cheat code %2"), {player, text}));
    } else if (order.kind == OrderKind::SetCvar) {
        text = QStringLiteral("%1 = %2").arg(oneLine(order.text, 100), oneLine(order.value, 100));
        say(*told, Sentence::of(QStringLiteral("%1 sets %2"), {player, text}));
    } else {
        QStringList words{oneLine(order.text, 100)};
        for (std::size_t i = 0; i < std::min<std::size_t>(order.arguments.size(), 16); ++i)
            words << oneLine(order.arguments[i], 100);
        text = oneLine(words.join(u' '), MaxTalkLength);
        say(*told, Sentence::of(QStringLiteral("%1 commands: %2"), {player, text}));
    }
    told->severity = order.kind == OrderKind::CheatCode ? 2 : 1;
    told->data[QLatin1String("player")] = static_cast<qint64>(order.player);
    told->data[QLatin1String("order")] = QLatin1String(orderKindName(static_cast<std::uint32_t>(order.kind)));
    told->data[QLatin1String("text")] = text;
    m_list.actor(*told, order.player);
}

void TalkEvents::voice(const VoiceTrack& track)
{
    if (!track.consented)
        return;
    const QString name = m_list.name(track.player);
    for (const VoiceSpan& span : track.spans) {
        model::Event* told = m_list.add(DerivedKind::Talk, span.first);
        if (told == nullptr)
            continue;
        Sentence to = Sentence::of(QStringLiteral("everyone"));
        if (span.target == VoiceTarget::Team) {
            to = Sentence::of(QStringLiteral("the team"));
            told->audience = teamOf(track.player);
        } else if (span.target == VoiceTarget::Player) {
            to = m_list.name(span.targetPlayer);
            told->audience = between(track.player, span.targetPlayer);
        }
        told->say(Sentence::of(QStringLiteral("%1 talks to %2"), {name, to}));
        told->length = m_list.between(span.first, std::max(span.last, span.first) + 1);
        told->data[QLatin1String("player")] = static_cast<qint64>(track.player);
        told->data[QLatin1String("to")] = to.text();
        told->data[QLatin1String("frames")] = static_cast<qint64>(span.frames);
        told->data[QLatin1String("seconds")] = model::seconds(told->length);
        m_list.actor(*told, track.player);
        if (span.target == VoiceTarget::Player)
            m_list.actor(*told, span.targetPlayer);
    }
}

// How the match ended, in words.

namespace {

constexpr std::array<const char*, 5> OutcomeNames{"Completed", "Abandoned", "Draw", "Remade",
                                                  "DesyncTerminated"};
constexpr std::array<const char*, 5> ReasonNames{"Elimination", "Surrender", "TeamSurrender",
                                                 "ObjectiveCompleted", "Draw"};
constexpr std::array<const char*, 5> ReasonWords{"elimination", "surrender", "surrender of the team",
                                                 "objective completed", "draw agreed"};

Sentence teamText(const EventWriter& list, std::uint8_t team)
{
    const Players& players = list.context().players;
    QStringList names;
    for (std::size_t i = 0; i < players.count(); ++i) {
        if (players[i].team == team)
            names << players[i].name;
    }
    // As the sides are named.
    const Sentence number =
        Sentence::of(QStringLiteral("Team %1"), {QString::number(players.sideOf(team) + 1)});
    return names.isEmpty() ? number : Sentence::of(QStringLiteral("%1 (%2)"), {number, joinedNames(names)});
}

Sentence outcomeText(const EventWriter& list, const MatchOutcome& outcome)
{
    switch (outcome.kind) {
    case MatchOutcome::Kind::Completed:
        if (outcome.winnerTeam)
            return Sentence::of(QStringLiteral("%1 wins"), {teamText(list, *outcome.winnerTeam)});
        return Sentence::of(QStringLiteral("%1 wins"), {list.name(outcome.winner.value_or(0))});
    case MatchOutcome::Kind::Abandoned:
        return Sentence::of(QStringLiteral("%1 abandoned the match"),
                            {list.name(outcome.leaver.value_or(0))});
    case MatchOutcome::Kind::Draw:
        return Sentence::of(QStringLiteral("The match is a draw"));
    case MatchOutcome::Kind::Remade:
        return Sentence::of(QStringLiteral("The match is remade: it does not count"));
    case MatchOutcome::Kind::DesyncTerminated:
        break;
    }
    return Sentence::of(QStringLiteral("The match was ended because the players' games no longer agreed"));
}

} // namespace

void TalkEvents::ended(SimTick tick, const MatchEnded& event)
{
    model::Event* told = m_list.add(DerivedKind::MatchEnd, tick);
    if (told == nullptr)
        return;
    told->severity = 1;
    const std::optional<MatchOutcome> outcome = parseOutcome(event.outcome);
    if (!outcome) {
        told->say(Sentence::of(QStringLiteral("The match ended")));
        return;
    }
    Sentence text = outcomeText(m_list, *outcome);
    QJsonObject& data = told->data;
    data[QLatin1String("outcome")] = QLatin1String(OutcomeNames[static_cast<std::size_t>(outcome->kind)]);
    if (outcome->winner) {
        data[QLatin1String("winner")] = static_cast<qint64>(*outcome->winner);
        m_list.actor(*told, *outcome->winner);
    }
    if (outcome->winnerTeam) {
        data[QLatin1String("winner_team")] = int{*outcome->winnerTeam};
        for (const int index : teamNumber(*outcome->winnerTeam)) {
            if (index >= 0)
                told->actors.push_back(static_cast<model::ActorId>(index));
        }
    }
    if (outcome->leaver) {
        data[QLatin1String("player")] = static_cast<qint64>(*outcome->leaver);
        m_list.actor(*told, *outcome->leaver);
    }
    if (outcome->at)
        data[QLatin1String("tick")] = static_cast<qint64>(*outcome->at);
    if (outcome->reason) {
        const auto reason = static_cast<std::size_t>(*outcome->reason);
        data[QLatin1String("reason")] = QLatin1String(ReasonNames[reason]);
        text = Sentence::of(QStringLiteral("%1: %2"),
                            {text, Sentence::of(QString::fromLatin1(ReasonWords[reason]))});
    }
    if (outcome->surrendered) {
        data[QLatin1String("surrendered")] = static_cast<qint64>(*outcome->surrendered);
        text = Sentence::of(QStringLiteral("%1 of %2"), {text, m_list.name(*outcome->surrendered)});
    }
    if (outcome->surrenderedTeam)
        data[QLatin1String("surrendered_team")] = int{*outcome->surrenderedTeam};
    if (!outcome->votes.empty())
        data[QLatin1String("votes")] = static_cast<qint64>(outcome->votes.size());
    say(*told, text);
}

} // namespace ghostline::ironcurtain
