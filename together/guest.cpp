// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/guest.h"

#include "model/base/overloaded.h"
#include "together/guest_clock.h"
#include "together/guest_failure.h"
#include "together/guest_news.h"
#include "together/guest_pace.h"
#include "together/guest_socket.h"

#include <QPointer>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace ghostline::together {

using std::chrono::milliseconds;

namespace {

/// Whoever is there is no host of this guest, now and later.
bool endsForGood(LineFault fault)
{
    return fault == LineFault::OtherCertificate || fault == LineFault::Malformed || fault == LineFault::Flood;
}

} // namespace

Guest::Guest(QObject* parent)
    : Participant(parent), m_clock(std::make_unique<GuestClock>()),
      m_pace(std::make_unique<GuestPace>(*m_clock)), m_news(std::make_unique<GuestNews>())
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_socket)
            lineOver(m_socket->lateFault());
        else
            connectLine();
    });
    connect(m_clock.get(), &GuestClock::due, this, &Guest::ask);
    connect(m_clock.get(), &GuestClock::lagChanged, this, &Guest::lagChanged);
    connect(m_news.get(), &GuestNews::peopleDue, this, &Guest::hearPeople);
    connect(m_news.get(), &GuestNews::stateDue, this, &Guest::tellState);
    connect(m_pace.get(), &GuestPace::due, this, [this](const QByteArray& text) {
        if (m_socket)
            m_socket->send(text);
    });
}

Guest::~Guest() { leave(); }

void Guest::join(GuestOptions options)
{
    if (m_line != Line::None)
        return;
    m_options = std::move(options);
    m_welcome.reset();
    m_clock->forget();
    m_pace->begin(m_options.times.change, m_options.times.state);
    m_retry = {};
    m_retry.pause = m_options.times.firstAgain;
    m_drove = false;
    m_timer.start(0); // failed() comes behind this, never within
    setLine(Line::Connecting);
}

void Guest::leave()
{
    if (m_line == Line::None)
        return;
    if (m_socket)
        m_socket->part(Bye{ByeReason::Left});
    finish();
    const QSignalBlocker quiet(this);
    setPeople({});
}

// What is known

Guest::Line Guest::line() const { return m_line; }
const Welcome* Guest::welcome() const { return m_welcome ? &*m_welcome : nullptr; }
const Invitation& Guest::invitation() const { return m_options.invitation; }
int Guest::lagMs() const { return m_clock->offset().lagMs(); }
const ClockOffset& Guest::clock() const { return m_clock->offset(); }

PersonId Guest::me() const
{
    const bool wasIn = m_line == Line::In || m_line == Line::Lost;
    return wasIn && m_welcome ? m_welcome->you : PersonId::None;
}

std::optional<HostInstant> Guest::hostNow() const { return m_clock->hostNow(); }
bool Guest::mayDraw() const { return me() != PersonId::None && m_welcome->mayDraw; }
bool Guest::mayChat() const { return me() != PersonId::None && m_welcome->mayChat; }

// What is said

void Guest::setRecording(const std::optional<RecordingName>& recording) { m_options.recording = recording; }

void Guest::setState(const SharedState& state)
{
    if (!drives())
        return;
    SharedState said = state;
    said.revision = m_revision;
    m_pace->setState(said);
}

void Guest::askForDrive(bool wanted)
{
    if (m_line != Line::In || drives())
        return;
    const Person* const driving = person(driver());
    if (wanted && (!driving || driving->lost))
        m_pace->say(TakeOver{});
    else
        m_pace->say(RequestDrive{wanted});
}

void Guest::give(PersonId to)
{
    if (m_line == Line::In && drives() && to != me())
        m_pace->say(HandOver{to});
}

void Guest::point(const Point& point)
{
    if (m_line == Line::In && mayDraw())
        m_pace->sayNow({PersonId::None, point.onScreen, point.place});
}

// What is drawn or written while the line is lost waits for it.

void Guest::addDrawing(const model::Drawing& drawing)
{
    if (mayDraw())
        m_pace->say(DrawingAdded{PersonId::None, drawing});
}

void Guest::removeDrawing(const QString& id)
{
    if (mayDraw())
        m_pace->say(DrawingRemoved{PersonId::None, id});
}

void Guest::chat(const QString& text)
{
    if (mayChat() && !text.isEmpty())
        m_pace->say(Chat{PersonId::None, text});
}

// The line

void Guest::connectLine()
{
    m_socket = new GuestSocket(m_options.invitation, this);
    connect(m_socket, &GuestSocket::up, this, &Guest::lineUp);
    connect(m_socket, &GuestSocket::came, this, &Guest::hear);
    connect(m_socket, &GuestSocket::over, this, &Guest::lineOver);
    m_timer.start(m_options.times.connect);
    m_socket->open();
}

void Guest::lineUp()
{
    m_socket->send(encode(Hello{ProtocolVersion, m_options.program, m_options.name, m_options.invitation.code,
                                m_options.recording}));
}

/// Every answer to a ping shows that the line is alive.
void Guest::ask(const Ping& ping)
{
    if (!m_socket)
        return;
    const milliseconds silence = m_options.times.silence;
    // Where this program itself stood still, what came meanwhile was not read yet.
    const milliseconds still = std::max(silence / 2, 3 * m_options.times.ping);
    const bool stoodStill = ping.sent - std::exchange(m_retry.asked, ping.sent) > still;
    if (!stoodStill && ping.sent - m_socket->heard() >= silence)
        return lineOver(LineFault::Closed);
    m_socket->send(encode(ping));
}

void Guest::lineOver(LineFault fault)
{
    dropLine();
    if (m_line == Line::Connecting || endsForGood(fault))
        return fail(lineFailure(fault, m_options));
    comeBack();
}

void Guest::comeBack()
{
    const OwnInstant now = OwnClock::now();
    const GuestTimes& times = m_options.times;
    if (m_line == Line::In) {
        m_retry.lost = now;
        // One that is lost again and again is tried less and less often.
        if (now - m_retry.in >= times.longestAgain)
            m_retry.pause = times.firstAgain;
    }
    const auto left = std::chrono::ceil<milliseconds>(times.givenUp - (now - m_retry.lost));
    if (left <= milliseconds{0})
        return fail(lostFailure(m_options));
    m_timer.start(std::min(m_retry.pause, left));
    m_retry.pause = std::min(2 * m_retry.pause, times.longestAgain);
    setLine(Line::Lost);
}

void Guest::dropLine()
{
    m_timer.stop();
    m_clock->stop();
    m_pace->setOpen(false);
    m_news->begin();
    if (GuestSocket* const socket = std::exchange(m_socket, nullptr)) {
        socket->disconnect(this);
        socket->deleteLater(); // perhaps this is within one of its signals
    }
}

void Guest::finish()
{
    dropLine();
    m_line = Line::None;
    m_clock->forget();
    m_pace->begin(m_options.times.change, m_options.times.state);
}

/// Whoever hears of it may begin anew, or delete this.
void Guest::fail(const GuestFailure& failure)
{
    finish();
    const QPointer<Guest> alive(this);
    if (!people().empty())
        setPeople({});
    if (alive && m_line == Line::None)
        Q_EMIT lineChanged(Line::None);
    if (alive && m_line == Line::None)
        Q_EMIT failed(failure);
}

void Guest::setLine(Line line)
{
    if (std::exchange(m_line, line) != line)
        Q_EMIT lineChanged(line);
}

// What the host says

void Guest::hear(const Message& message)
{
    if (m_line == Line::In)
        return hearIn(message);
    if (const auto* welcome = std::get_if<Welcome>(&message))
        return letIn(*welcome);
    if (const auto* refused = std::get_if<Refused>(&message))
        return turnedAway(*refused);
    misbehaved();
}

void Guest::letIn(const Welcome& welcome)
{
    if (welcome.protocol != ProtocolVersion)
        return turnedAway({RefusalReason::Version, welcome.protocol, welcome.program, {}});
    if (welcome.you == PersonId::Host)
        return misbehaved();
    m_timer.stop();
    m_welcome = welcome;
    m_revision = 0;
    m_drove = false;
    m_retry.in = m_retry.asked = OwnClock::now();
    m_clock->begin(m_options.times.firstPing, m_options.times.ping);
    const QPointer<Guest> alive(this);
    setLine(Line::In);
    if (alive && m_line == Line::In)
        Q_EMIT welcomed(welcome);
}

void Guest::turnedAway(const Refused& refused)
{
    const bool passes = refused.reason == RefusalReason::Full || refused.reason == RefusalReason::Later;
    const bool wasIn = m_line == Line::Lost;
    dropLine();
    if (wasIn && passes)
        return comeBack();
    fail(refusalFailure(refused, m_options));
}

void Guest::hearIn(const Message& message)
{
    std::visit(model::Overloaded{
                   [this](const StateMessage& m) {
                       if (m.state.revision < m_revision)
                           return; // late
                       m_revision = m.state.revision;
                       m_news->hear(m.state);
                       tellState();
                   },
                   [this](const Pong& m) {
                       const QPointer<Guest> alive(this);
                       m_clock->hear(m, OwnClock::now());
                       if (alive)
                           tellState();
                   },
                   [this](const Welcome& m) { hearAgain(m); },
                   [this](const People& m) { m_news->hear(m, me()); },
                   [this](const Point& m) { Q_EMIT pointed(m); },
                   [this](const DrawingAdded& m) { Q_EMIT drawingAdded(m); },
                   [this](const DrawingRemoved& m) { Q_EMIT drawingRemoved(m); },
                   [this](const Chat& m) { Q_EMIT chatted(m); },
                   [this](const Bye& m) { hearBye(m.reason); },
                   [this](const auto&) { misbehaved(); },
               },
               message);
}

void Guest::hearAgain(const Welcome& welcome)
{
    if (welcome.protocol != ProtocolVersion || welcome.you != me())
        return misbehaved();
    // Once for a line: whoever hears of it looks through recordings for it.
    if (!m_welcome->recording.content.sha256.isEmpty() || welcome.recording.content.sha256.isEmpty())
        return;
    m_welcome = welcome;
    Q_EMIT recordingKnown();
}

void Guest::hearPeople(const People& people)
{
    const Person* own = personIn(people.people, me());
    const bool drives = own && own->drives;
    if (drives && !std::exchange(m_drove, drives))
        m_news->dropState(); // what somebody did who drives no more
    m_drove = drives;
    m_pace->setDrives(drives);
    m_pace->setOpen(true);
    const QPointer<Guest> alive(this);
    setPeople(people.people);
    if (alive)
        tellState();
}

/// What comes while oneself drives is told once the list says that it is somebody else; without the host's
/// clock nobody could follow it.
void Guest::tellState()
{
    if (m_line != Line::In || m_drove || !m_clock->offset().known())
        return;
    if (const auto state = m_news->takeState())
        Q_EMIT stateCame(*state);
}

void Guest::hearBye(ByeReason reason)
{
    // Where this program or the line stood still for a while, it may go on.
    if (reason == ByeReason::Slow)
        return lineOver(LineFault::Closed);
    fail(byeFailure(reason));
}

void Guest::misbehaved()
{
    m_socket->part(Bye{ByeReason::Malformed});
    lineOver(LineFault::Malformed);
}

} // namespace ghostline::together
