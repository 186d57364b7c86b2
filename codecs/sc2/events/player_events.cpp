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

QString recipientName(int recipient)
{
    const auto i = static_cast<std::size_t>(recipient);
    return i < Recipients.size() ? QString(QLatin1String(Recipients[i]))
                                 : QStringLiteral("group %1").arg(recipient);
}

/// Name of somebody who acts under a user id: one who plays, or one of the lobby who watches.
QString userName(const ReplayHead& head, int user)
{
    if (const int p = head.participantOfUser(user); p >= 0)
        return head.participants[static_cast<std::size_t>(p)].name;
    if (head.initData && user >= 0 && static_cast<std::size_t>(user) < head.initData->users.size() &&
        !head.initData->users[static_cast<std::size_t>(user)].name.isEmpty())
        return head.initData->users[static_cast<std::size_t>(user)].name;
    return QStringLiteral("User %1").arg(user);
}

struct Speaker
{
    int participant = Nobody;
    QString name;
};

Speaker speakerOf(const EventWriter& writer, int user)
{
    const ReplayHead& head = writer.data().head;
    return {head.participantOfUser(user), userName(head, user)};
}

/// Whoever is no actor has to be named in the text.
QString said(const Speaker& speaker, const QString& text)
{
    return speaker.participant >= 0 ? text : QStringLiteral("%1: %2").arg(speaker.name, text);
}

void writePing(EventWriter& writer, const MapPing& ping, bool fromGame)
{
    const Speaker speaker = speakerOf(writer, ping.user);
    const QString to = recipientName(ping.recipient);
    const QString text = fromGame ? QStringLiteral("Ping") : QStringLiteral("Ping to %1").arg(to);
    model::Event& event = writer.add(DerivedKind::Ping, ping.loop, said(speaker, text));
    writer.actor(event, speaker.participant);
    EventWriter::place(event, ping.x, ping.y);
    event.data[QLatin1String("player")] = speaker.name;
    if (!fromGame)
        event.data[QLatin1String("to")] = to;
}

void writeLeave(EventWriter& writer, const GameEvent& at, int reason)
{
    const Speaker speaker = speakerOf(writer, at.user);
    const QString text = leaveReason(reason);
    model::Event& event = writer.add(DerivedKind::Leave, at.loop, said(speaker, text));
    writer.actor(event, speaker.participant);
    event.data[QLatin1String("player")] = speaker.name;
    event.data[QLatin1String("reason")] = text;
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
    const QString text = QStringLiteral("Enters the game");
    model::Event& event = writer.add(DerivedKind::Enter, at.loop, said(speaker, text));
    writer.actor(event, speaker.participant);
    event.data[QLatin1String("player")] = speaker.name;
    if (speaker.participant < 0)
        event.data[QLatin1String("observer")] = true;
}

void writeSave(EventWriter& writer, const GameEvent& at, const CameraSave& save)
{
    const Speaker speaker = speakerOf(writer, at.user);
    const QString text = QStringLiteral("Camera %1 saved").arg(save.which + 1);
    model::Event& event = writer.add(DerivedKind::CameraSaved, at.loop, said(speaker, text));
    writer.actor(event, speaker.participant);
    EventWriter::place(event, save.x, save.y);
    event.data[QLatin1String("player")] = speaker.name;
    event.data[QLatin1String("camera")] = save.which;
}

void writeTrade(EventWriter& writer, const GameEvent& at, const ResourceTrade& trade)
{
    const Speaker speaker = speakerOf(writer, at.user);
    const int to = writer.participantOf(trade.recipient);
    const QString receiver = to >= 0 ? writer.players()[static_cast<std::size_t>(to)].name
                                     : QStringLiteral("player %1").arg(trade.recipient);
    QStringList parts;
    QJsonObject data;
    for (std::size_t i = 0; i < Resources.size(); ++i) {
        const QString what = QLatin1String(Resources[i]);
        if (trade.resources[i] == 0)
            continue;
        parts << QStringLiteral("%1 %2").arg(grouped(trade.resources[i]), what);
        data[what] = trade.resources[i];
    }
    const QString what = parts.isEmpty() ? QStringLiteral("nothing") : joined(parts);
    model::Event& event = writer.add(DerivedKind::Trade, at.loop,
                                     said(speaker, QStringLiteral("Gives %1 to %2").arg(what, receiver)));
    writer.actor(event, speaker.participant);
    writer.actor(event, to);
    data[QLatin1String("player")] = speaker.name;
    data[QLatin1String("to")] = receiver;
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
    QStringList parts;
    QJsonObject data;
    for (std::size_t i = 0; resume != nullptr && i < resume->users.size(); ++i) {
        const ResumedUser& user = resume->users[i];
        const int place = user.observes ? Nobody : writer.data().head.participantOfUser(user.playsAs);
        if (place < 0)
            continue;
        const auto participant = static_cast<std::size_t>(place);
        const QString& began = writer.players()[participant].name;
        parts << (user.name == began ? user.name : QStringLiteral("%1 for %2").arg(user.name, began));
        data[participantKey("played_by", participant)] = user.name;
    }
    QString text = QStringLiteral("The game goes on from a replay");
    if (!parts.isEmpty())
        text += QStringLiteral(", played by ") + joined(parts);
    writer.add(DerivedKind::Resume, loop, text).data = data;
}

/// Where no command tells of a resume, the reports that begin again do.
void writeRestarts(EventWriter& writer)
{
    for (const TrackerEvents::Restart& restart : writer.data().tracker.restarts)
        writeResume(writer, restart.to, nullptr);
}

} // namespace

QString leaveReason(int reason)
{
    return rts::wordOf(reason,
                       {{-1, "Left the game"},
                        {0, "Left the game"},
                        {1, "Dropped"},
                        {2, "Banned"},
                        {3, "Left after a victory"},
                        {4, "Left after a defeat"},
                        {5, "Left after a tie"},
                        {6, "Out of step with the others"},
                        {7, "Out of time"},
                        {11, "Timed out"},
                        {12, "Disconnected"}},
                       QStringLiteral("Left for reason %1").arg(reason));
}

void writeStart(EventWriter& writer)
{
    std::map<int, QStringList> sides;
    QStringList each;
    for (const Participant& player : writer.players()) {
        const QString race = raceText(player);
        const QString name = race.isEmpty() ? player.name : QStringLiteral("%1 (%2)").arg(player.name, race);
        sides[player.team] << name;
        each << name;
    }
    QStringList parties;
    for (const auto& [team, names] : sides)
        parties << joined(names);
    // Of one side or of more than two the text says nothing: the beta does not record who plays with whom.
    const QString who = parties.size() == 2 ? parties.join(QStringLiteral(" against ")) : joined(each);
    QString text = QStringLiteral("Game start");
    if (!who.isEmpty())
        text += QStringLiteral(": ") + who;
    model::Event& event = writer.add(DerivedKind::GameStart, 0, text);
    if (!writer.data().head.map.isEmpty())
        event.data[QLatin1String("map")] = writer.data().head.map;
}

void writeMessages(EventWriter& writer)
{
    for (const ChatMessage& chat : writer.data().messages.chat) {
        const Speaker speaker = speakerOf(writer, chat.user);
        const QString to = recipientName(chat.recipient);
        model::Event& event = writer.add(DerivedKind::Chat, chat.loop,
                                         said(speaker, QStringLiteral("to %1: %2").arg(to, chat.text)));
        writer.actor(event, speaker.participant);
        event.data = QJsonObject{{QLatin1String("player"), speaker.name},
                                 {QLatin1String("to"), to},
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
    QString text = QStringLiteral("A tie");
    if (!winners.isEmpty())
        text = QStringLiteral("%1 won").arg(joined(winners));
    else if (!losers.isEmpty())
        text = QStringLiteral("%1 lost").arg(joined(losers));
    if (inferred)
        text += QStringLiteral(" (concluded from who left first)");
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
