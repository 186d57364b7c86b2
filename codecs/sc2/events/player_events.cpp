// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/player_events.h"

#include "codecs/rts/text.h"
#include "codecs/sc2/events/line_up.h"

#include <algorithm>
#include <map>

namespace ghostline::sc2 {

namespace {

/// A ping of the message stream and its echo among the game events lie this close.
constexpr std::uint32_t EchoLoops = 16;

constexpr std::array<const char*, 5> Recipients{"all", "allies", "one", "Battle.net", "observers"};
constexpr std::array<const char*, 4> Resources{"minerals", "vespene", "terrazine", "custom"};

Sentence recipientName(int recipient)
{
    const auto i = static_cast<std::size_t>(recipient);
    return i < Recipients.size() ? Sentence::of(QString::fromLatin1(Recipients[i]))
                                 : Sentence::of(QStringLiteral("group %1"), {QString::number(recipient)});
}

/// Name of somebody who acts under a user id: one who plays, or one of the lobby who watches.
Sentence userName(const ReplayHead& head, int user)
{
    if (const int p = head.participantOfUser(user); p >= 0)
        return head.participants[static_cast<std::size_t>(p)].name;
    if (head.initData && user >= 0 && static_cast<std::size_t>(user) < head.initData->users.size() &&
        !head.initData->users[static_cast<std::size_t>(user)].name.isEmpty())
        return head.initData->users[static_cast<std::size_t>(user)].name;
    return Sentence::of(QStringLiteral("User %1"), {QString::number(user)});
}

struct Speaker
{
    int participant = Nobody;
    Sentence name;
};

Speaker speakerOf(const EventWriter& writer, int user)
{
    const ReplayHead& head = writer.data().head;
    return {head.participantOfUser(user), userName(head, user)};
}

/// Whoever is no actor has to be named in the text.
Sentence said(const Speaker& speaker, const Sentence& text)
{
    return speaker.participant >= 0 ? text : Sentence::of(QStringLiteral("%1: %2"), {speaker.name, text});
}

void writePing(EventWriter& writer, const MapPing& ping, bool fromGame)
{
    const Speaker speaker = speakerOf(writer, ping.user);
    const Sentence to = recipientName(ping.recipient);
    const Sentence text =
        fromGame ? Sentence::of(QStringLiteral("Ping")) : Sentence::of(QStringLiteral("Ping to %1"), {to});
    model::Event& event = writer.add(DerivedKind::Ping, ping.loop, said(speaker, text));
    writer.actor(event, speaker.participant);
    EventWriter::place(event, ping.x, ping.y);
    event.data[QLatin1String("player")] = speaker.name.text();
    if (!fromGame)
        event.data[QLatin1String("to")] = to.text();
}

void writeLeave(EventWriter& writer, const GameEvent& at, int reason)
{
    const Speaker speaker = speakerOf(writer, at.user);
    const Sentence text = leaveReason(reason);
    model::Event& event = writer.add(DerivedKind::Leave, at.loop, said(speaker, text));
    writer.actor(event, speaker.participant);
    event.data[QLatin1String("player")] = speaker.name.text();
    event.data[QLatin1String("reason")] = text.text();
    if (reason >= 0)
        event.data[QLatin1String("code")] = reason;
    if (speaker.participant < 0)
        event.data[QLatin1String("observer")] = true;
}

/// `name`: as somebody who joins a running game says; empty for those whom the lobby knows.
void writeEnter(EventWriter& writer, const GameEvent& at, const QString& name)
{
    Speaker speaker = speakerOf(writer, at.user);
    if (!name.isEmpty() && speaker.participant < 0)
        speaker.name = name;
    const Sentence text = Sentence::of(QStringLiteral("Enters the game"));
    model::Event& event = writer.add(DerivedKind::Enter, at.loop, said(speaker, text));
    writer.actor(event, speaker.participant);
    event.data[QLatin1String("player")] = speaker.name.text();
    if (speaker.participant < 0)
        event.data[QLatin1String("observer")] = true;
}

void writeSave(EventWriter& writer, const GameEvent& at, const CameraSave& save)
{
    const Speaker speaker = speakerOf(writer, at.user);
    const Sentence text = Sentence::of(QStringLiteral("Camera %1 saved"), {QString::number(save.which + 1)});
    model::Event& event = writer.add(DerivedKind::CameraSaved, at.loop, said(speaker, text));
    writer.actor(event, speaker.participant);
    EventWriter::place(event, save.x, save.y);
    event.data[QLatin1String("player")] = speaker.name.text();
    event.data[QLatin1String("camera")] = save.which;
}

void writeTrade(EventWriter& writer, const GameEvent& at, const ResourceTrade& trade)
{
    const Speaker speaker = speakerOf(writer, at.user);
    const int to = writer.participantOf(trade.recipient);
    const Sentence receiver =
        to >= 0 ? Sentence(writer.players()[static_cast<std::size_t>(to)].name)
                : Sentence::of(QStringLiteral("player %1"), {QString::number(trade.recipient)});
    std::vector<Sentence> parts;
    QJsonObject data;
    for (std::size_t i = 0; i < Resources.size(); ++i) {
        const QString what = QLatin1String(Resources[i]);
        if (trade.resources[i] == 0)
            continue;
        parts.push_back(
            Sentence::of(QStringLiteral("%1 %2"), {groupedFigure(trade.resources[i]), Sentence::of(what)}));
        data[what] = trade.resources[i];
    }
    const Sentence what = parts.empty() ? Sentence::of(QStringLiteral("nothing")) : rts::joinedParts(parts);
    model::Event& event =
        writer.add(DerivedKind::Trade, at.loop,
                   said(speaker, Sentence::of(QStringLiteral("Gives %1 to %2"), {what, receiver})));
    writer.actor(event, speaker.participant);
    writer.actor(event, to);
    data[QLatin1String("player")] = speaker.name.text();
    data[QLatin1String("to")] = receiver.text();
    event.data = data;
}

/// Knows which pings of the game events are echoes of a message. A file may claim a million of both.
class Echoes
{
public:
    explicit Echoes(const std::vector<MapPing>& told)
    {
        m_told.reserve(told.size());
        for (const MapPing& ping : told)
            m_told.emplace_back(ping.user, ping.loop);
        std::sort(m_told.begin(), m_told.end());
    }

    bool contain(int user, std::uint32_t loop) const
    {
        const std::uint32_t from = loop > EchoLoops ? loop - EchoLoops : 0;
        const auto at = std::lower_bound(m_told.begin(), m_told.end(), std::pair(user, from));
        return at != m_told.end() && at->first == user && at->second <= loop + EchoLoops;
    }

private:
    std::vector<std::pair<int, std::uint32_t>> m_told;
};

/// Who plays for whom from now on: the game may go on with others than it began with.
void writeResume(EventWriter& writer, std::uint32_t loop, const Resume* resume)
{
    std::vector<Sentence> parts;
    QJsonObject data;
    for (std::size_t i = 0; resume != nullptr && i < resume->users.size(); ++i) {
        const ResumedUser& user = resume->users[i];
        const int place = user.observes ? Nobody : writer.data().head.participantOfUser(user.playsAs);
        if (place < 0)
            continue;
        const auto participant = static_cast<std::size_t>(place);
        const QString& began = writer.players()[participant].name;
        parts.push_back(user.name == began ? Sentence(user.name)
                                           : Sentence::of(QStringLiteral("%1 for %2"), {user.name, began}));
        data[participantKey("played_by", participant)] = user.name;
    }
    const Sentence text = parts.empty()
                              ? Sentence::of(QStringLiteral("The game goes on from a replay"))
                              : Sentence::of(QStringLiteral("The game goes on from a replay, played by %1"),
                                             {rts::joinedParts(parts)});
    writer.add(DerivedKind::Resume, loop, text).data = data;
}

/// Where no command tells of a resume, the reports that begin again do.
void writeRestarts(EventWriter& writer)
{
    for (const TrackerEvents::Restart& restart : writer.data().tracker.restarts)
        writeResume(writer, restart.to, nullptr);
}

} // namespace

Sentence leaveReason(int reason)
{
    const QString word = rts::wordOf(reason, {{-1, "Left the game"},
                                              {0, "Left the game"},
                                              {1, "Dropped"},
                                              {2, "Banned"},
                                              {3, "Left after a victory"},
                                              {4, "Left after a defeat"},
                                              {5, "Left after a tie"},
                                              {6, "Out of step with the others"},
                                              {7, "Out of time"},
                                              {11, "Timed out"},
                                              {12, "Disconnected"}});
    return word.isEmpty() ? Sentence::of(QStringLiteral("Left for reason %1"), {QString::number(reason)})
                          : Sentence::of(word);
}

void writeStart(EventWriter& writer)
{
    std::map<int, std::vector<Sentence>> sides;
    std::vector<Sentence> each;
    for (const Participant& player : writer.players()) {
        const QString race = raceText(player);
        const Sentence name = race.isEmpty() ? Sentence(player.name)
                                             : Sentence::of(QStringLiteral("%1 (%2)"), {player.name, race});
        sides[player.team].push_back(name);
        each.push_back(name);
    }
    std::vector<Sentence> parties;
    parties.reserve(sides.size());
    for (const auto& [team, names] : sides)
        parties.push_back(rts::joinedParts(names));
    // Of one side or of more than two the text says nothing: the beta does not record who plays with whom.
    const Sentence who = parties.size() == 2 ? Sentence::chain(parties, QStringLiteral("%1 against %2"))
                                             : rts::joinedParts(each);
    const Sentence text = who.isEmpty() ? Sentence::of(QStringLiteral("Game start"))
                                        : Sentence::of(QStringLiteral("Game start: %1"), {who});
    model::Event& event = writer.add(DerivedKind::GameStart, 0, text);
    if (!writer.data().head.map.isEmpty())
        event.data[QLatin1String("map")] = writer.data().head.map;
}

void writeMessages(EventWriter& writer)
{
    for (const ChatMessage& chat : writer.data().messages.chat) {
        const Speaker speaker = speakerOf(writer, chat.user);
        const Sentence to = recipientName(chat.recipient);
        model::Event& event =
            writer.add(DerivedKind::Chat, chat.loop,
                       said(speaker, Sentence::of(QStringLiteral("to %1: %2"), {to, chat.text})));
        writer.actor(event, speaker.participant);
        event.data = QJsonObject{{QLatin1String("player"), speaker.name.text()},
                                 {QLatin1String("to"), to.text()},
                                 {QLatin1String("text"), chat.text}};
        if (speaker.participant < 0)
            event.data[QLatin1String("observer")] = true;
    }
    for (const MapPing& ping : writer.data().messages.pings)
        writePing(writer, ping, false);
}

void writeActions(EventWriter& writer)
{
    const GameEvents& game = writer.data().game;
    const Echoes echoes(writer.data().messages.pings);
    bool resumed = false;
    for (const GameEvent& at : game.order) {
        switch (at.kind) {
        case GameEventKind::Leave:
            writeLeave(writer, at, at.index < game.leaves.size() ? game.leaves[at.index].reason : -1);
            break;
        case GameEventKind::Enter:
            writeEnter(writer, at, {});
            break;
        case GameEventKind::Join:
            writeEnter(writer, at, at.index < game.joins.size() ? game.joins[at.index].name : QString());
            break;
        case GameEventKind::CameraSave:
            writeSave(writer, at, game.saves[at.index]);
            break;
        case GameEventKind::Trade:
            writeTrade(writer, at, game.trades[at.index]);
            break;
        case GameEventKind::Ping: {
            const CellPoint& point = game.pings[at.index].point;
            const MapPing ping{at.loop, at.user, 0, point.x, point.y};
            if (!echoes.contain(at.user, at.loop))
                writePing(writer, ping, true);
            break;
        }
        case GameEventKind::Hijack:
            writeResume(writer, at.loop, at.index < game.resumes.size() ? &game.resumes[at.index] : nullptr);
            resumed = true;
            break;
        default:
            break;
        }
    }
    if (!resumed && writer.data().complete)
        writeRestarts(writer);
}

void writeResult(EventWriter& writer, const Results& results)
{
    if (!results.known())
        return;
    QStringList winners;
    QStringList losers;
    bool inferred = false;
    QJsonObject data;
    for (std::size_t p = 0; p < writer.players().size(); ++p) {
        const QString outcome = outcomeText(results.outcomes[p]);
        inferred = inferred || results.inferred[p];
        if (results.outcomes[p] == Outcome::Win)
            winners << writer.players()[p].name;
        if (results.outcomes[p] == Outcome::Loss)
            losers << writer.players()[p].name;
        if (!outcome.isEmpty())
            data[participantKey("result", p)] = outcome;
    }
    Sentence text = Sentence::of(QStringLiteral("A tie"));
    if (!winners.isEmpty())
        text = Sentence::of(QStringLiteral("%1 won"), {joinedNames(winners)});
    else if (!losers.isEmpty())
        text = Sentence::of(QStringLiteral("%1 lost"), {joinedNames(losers)});
    if (inferred)
        text = Sentence::of(QStringLiteral("%1 (concluded from who left first)"), {text});
    model::Event& event = writer.add(DerivedKind::Result, results.loop, text);
    for (const Outcome wanted : {Outcome::Win, Outcome::Tie, Outcome::Loss}) {
        for (std::size_t p = 0; p < results.outcomes.size(); ++p) {
            if (results.outcomes[p] == wanted)
                writer.actor(event, static_cast<int>(p));
        }
    }
    data[QLatin1String("inferred")] = inferred;
    event.data = data;
}

} // namespace ghostline::sc2
