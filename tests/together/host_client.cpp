// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/together/host_client.h"

namespace ghostline::test {

using namespace std::chrono_literals;

HostOptions ServedHost::quick()
{
    HostOptions options;
    options.port = 0;
    options.name = QStringLiteral("Coach");
    options.program = QStringLiteral("0.1.0");
    options.recording = {QStringLiteral("match.rec"), {QByteArray(64, 'a'), 1000}};
    options.admission.handshake = 60'000ms; // a slow machine is no half-open line, but where that is tested
    options.admission.firstDelay = 1ms;
    options.admission.longestDelay = 4ms;
    options.times.people = 10ms;
    options.times.sweep = 5ms;
    options.times.change = 10ms;
    options.times.goodbye = 300ms;
    options.times.silence = 60'000ms;
    options.times.lost = 60'000ms;
    options.times.slow = 60'000ms;
    options.times.stale = 60'000ms;
    return options;
}

bool ServedHost::start(HostOptions options)
{
    QObject::connect(&host, &Host::started, &host, [this](const HostReach& r) { reach = r; });
    QObject::connect(&host, &Host::failed, &host, [this](const model::Error& e) { error = e; });
    QObject::connect(&host, &Host::stopped, &host, [this] { stopped = true; });
    QObject::connect(&host, &Host::peopleChanged, &host, [this] { people = host.people(); });
    QObject::connect(&host, &Host::driveRequested, &host, [this](PersonId who) { requests.push_back(who); });
    QObject::connect(&host, &Host::stateCame, &host, [this](const SharedState& s) { states.push_back(s); });
    QObject::connect(&host, &Host::pointed, &host, [this](const Point& p) { points.push_back(p); });
    QObject::connect(&host, &Host::drawingAdded, &host, [this](const auto& d) { drawings.push_back(d); });
    QObject::connect(&host, &Host::drawingRemoved, &host, [this](const auto& d) { removed.push_back(d); });
    QObject::connect(&host, &Host::chatted, &host, [this](const Chat& c) { chats.push_back(c); });
    QObject::connect(&host, &Host::noticed, &host, [this](const HostNotice& n) { notices.push_back(n); });
    host.start(std::move(options));
    return QTest::qWaitFor([this] { return reach || error; }, 10'000) && reach;
}

bool ServedHost::noticed(HostNotice::Kind kind, const QString& part) const
{
    return std::ranges::any_of(
        notices, [&](const HostNotice& n) { return n.kind == kind && n.text.text().contains(part); });
}

TestGuest::TestGuest(const ServedHost& host, const QString& name, const QString& code,
                     std::optional<RecordingName> recording)
    : TestGuest(host,
                encode(Hello{ProtocolVersion, QStringLiteral("0.1.0"), name, code, std::move(recording)}))
{
}

TestGuest::TestGuest(const ServedHost& host, const QByteArray& first) : m_first(first)
{
    QObject::connect(&m_socket, &QWebSocket::connected, &m_socket, [this] { sendText(m_first); });
    QObject::connect(&m_socket, &QWebSocket::disconnected, &m_socket, [this] { m_closed = true; });
    QObject::connect(&m_socket, &QWebSocket::textMessageReceived, &m_socket, [this](const QString& text) {
        if (auto message = decode(text.toUtf8()))
            messages.push_back(std::move(*message));
    });
    m_socket.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/").arg(host.port())));
}

Person TestGuest::person(PersonId who) const
{
    const auto* people = lastOf<People>(messages);
    if (!people)
        return {};
    const auto found = std::ranges::find(people->people, who, &Person::id);
    return found != people->people.end() ? *found : Person{};
}

SharedState TestGuest::state() const
{
    const auto* last = lastOf<StateMessage>(messages);
    return last ? last->state : SharedState{};
}

RawGuest::RawGuest(std::uint16_t port)
{
    QObject::connect(&socket, &QTcpSocket::readyRead, &socket, [this] { received += socket.readAll(); });
    QObject::connect(&socket, &QTcpSocket::disconnected, &socket, [this] { gone = true; });
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
}

void RawGuest::upgrade(const QByteArray& more)
{
    send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
         more + "\r\n");
}

void RawGuest::sendFrame(const QByteArray& text, unsigned char opcode)
{
    QByteArray frame(1, static_cast<char>(0x80U | opcode));
    const auto size = static_cast<quint64>(text.size());
    const auto append = [&frame](quint64 number, int bytes) {
        for (int i = bytes - 1; i >= 0; --i)
            frame += static_cast<char>(number >> (8 * i) & 0xFFU);
    };
    if (size < 126) {
        frame += static_cast<char>(0x80U | static_cast<unsigned>(size));
    } else if (size <= 0xFFFF) {
        frame += static_cast<char>(0x80U | 126U);
        append(size, 2);
    } else {
        frame += static_cast<char>(0x80U | 127U);
        append(size, 8);
    }
    frame += QByteArray(4, '\0'); // a mask that changes nothing
    send(frame + text);
}

model::Drawing penStroke(const QString& id, std::size_t points)
{
    model::Drawing drawing;
    drawing.id = id;
    drawing.kind = model::DrawingKind::Pen;
    for (std::size_t i = 0; i < points; ++i)
        drawing.points.emplace_back(0.001 * static_cast<double>(i), 0.0, 1.0);
    drawing.to = model::Micros{1'000'000};
    drawing.author = QStringLiteral("somebody else");
    return drawing;
}

SharedState stateAt(std::int64_t seconds)
{
    SharedState state;
    state.clock = HostClock::now();
    state.place = std::chrono::seconds(seconds);
    state.duration = std::chrono::seconds(600);
    return state;
}

} // namespace ghostline::test
