// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/player_story.h"

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

Speaker speakerOf(const StoryWriter& story, int user)
{
    const ReplayHead& head = story.data().head;
    return {head.participantOfUser(user), userName(head, user)};
}

/// Whoever is no actor has to be named in the text.
QString said(const Speaker& speaker, const QString& text)
{
    return speaker.participant >= 0 ? text : QStringLiteral("%1: %2").arg(speaker.name, text);
}

void tellPing(StoryWriter& story, const MapPing& ping, bool fromGame)
{
    const Speaker speaker = speakerOf(story, ping.user);
    const QString to = recipientName(ping.recipient);
    const QString text = fromGame ? QStringLiteral("Ping") : QStringLiteral("Ping to %1").arg(to);
    model::Event& event = story.add(StoryKind::Ping, ping.loop, said(speaker, text));
    story.actor(event, speaker.participant);
    StoryWriter::place(event, ping.x, ping.y);
    event.data[QLatin1String("player")] = speaker.name;
    if (!fromGame)
        event.data[QLatin1String("to")] = to;
}

void tellLeave(StoryWriter& story, const GameEvent& at, int reason)
{
    const Speaker speaker = speakerOf(story, at.user);
    const QString text = leaveReason(reason);
    model::Event& event = story.add(StoryKind::Leave, at.loop, said(speaker, text));
    story.actor(event, speaker.participant);
    event.data[QLatin1String("player")] = speaker.name;
    event.data[QLatin1String("reason")] = text;
    if (reason >= 0)
        event.data[QLatin1String("code")] = reason;
    if (speaker.participant < 0)
        event.data[QLatin1String("observer")] = true;
}

void tellSave(StoryWriter& story, const GameEvent& at, const CameraSave& save)
{
    const Speaker speaker = speakerOf(story, at.user);
    const QString text = QStringLiteral("Camera %1 saved").arg(save.which + 1);
    model::Event& event = story.add(StoryKind::CameraSaved, at.loop, said(speaker, text));
    story.actor(event, speaker.participant);
    StoryWriter::place(event, save.x, save.y);
    event.data[QLatin1String("player")] = speaker.name;
    event.data[QLatin1String("camera")] = save.which;
}

void tellTrade(StoryWriter& story, const GameEvent& at, const ResourceTrade& trade)
{
    const Speaker speaker = speakerOf(story, at.user);
    const int to = story.participantOf(trade.recipient);
    const QString receiver = to >= 0 ? story.players()[static_cast<std::size_t>(to)].name
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
    model::Event& event = story.add(StoryKind::Trade, at.loop,
                                    said(speaker, QStringLiteral("Gives %1 to %2").arg(what, receiver)));
    story.actor(event, speaker.participant);
    story.actor(event, to);
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

void tellResume(StoryWriter& story, const GameEvent& at)
{
    story.add(StoryKind::Resume, at.loop, QStringLiteral("The game goes on from a replay"));
}

} // namespace

QString leaveReason(int reason)
{
    switch (reason) {
    case -1:
    case 0:
        return QStringLiteral("Left the game");
    case 1:
        return QStringLiteral("Dropped");
    case 2:
        return QStringLiteral("Banned");
    case 3:
        return QStringLiteral("Left after a victory");
    case 4:
        return QStringLiteral("Left after a defeat");
    case 5:
        return QStringLiteral("Left after a tie");
    case 6:
        return QStringLiteral("Out of step with the others");
    case 7:
        return QStringLiteral("Out of time");
    case 11:
        return QStringLiteral("Timed out");
    case 12:
        return QStringLiteral("Disconnected");
    default:
        return QStringLiteral("Left for reason %1").arg(reason);
    }
}

void tellStart(StoryWriter& story)
{
    std::map<int, QStringList> sides;
    QStringList each;
    for (const Participant& player : story.players()) {
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
    model::Event& event = story.add(StoryKind::GameStart, 0, text);
    if (!story.data().head.map.isEmpty())
        event.data[QLatin1String("map")] = story.data().head.map;
}

void tellMessages(StoryWriter& story)
{
    for (const ChatMessage& chat : story.data().messages.chat) {
        const Speaker speaker = speakerOf(story, chat.user);
        const QString to = recipientName(chat.recipient);
        model::Event& event = story.add(StoryKind::Chat, chat.loop,
                                        said(speaker, QStringLiteral("to %1: %2").arg(to, chat.text)));
        story.actor(event, speaker.participant);
        event.data = QJsonObject{{QLatin1String("player"), speaker.name},
                                 {QLatin1String("to"), to},
                                 {QLatin1String("text"), chat.text}};
        if (speaker.participant < 0)
            event.data[QLatin1String("observer")] = true;
    }
    for (const MapPing& ping : story.data().messages.pings)
        tellPing(story, ping, false);
}

void tellActions(StoryWriter& story)
{
    const GameEvents& game = story.data().game;
    const Echoes echoes(story.data().messages.pings);
    for (const GameEvent& at : game.order) {
        switch (at.kind) {
        case GameEventKind::Leave:
            tellLeave(story, at, at.index < game.leaves.size() ? game.leaves[at.index].reason : -1);
            break;
        case GameEventKind::CameraSave:
            tellSave(story, at, game.saves[at.index]);
            break;
        case GameEventKind::Trade:
            tellTrade(story, at, game.trades[at.index]);
            break;
        case GameEventKind::Ping: {
            const CellPoint& point = game.pings[at.index].point;
            const MapPing ping{at.loop, at.user, 0, point.x, point.y};
            if (!echoes.contain(at.user, at.loop))
                tellPing(story, ping, true);
            break;
        }
        case GameEventKind::Hijack:
            tellResume(story, at);
            break;
        default:
            break;
        }
    }
}

void tellResult(StoryWriter& story, const Results& results)
{
    if (!results.known())
        return;
    QStringList winners;
    QStringList losers;
    bool inferred = false;
    QJsonObject data;
    for (std::size_t p = 0; p < story.players().size(); ++p) {
        const QString outcome = outcomeText(results.outcomes[p]);
        inferred = inferred || results.inferred[p];
        if (results.outcomes[p] == Outcome::Win)
            winners << story.players()[p].name;
        if (results.outcomes[p] == Outcome::Loss)
            losers << story.players()[p].name;
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
    model::Event& event = story.add(StoryKind::Result, results.loop, text);
    for (const Outcome wanted : {Outcome::Win, Outcome::Tie, Outcome::Loss}) {
        for (std::size_t p = 0; p < results.outcomes.size(); ++p) {
            if (results.outcomes[p] == wanted)
                story.actor(event, static_cast<int>(p));
        }
    }
    data[QLatin1String("inferred")] = inferred;
    event.data = data;
}

} // namespace ghostline::sc2
