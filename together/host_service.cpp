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
    const QString hash =
        recording.content.sha256.isEmpty()
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
    : QObject(parent)
    , m_options([&options] {
        options.code = options.code.isEmpty() ? makeCode() : readCode(options.code);
        options.admission.guests = std::min(options.admission.guests, MostGuests);
        return options;
    }())
    , m_door(m_options, this)
    , m_drive(m_options.hostDrives)
    , m_drawings(m_options.drawings)
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
    for (const auto& guest : m_guests)
        delete guest->link;
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
    Q_EMIT peopleChanged(people().people);
}

void HostService::stop()
{
    if (std::exchange(m_stopping, true))
        return;
    m_door.close();
    for (const auto& guest : m_guests) {
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
        if (said && m_greeted.insert(link->id()).second)
            hello(link, *said);
        else
            link->end(Bye{ByeReason::Malformed});
    });
    connect(link, &HostLink::misbehaved, this, [link](ByeReason reason) { link->end(Bye{reason}); });
    connect(link, &HostLink::closed, this, [this, link] {
        m_greeted.erase(link->id());
        m_door.admission().settled(link->id());
        link->deleteLater();
    });
}

void HostService::hello(HostLink* link, const Hello& hello)
{
    const QString from = addressText(link->address());
    const Sentence who = hello.name.isEmpty()
                             ? Sentence(from)
                             : Sentence::of(QStringLiteral("%1 (%2)"), {hello.name, from});
    if (hello.protocol != ProtocolVersion) {
        notice(Kind::Refused, PersonId::None,
               Sentence::of(QStringLiteral("%1 was not let in: its version speaks protocol %2, this one %3"),
                            {from, QString::number(hello.protocol), QString::number(ProtocolVersion)}));
        return refuse(link, RefusalReason::Version);
    }
    const Admission::Answer answer =
        m_door.admission().checkCode(link->address(), hello.code, m_options.code, here(), OwnClock::now());
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
                            {who, QString::number(here())}));
        return refuse(link, RefusalReason::Full);
    case Admission::Verdict::Right:
        break;
    }
    if (hello.recording && model::differ(hello.recording->content, m_options.recording.content)) {
        notice(Kind::Refused, PersonId::None,
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

QString HostService::freeName(const QString& wanted) const
{
    const QString name = wanted.isEmpty() ? QStringLiteral("Guest") : wanted;
    QString free = name;
    const auto isTaken = [&] {
        return free.compare(m_options.name, Qt::CaseInsensitive) == 0 ||
               std::ranges::any_of(m_guests, [&](const auto& g) {
                   return free.compare(g->name, Qt::CaseInsensitive) == 0;
               });
    };
    for (int i = 2; isTaken(); ++i) {
        const QString number = QStringLiteral(" (%1)").arg(i);
        free = cutText(name, MostNameLetters - static_cast<std::size_t>(number.size())) + number;
    }
    return free;
}

/// His own again for whoever lost the line and comes from there.
HostService::Guest& HostService::placeFor(HostLink* link, const Hello& hello)
{
    const QByteArray key = addressKey(link->address());
    const auto before = std::ranges::find_if(m_guests, [&](const auto& g) {
        return !g->link && g->asked == hello.name && addressKey(g->address) == key;
    });
    if (before == m_guests.end()) {
        // Lines that are lost again and again must not fill the list.
        const auto lost = std::ranges::find_if(m_guests, [](const auto& g) { return !g->link; });
        if (m_guests.size() >= m_options.admission.guests && lost != m_guests.end())
            leave((*lost)->id);
        auto guest = std::make_unique<Guest>();
        guest->id = static_cast<PersonId>(++m_lastPerson);
        guest->name = freeName(hello.name);
        guest->asked = hello.name;
        m_guests.push_back(std::move(guest));
        return *m_guests.back();
    }
    Guest& guest = **before;
    guest.drawings = 0;
    guest.lagMs = -1;
    guest.isBehind = guest.stateDue = guest.peopleDue = false;
    return guest;
}

void HostService::welcome(HostLink* link, const Hello& hello)
{
    m_door.admission().settled(link->id());
    m_greeted.erase(link->id());
    link->disconnect(this);
    link->setParent(nullptr);
    link->admit();
    const std::uint32_t last = m_lastPerson;
    Guest& guest = placeFor(link, hello);
    const bool isNew = m_lastPerson != last;
    guest.address = link->address();
    guest.recording = hello.recording;
    guest.link = link;
    const PersonId id = guest.id;
    connect(link, &HostLink::came, this, [this, id](const Message& message) { hear(id, message); });
    connect(link, &HostLink::misbehaved, this, [this, id](ByeReason reason) { misbehaved(id, reason); });
    connect(link, &HostLink::closed, this, [this, id] { lineClosed(id); });

    Welcome welcome{ProtocolVersion, m_options.program, id, guest.name, m_options.recording, {},
                    m_options.mayDraw, m_options.mayChat};
    if (m_door.file())
        welcome.offer = RecordingOffer{m_door.port(), m_door.file()->path()};
    sendTo(guest, welcome);
    if (m_state)
        sendTo(guest, StateMessage{*m_state});
    sendTo(guest, people());
    catchUp(guest, OwnClock::now());
    peopleChange(m_options.times.people);
    notice(isNew ? Kind::Joined : Kind::CameBack, id,
           Sentence::of(isNew ? QStringLiteral("%1 joined from %2") : QStringLiteral("%1 came back from %2"),
                        {guest.name, addressText(guest.address)}));
}

void HostService::lineClosed(PersonId who)
{
    Guest* guest = find(who);
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
    Guest* guest = find(who);
    if (!guest || !guest->link)
        return;
    notice(Kind::Removed, who, Sentence::of(QStringLiteral("%1 is cut off: %2"), {guest->name, byeText(reason)}));
    guest->link->end(Bye{reason});
    leave(who);
}

/// Out of the list; a line that is there is left to end.
void HostService::leave(PersonId who)
{
    const auto found = std::ranges::find_if(m_guests, [who](const auto& g) { return g->id == who; });
    if (found == m_guests.end())
        return;
    if (HostLink* link = (*found)->link) {
        link->disconnect(this);
        m_leaving.push_back(link);
        connect(link, &HostLink::closed, this, [this, link] {
            std::erase(m_leaving, link);
            link->deleteLater();
        });
        link->end(Bye{ByeReason::Left});
    }
    m_guests.erase(found);
    m_drive.left(who);
    peopleChange(m_options.times.change);
}

void HostService::remove(PersonId who)
{
    if (Guest* guest = find(who)) {
        notice(Kind::Removed, who, Sentence::of(QStringLiteral("%1 was removed"), {guest->name}));
        if (guest->link)
            guest->link->end(Bye{ByeReason::Removed});
        leave(who);
    }
}

// What guests say

void HostService::hear(PersonId who, const Message& message)
{
    Guest* guest = find(who);
    if (!guest || !guest->link)
        return;
    std::visit(model::Overloaded{
                   [&](const Ping& m) {
                       if (m.lagMs != guest->lagMs)
                           m_lagsNew = true;
                       guest->lagMs = m.lagMs;
                       if (guest->link->unsent() <= m_options.behindBytes)
                           sendTo(*guest, Pong{m.sent, HostClock::now()});
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
                       if ((m.to == PersonId::Host || find(m.to)) && m_drive.handOver(who, m.to))
                           peopleChange(m_options.times.change);
                   },
                   [&](const TakeOver&) {
                       const bool asked = m_drive.asks(who);
                       if (!m_drive.takeOver(who, isLost(m_drive.driver())))
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
                       tell(DrawingRemoved{who, m.id}, who);
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

void HostService::disobeyed(Guest& guest, const Sentence& what)
{
    if (isWorthTelling(++guest.disobeyed)) {
        notice(Kind::Disobeyed, guest.id,
               Sentence::of(QStringLiteral("%1 was not obeyed: %2 (%3 times)"),
                            {guest.name, what, QString::number(guest.disobeyed)}));
    }
}

void HostService::hearState(Guest& guest, const SharedState& said)
{
    if (guest.id != m_drive.driver())
        return disobeyed(guest, Sentence::of(QStringLiteral("sent a state without driving")));
    SharedState state = said;
    const HostInstant now = HostClock::now();
    if (state.clock > now + NewestState || state.clock < now - OldestState)
        state.clock = now;
    takeState(state);
}

void HostService::hearPoint(Guest& guest, Point point)
{
    if (!m_options.mayDraw)
        return disobeyed(guest, Sentence::of(QStringLiteral("pointed")));
    const OwnInstant now = OwnClock::now();
    if (!guest.points.take(1.0, now) || !m_pointsInAll.take(1.0, now))
        return;
    point.who = guest.id;
    tell(point, guest.id, true);
    Q_EMIT pointed(point);
}

void HostService::hearDrawing(Guest& guest, model::Drawing drawing)
{
    drawing.author = guest.name;
    const DrawingAdded added{guest.id, drawing};
    const bool hadAll = guest.drawings == m_drawings.newest();
    if (!m_options.mayDraw || !m_drawings.add(guest.id, std::move(drawing)))
        return disobeyed(guest, Sentence::of(QStringLiteral("drew too much, or what is somebody else's")));
    if (hadAll)
        guest.drawings = m_drawings.newest(); // it has its own
    const OwnInstant now = OwnClock::now();
    for (const auto& other : m_guests)
        catchUp(*other, now);
    Q_EMIT drawingAdded(added);
}

void HostService::hearChat(Guest& guest, Chat chat)
{
    if (!m_options.mayChat || !guest.chats.take(1.0, OwnClock::now()))
        return disobeyed(guest, Sentence::of(QStringLiteral("wrote too much")));
    if (chat.text.isEmpty())
        return;
    chat.who = guest.id;
    tell(chat, guest.id);
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
    for (const auto& guest : m_guests) {
        if (guest->link && guest->recording && model::differ(guest->recording->content, recording.content))
            others.push_back(guest->id);
    }
    for (const PersonId other : others) {
        Guest* guest = find(other);
        notice(Kind::Removed, other,
               Sentence::of(QStringLiteral("%1 has another recording, %2, and this one is %3"),
                            {guest->name, recordingText(*guest->recording), recordingText(recording)}));
        guest->link->end(Bye{ByeReason::Removed});
        leave(other);
    }
}

void HostService::give(PersonId to)
{
    if ((to == PersonId::Host || (find(to) && !isLost(to))) && m_drive.give(to))
        peopleChange(m_options.times.change);
}

void HostService::point(Point point)
{
    point.who = PersonId::Host;
    tell(point, PersonId::Host, true);
}

void HostService::addDrawing(const model::Drawing& drawing)
{
    model::Drawing own = drawing;
    own.author = m_options.name;
    if (!m_drawings.add(PersonId::Host, std::move(own)))
        return;
    const OwnInstant now = OwnClock::now();
    for (const auto& guest : m_guests)
        catchUp(*guest, now);
}

void HostService::removeDrawing(const QString& id)
{
    if (m_drawings.remove(PersonId::Host, id))
        tell(DrawingRemoved{PersonId::Host, id}, PersonId::Host);
}

void HostService::chat(const QString& text)
{
    const QString clean = cleanLines(text, MostChatLetters);
    if (!clean.isEmpty())
        tell(Chat{PersonId::Host, clean}, PersonId::Host);
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
    const PersonId driver = m_drive.driver();
    const QString text = QString::fromUtf8(encode(StateMessage{*m_state}));
    for (const auto& guest : m_guests) {
        if (!guest->link || guest->id == driver)
            continue; // whoever drives knows
        if (guest->link->unsent() > m_options.behindBytes)
            guest->stateDue = true;
        else
            guest->link->send(text);
    }
    if (std::exchange(m_stateIsNew, false) && driver != PersonId::Host && driver != PersonId::None)
        Q_EMIT stateCame(*m_state);
}

void HostService::sendTo(Guest& guest, const Message& message)
{
    if (guest.link)
        guest.link->send(QString::fromUtf8(encode(message)));
}

void HostService::tell(const Message& message, PersonId but, bool lossy)
{
    const QString text = QString::fromUtf8(encode(message));
    for (const auto& guest : m_guests) {
        if (guest->link && guest->id != but && !(lossy && guest->link->unsent() > m_options.behindBytes))
            guest->link->send(text);
    }
}

/// Drawings as the line takes them, and of what it missed the newest.
void HostService::catchUp(Guest& guest, OwnInstant now)
{
    if (!guest.link || guest.link->ended())
        return;
    const auto mayHave = [&] { return guest.link && guest.link->unsent() <= m_options.behindBytes; };
    if (!mayHave()) {
        if (!std::exchange(guest.isBehind, true))
            guest.behindSince = now;
        return;
    }
    guest.isBehind = false;
    if (std::exchange(guest.stateDue, false) && m_state)
        sendTo(guest, StateMessage{*m_state});
    if (std::exchange(guest.peopleDue, false))
        sendTo(guest, people());
    while (mayHave()) {
        const SharedDrawings::Entry* next = m_drawings.after(guest.drawings);
        if (!next) {
            guest.drawings = m_drawings.newest();
            return;
        }
        guest.drawings = next->number;
        sendTo(guest, next->added);
    }
}

People HostService::people() const
{
    People all;
    Person host{PersonId::Host, m_options.name, 0};
    host.drives = m_drive.driver() == PersonId::Host;
    all.people.push_back(host);
    for (const auto& guest : m_guests) {
        all.people.push_back({guest->id, guest->name, guest->lagMs, guest->id == m_drive.driver(),
                              m_drive.asks(guest->id), !guest->link});
    }
    return all;
}

/// A crowd that comes is told together; who drives must be known soon.
void HostService::peopleChange(std::chrono::milliseconds atMostEvery)
{
    const OwnInstant due = m_peopleSent + atMostEvery;
    m_peopleDue = m_peopleDue ? std::min(*m_peopleDue, due) : due;
    if (*m_peopleDue <= OwnClock::now())
        sendPeople();
}

void HostService::sendPeople()
{
    m_peopleSent = OwnClock::now();
    m_peopleDue.reset();
    m_lagsNew = false;
    const People all = people();
    const QString text = QString::fromUtf8(encode(all));
    for (const auto& guest : m_guests) {
        if (!guest->link)
            continue;
        if (guest->link->unsent() > m_options.behindBytes)
            guest->peopleDue = true;
        else
            guest->link->send(text);
    }
    if (!m_stopping)
        Q_EMIT peopleChanged(all.people);
}

void HostService::sweep()
{
    const OwnInstant now = OwnClock::now();
    m_door.sweep(now);
    const HostTimes& times = m_options.times;
    const bool pingAll = now - m_pinged >= times.ping;
    if (pingAll)
        m_pinged = now;
    std::vector<PersonId> slow;
    std::vector<PersonId> gone;
    for (const auto& guest : m_guests) {
        if (!guest->link) {
            if (now - guest->lostAt >= times.lost)
                gone.push_back(guest->id);
            continue;
        }
        catchUp(*guest, now);
        if (guest->link->unsent() > m_options.unsentBytes ||
            (guest->isBehind && now - guest->behindSince >= times.slow))
            slow.push_back(guest->id);
        else if (pingAll)
            guest->link->ping();
    }
    for (const PersonId who : slow)
        misbehaved(who, ByeReason::Slow);
    for (const PersonId who : gone)
        leave(who);
    const std::vector<HostLink*> leaving = m_leaving; // gets shorter by it
    for (HostLink* link : leaving)
        link->sweep(now);
    for (std::size_t i = 0; i < m_guests.size(); ++i) {
        HostLink* link = m_guests[i]->link;
        if (link && m_stopping)
            link->sweep(now);
        else if (link && now - link->heard() >= times.silence)
            link->drop(); // half open: it is listed as lost
    }
    if (m_state && now - m_stateSent >= times.state)
        sendState();
    if ((m_peopleDue && *m_peopleDue <= now) || (m_lagsNew && now - m_peopleSent >= times.lags))
        sendPeople();
    if (m_omitted > 0 && m_notices.left(now) >= 2.0) {
        const QString count = QString::number(std::exchange(m_omitted, 0));
        notice(Kind::Omitted, PersonId::None, Sentence::of(QStringLiteral("%1 more that were not said"), {count}));
    }
    if (m_stopping && m_sweepTimer.isActive() && here() == 0 && m_leaving.empty()) {
        m_sweepTimer.stop();
        m_stateTimer.stop();
        Q_EMIT stopped();
    }
}

void HostService::notice(Kind kind, PersonId who, const Sentence& text)
{
    if (m_notices.take(1.0, OwnClock::now()))
        Q_EMIT noticed({kind, who, text});
    else
        ++m_omitted;
}

HostService::Guest* HostService::find(PersonId who)
{
    const auto found = std::ranges::find_if(m_guests, [who](const auto& g) { return g->id == who; });
    return found != m_guests.end() ? found->get() : nullptr;
}

bool HostService::isLost(PersonId who)
{
    const Guest* guest = find(who);
    return guest && !guest->link;
}

std::size_t HostService::here() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_guests, [](const auto& g) { return g->link; }));
}

} // namespace ghostline::together
