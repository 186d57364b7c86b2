// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/host_service.h"

#include "model/base/overloaded.h"
#include "together/json_fields.h"

#include <algorithm>

namespace ghostline::together {

using model::Micros;
using model::Sentence;
using Kind = HostNotice::Kind;

namespace {

/// A state that says where the play is anyway is sent with the next regular one.
constexpr Micros SamePlace{5'000};
/// A driving guest's estimate of the clock is no better, and its line not faster.
constexpr std::chrono::seconds OldestState{10};
constexpr std::chrono::milliseconds NewestState{100};
/// Of what a guest may not do: each one is counted, these are told.
bool isWorthTelling(std::size_t count) { return count == 1 || count == 10 || count % 100 == 0; }

/// Whether everybody sees the same, whatever the instants it is said by.
bool sameShown(const SharedState& a, const SharedState& b, HostInstant now)
{
    SharedState alike = b;
    alike.revision = a.revision;
    alike.clock = a.clock;
    alike.place = a.place;
    return alike == a && std::chrono::abs(a.placeAt(now) - b.placeAt(now)) <= SamePlace;
}

Sentence recordingText(const RecordingName& recording)
{
    const QString hash = recording.content.sha256.isEmpty()
                             ? QStringLiteral("?")
                             : QString::fromLatin1(recording.content.sha256.left(12));
    return Sentence::of(QStringLiteral("\"%1\" (SHA-256 %2)"), {recording.name, hash});
}

Sentence byeText(ByeReason reason)
{
    switch (reason) {
    case ByeReason::Malformed:
        return Sentence::of(QStringLiteral("sent what is no message"));
    case ByeReason::Flood:
        return Sentence::of(QStringLiteral("sent too much"));
    case ByeReason::Slow:
        return Sentence::of(QStringLiteral("reads too slowly"));
    default:
        return Sentence::of(QStringLiteral("was removed"));
    }
}

QString addressText(const QHostAddress& address)
{
    bool isV4 = false;
    const quint32 v4 = address.toIPv4Address(&isV4);
    return isV4 ? QHostAddress(v4).toString() : address.toString();
}

} // namespace

HostService::HostService(HostOptions options, QObject* parent)
    : QObject(parent), m_options([&options] {
          options.code = options.code.isEmpty() ? makeCode() : readCode(options.code);
          options.admission.guests = std::min(options.admission.guests, MostGuests);
          return options;
      }()),
      m_door(m_options, this), m_drive(m_options.hostDrives), m_drawings(m_options.drawings),
      m_crowd(m_options, m_drive, m_drawings)
{
    m_stateTimer.setSingleShot(true);
    m_stateTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_stateTimer, &QTimer::timeout, this, &HostService::sendState);
    connect(&m_sweepTimer, &QTimer::timeout, this, &HostService::sweep);
    connect(&m_door, &HostDoor::lineCame, this, &HostService::lineCame);
    connect(&m_door, &HostDoor::guessed, this, [this](const QHostAddress& address, bool cutOff) {
        notice(cutOff ? Kind::CutOff : Kind::Refused, PersonId::None,
               Sentence::of(cutOff ? QStringLiteral("%1 guessed addresses of the file and is cut off")
                                   : QStringLiteral("%1 asked for the file with a wrong address"),
                            {addressText(address)}));
    });
    connect(&m_door, &HostDoor::fetching, this, [this](const QHostAddress& address) {
        notice(Kind::Fetching, PersonId::None,
               Sentence::of(QStringLiteral("%1 fetches the recording"), {addressText(address)}));
    });
}

HostService::~HostService()
{
    for (HostLink* link : m_leaving)
        delete link;
}

void HostService::start()
{
    const auto reach = m_door.open();
    if (!reach) {
        Q_EMIT failed(reach.error());
        return;
    }
    m_sweepTimer.start(m_options.times.sweep);
    Q_EMIT started(*reach);
    Q_EMIT peopleChanged(m_crowd.people().people);
}

void HostService::stop()
{
    if (std::exchange(m_stopping, true))
        return;
    m_door.close();
    for (const auto& guest : m_crowd.guests()) {
        if (HostLink* link = guest->link) { // which may be lost by it
            link->end(Bye{ByeReason::Ended});
            link->flush();
        }
    }
    sweep();
}

// Lines

void HostService::lineCame(HostLink* link)
{
    if (m_stopping)
        return link->drop();
    connect(link, &HostLink::came, this, [this, link](const Message& message) {
        const auto* said = std::get_if<Hello>(&message);
        if (said && link->greets())
            hello(link, *said);
        else
            link->end(Bye{ByeReason::Malformed});
    });
    connect(link, &HostLink::misbehaved, this, [link](ByeReason reason) { link->end(Bye{reason}); });
    connect(link, &HostLink::closed, this, [this, link] {
        m_door.admission().settled(link->id());
        link->deleteLater();
    });
}

void HostService::hello(HostLink* link, const Hello& hello)
{
    const QString from = addressText(link->address());
    const Sentence who =
        hello.name.isEmpty() ? Sentence(from) : Sentence::of(QStringLiteral("%1 (%2)"), {hello.name, from});
    if (hello.protocol != ProtocolVersion) {
        notice(Kind::Refused, PersonId::None,
               Sentence::of(QStringLiteral("%1 was not let in: its version speaks protocol %2, this one %3"),
                            {from, QString::number(hello.protocol), QString::number(ProtocolVersion)}));
        return refuse(link, RefusalReason::Version);
    }
    const OwnInstant now = OwnClock::now();
    const HostGuest* back = m_crowd.before(link->address(), hello.name, now);
    const std::size_t others = m_crowd.here() - (back && back->link ? 1U : 0U);
    const Admission::Answer answer =
        m_door.admission().checkCode(link->address(), hello.code, m_options.code, others, now);
    switch (answer.verdict) {
    case Admission::Verdict::Wrong:
        notice(answer.cutOff ? Kind::CutOff : Kind::Refused, PersonId::None,
               Sentence::of(answer.cutOff ? QStringLiteral("%1 tried wrong codes and is cut off")
                                          : QStringLiteral("%1 was not let in: wrong code"),
                            {who}));
        return refuse(link, RefusalReason::Code, answer.delay);
    case Admission::Verdict::Later:
        notice(Kind::Refused, PersonId::None,
               Sentence::of(QStringLiteral("%1 was not let in: too many wrong codes came before"), {who}));
        return refuse(link, RefusalReason::Later);
    case Admission::Verdict::Full:
        notice(Kind::Refused, PersonId::None,
               Sentence::of(QStringLiteral("%1 was not let in: there are %2 guests"),
                            {who, QString::number(others)}));
        return refuse(link, RefusalReason::Full);
    case Admission::Verdict::Right:
    case Admission::Verdict::Other: // of files alone
        break;
    }
    if (hello.recording && model::differ(hello.recording->content, m_options.recording.content)) {
        notice(
            Kind::Refused, PersonId::None,
            Sentence::of(QStringLiteral("%1 was not let in: has another recording, %2, and this one is %3"),
                         {who, recordingText(*hello.recording), recordingText(m_options.recording)}));
        return refuse(link, RefusalReason::Recording);
    }
    welcome(link, hello);
}

void HostService::refuse(HostLink* link, RefusalReason reason, std::chrono::milliseconds delay)
{
    Refused refused{reason, ProtocolVersion, m_options.program, {}};
    if (reason == RefusalReason::Recording)
        refused.recording = m_options.recording;
    if (delay.count() == 0)
        return link->end(refused);
    m_door.admission().extend(link->id(), OwnClock::now() + 2 * delay);
    QTimer::singleShot(delay, link, [link, refused] { link->end(refused); });
}

void HostService::welcome(HostLink* link, const Hello& hello)
{
    m_door.admission().settled(link->id());
    link->disconnect(this);
    link->setParent(nullptr);
    link->admit();
    HostGuest* const before = m_crowd.before(link->address(), hello.name, OwnClock::now());
    // Lines that are lost again and again must not fill the list.
    if (const auto least = before ? std::nullopt : m_crowd.tooMany())
        leave(*least);
    HostGuest& guest = before ? *before : m_crowd.add(hello.name);
    if (before) {
        if (HostLink* stale = std::exchange(guest.link, nullptr)) {
            stale->disconnect(this);
            stale->drop();
            stale->deleteLater();
        }
        guest.drawings = 0;
        guest.lagMs = -1;
        guest.stateDue = guest.peopleDue = false;
        guest.behindSince.reset();
    }
    guest.address = link->address();
    guest.recording = hello.recording;
    guest.link = link;
    const PersonId id = guest.id;
    connect(link, &HostLink::came, this, [this, id](const Message& message) { hear(id, message); });
    connect(link, &HostLink::misbehaved, this, [this, id](ByeReason reason) { misbehaved(id, reason); });
    connect(link, &HostLink::closed, this, [this, id] { lineClosed(id); });

    m_crowd.send(guest, welcomeOf(guest));
    if (m_state)
        m_crowd.send(guest, StateMessage{*m_state});
    m_crowd.send(guest, m_crowd.people());
    m_crowd.catchUp(guest, m_state, OwnClock::now());
    peopleChange(m_options.times.people);
    notice(before ? Kind::CameBack : Kind::Joined, id,
           Sentence::of(before ? QStringLiteral("%1 came back from %2") : QStringLiteral("%1 joined from %2"),
                        {guest.name, addressText(guest.address)}));
}

Welcome HostService::welcomeOf(const HostGuest& guest) const
{
    Welcome welcome{ProtocolVersion,   m_options.program, guest.id, guest.name, m_options.recording, {},
                    m_options.mayDraw, m_options.mayChat};
    if (m_door.file())
        welcome.offer = RecordingOffer{m_door.port(), m_door.file()->path()};
    return welcome;
}

void HostService::lineClosed(PersonId who)
{
    HostGuest* guest = m_crowd.find(who);
    if (!guest || !guest->link)
        return;
    std::exchange(guest->link, nullptr)->deleteLater();
    guest->lostAt = OwnClock::now();
    if (!m_stopping)
        notice(Kind::Lost, who, Sentence::of(QStringLiteral("the line to %1 is lost"), {guest->name}));
    peopleChange(m_options.times.people);
}

void HostService::misbehaved(PersonId who, ByeReason reason)
{
    HostGuest* guest = m_crowd.find(who);
    if (!guest || !guest->link)
        return;
    notice(Kind::Removed, who,
           Sentence::of(QStringLiteral("%1 is cut off: %2"), {guest->name, byeText(reason)}));
    guest->link->end(Bye{reason});
    leave(who);
}

/// Out of the list; a line that is there is left to end.
void HostService::leave(PersonId who)
{
    const HostGuest* guest = m_crowd.find(who);
    if (!guest)
        return;
    if (HostLink* link = guest->link) {
        link->disconnect(this);
        m_leaving.push_back(link);
        connect(link, &HostLink::closed, this, [this, link] {
            std::erase(m_leaving, link);
            link->deleteLater();
        });
        link->end(Bye{ByeReason::Left});
    }
    m_crowd.remove(who);
    m_drive.left(who);
    peopleChange(m_options.times.change);
}

void HostService::remove(PersonId who)
{
    if (HostGuest* guest = m_crowd.find(who)) {
        notice(Kind::Removed, who, Sentence::of(QStringLiteral("%1 was removed"), {guest->name}));
        if (guest->link)
            guest->link->end(Bye{ByeReason::Removed});
        leave(who);
    }
}

// What guests say

void HostService::hear(PersonId who, const Message& message)
{
    HostGuest* guest = m_crowd.find(who);
    if (!guest || !guest->link)
        return;
    std::visit(model::Overloaded{
                   [&](const Ping& m) {
                       if (m.lagMs != guest->lagMs)
                           m_news.lags = true;
                       guest->lagMs = m.lagMs;
                       if (guest->link->unsent() <= m_options.behindBytes)
                           m_crowd.send(*guest, Pong{m.sent, HostClock::now()});
                   },
                   [&](const StateMessage& m) { hearState(*guest, m.state); },
                   [&](const RequestDrive& m) {
                       if (!m_drive.request(who, m.wanted))
                           return;
                       peopleChange(m_options.times.change);
                       if (m.wanted)
                           Q_EMIT driveRequested(who, guest->name);
                   },
                   [&](const HandOver& m) {
                       if (who != m_drive.driver())
                           return disobeyed(*guest, Sentence::of(QStringLiteral("handed over the drive")));
                       if ((m.to == PersonId::Host || m_crowd.find(m.to)) && m_drive.handOver(who, m.to))
                           peopleChange(m_options.times.change);
                   },
                   [&](const TakeOver&) {
                       const bool asked = m_drive.asks(who);
                       if (!m_drive.takeOver(who, m_crowd.isLost(m_drive.driver())))
                           return;
                       peopleChange(m_options.times.change);
                       if (!asked && m_drive.asks(who))
                           Q_EMIT driveRequested(who, guest->name);
                   },
                   [&](const Point& m) { hearPoint(*guest, m); },
                   [&](const DrawingAdded& m) { hearDrawing(*guest, m.drawing); },
                   [&](const DrawingRemoved& m) {
                       if (!m_drawings.remove(who, m.id))
                           return; // gone already, or somebody else's
                       m_crowd.tell(DrawingRemoved{who, m.id}, who);
                       Q_EMIT drawingRemoved(DrawingRemoved{who, m.id});
                   },
                   [&](const Chat& m) { hearChat(*guest, m); },
                   [&](const Bye&) {
                       notice(Kind::Left, who, Sentence::of(QStringLiteral("%1 left"), {guest->name}));
                       leave(who);
                   },
                   [&](const auto&) { misbehaved(who, ByeReason::Malformed); },
               },
               message);
}

void HostService::disobeyed(HostGuest& guest, const Sentence& what)
{
    if (isWorthTelling(++guest.disobeyed)) {
        notice(Kind::Disobeyed, guest.id,
               Sentence::of(QStringLiteral("%1 was not obeyed: %2 (%3 times)"),
                            {guest.name, what, QString::number(guest.disobeyed)}));
    }
}

void HostService::hearState(HostGuest& guest, const SharedState& said)
{
    if (guest.id != m_drive.driver())
        return disobeyed(guest, Sentence::of(QStringLiteral("sent a state without driving")));
    SharedState state = said;
    const HostInstant now = HostClock::now();
    if (state.clock > now + NewestState || state.clock < now - OldestState)
        state.clock = now;
    takeState(state);
}

void HostService::hearPoint(HostGuest& guest, Point point)
{
    if (!m_options.mayDraw)
        return disobeyed(guest, Sentence::of(QStringLiteral("pointed")));
    const OwnInstant now = OwnClock::now();
    if (!guest.points.take(1.0, now) || !m_pointsInAll.take(1.0, now))
        return;
    point.who = guest.id;
    m_crowd.tell(point, guest.id, true);
    Q_EMIT pointed(point);
}

void HostService::hearDrawing(HostGuest& guest, model::Drawing drawing)
{
    drawing.author = guest.name;
    const DrawingAdded added{guest.id, drawing};
    const bool hadAll = guest.drawings == m_drawings.newest();
    if (!m_options.mayDraw || !m_drawings.add(guest.id, std::move(drawing)))
        return disobeyed(guest, Sentence::of(QStringLiteral("drew too much, or what is somebody else's")));
    if (hadAll)
        guest.drawings = m_drawings.newest(); // it has its own
    m_crowd.catchUpAll(m_state, OwnClock::now());
    Q_EMIT drawingAdded(added);
}

void HostService::hearChat(HostGuest& guest, Chat chat)
{
    if (!m_options.mayChat || !guest.chats.take(1.0, OwnClock::now()))
        return disobeyed(guest, Sentence::of(QStringLiteral("wrote too much")));
    if (chat.text.isEmpty())
        return;
    chat.who = guest.id;
    m_crowd.tell(chat, guest.id);
    Q_EMIT chatted(chat);
}

// What the host says

void HostService::setState(SharedState state)
{
    if (m_drive.driver() == PersonId::Host || (m_drive.driver() == PersonId::None && !m_state))
        takeState(state);
}

void HostService::setRecording(const RecordingName& recording)
{
    m_options.recording = recording;
    std::vector<PersonId> others;
    for (const auto& guest : m_crowd.guests()) {
        if (guest->link && guest->recording && model::differ(guest->recording->content, recording.content))
            others.push_back(guest->id);
    }
    for (const PersonId other : others) {
        HostGuest* guest = m_crowd.find(other);
        notice(Kind::Removed, other,
               Sentence::of(QStringLiteral("%1 has another recording, %2, and this one is %3"),
                            {guest->name, recordingText(*guest->recording), recordingText(recording)}));
        guest->link->end(Bye{ByeReason::Removed});
        leave(other);
    }
    for (const auto& guest : m_crowd.guests()) {
        if (guest->link)
            m_crowd.send(*guest, welcomeOf(*guest));
    }
}

void HostService::give(PersonId to)
{
    if ((to == PersonId::Host || (m_crowd.find(to) && !m_crowd.isLost(to))) && m_drive.give(to))
        peopleChange(m_options.times.change);
}

void HostService::point(Point point)
{
    point.who = PersonId::Host;
    m_crowd.tell(point, PersonId::Host, true);
}

void HostService::addDrawing(const model::Drawing& drawing)
{
    model::Drawing own = drawing;
    own.author = m_options.name;
    if (!m_drawings.add(PersonId::Host, std::move(own)))
        return;
    m_crowd.catchUpAll(m_state, OwnClock::now());
}

void HostService::removeDrawing(const QString& id)
{
    if (m_drawings.remove(PersonId::Host, id))
        m_crowd.tell(DrawingRemoved{PersonId::Host, id}, PersonId::Host);
}

void HostService::chat(const QString& text)
{
    const QString clean = cleanLines(text, MostChatLetters);
    if (!clean.isEmpty())
        m_crowd.tell(Chat{PersonId::Host, clean}, PersonId::Host);
}

// Telling everybody

void HostService::takeState(const SharedState& state)
{
    const bool shown = !m_state || !sameShown(*m_state, state, HostClock::now());
    const std::int64_t revision = m_state ? m_state->revision : 0;
    m_state = state;
    m_state->revision = revision + 1; // also where it comes only with the next regular one
    m_stateIsNew = true;
    if (shown)
        sendStateSoon();
}

void HostService::sendStateSoon()
{
    if (m_stateTimer.isActive())
        return;
    const auto since = OwnClock::now() - m_stateSent;
    if (since >= m_options.times.change)
        return sendState();
    m_stateTimer.start(std::chrono::ceil<std::chrono::milliseconds>(m_options.times.change - since));
}

void HostService::sendState()
{
    if (!m_state)
        return;
    m_stateTimer.stop();
    m_stateSent = OwnClock::now();
    m_crowd.tellState(*m_state);
    const PersonId driver = m_drive.driver();
    if (std::exchange(m_stateIsNew, false) && driver != PersonId::Host && driver != PersonId::None)
        Q_EMIT stateCame(*m_state);
}

/// A crowd that comes is told together; who drives must be known soon.
void HostService::peopleChange(std::chrono::milliseconds atMostEvery)
{
    const OwnInstant due = m_news.sent + atMostEvery;
    m_news.due = m_news.due ? std::min(*m_news.due, due) : due;
    if (*m_news.due <= OwnClock::now())
        sendPeople();
}

void HostService::sendPeople()
{
    m_news.sent = OwnClock::now();
    m_news.due.reset();
    m_news.lags = false;
    m_crowd.tellPeople();
    if (!m_stopping)
        Q_EMIT peopleChanged(m_crowd.people().people);
}

void HostService::sweep()
{
    const OwnInstant now = OwnClock::now();
    m_door.sweep(now);
    const HostTimes& times = m_options.times;
    const bool pingAll = now - m_pinged >= times.ping;
    if (pingAll)
        m_pinged = now;
    m_crowd.catchUpAll(m_state, now);
    for (const PersonId who : m_crowd.tooSlow(now))
        misbehaved(who, ByeReason::Slow);
    std::vector<PersonId> gone;
    for (const auto& guest : m_crowd.guests()) {
        if (!guest->link && now - guest->lostAt >= times.lost)
            gone.push_back(guest->id);
    }
    for (const PersonId who : gone)
        leave(who);
    const std::vector<HostLink*> leaving = m_leaving; // gets shorter by it
    for (HostLink* link : leaving)
        link->sweep(now);
    for (const auto& guest : m_crowd.guests()) {
        HostLink* link = guest->link; // which may be lost by it
        if (link && m_stopping)
            link->sweep(now);
        else if (link && now - link->heard() >= times.silence)
            link->drop(); // half open: it is listed as lost
        else if (link && pingAll)
            link->ping();
    }
    if (m_state && now - m_stateSent >= times.state)
        sendState();
    if ((m_news.due && *m_news.due <= now) || (m_news.lags && now - m_news.sent >= times.lags))
        sendPeople();
    if (m_told.omitted > 0 && m_told.notices.left(now) >= 2.0) {
        const QString count = QString::number(std::exchange(m_told.omitted, 0));
        notice(Kind::Omitted, PersonId::None,
               Sentence::of(QStringLiteral("%1 more that were not said"), {count}));
    }
    if (m_stopping && m_sweepTimer.isActive() && m_crowd.here() == 0 && m_leaving.empty()) {
        m_sweepTimer.stop();
        m_stateTimer.stop();
        Q_EMIT stopped();
    }
}

void HostService::notice(Kind kind, PersonId who, const Sentence& text)
{
    if (m_told.notices.take(1.0, OwnClock::now()))
        Q_EMIT noticed({kind, who, text});
    else
        ++m_told.omitted;
}

} // namespace ghostline::together
