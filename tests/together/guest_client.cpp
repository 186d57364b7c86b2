// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/together/guest_client.h"

#include <QElapsedTimer>
#include <QSslConfiguration>

namespace ghostline::test {

using namespace std::chrono_literals;

namespace {

constexpr auto Patience = 20'000;

} // namespace

bool soon(const std::function<bool()>& holds)
{
    QElapsedTimer timer;
    timer.start();
    QTimer wakes; // where nothing else happens
    wakes.start(20ms);
    while (!holds()) {
        if (timer.elapsed() > Patience)
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

SeenGuest::SeenGuest()
{
    const auto note = [this](auto signal, auto& list) {
        QObject::connect(&guest, signal, &guest, [&list](const auto& what) { list.push_back(what); });
    };
    note(&Guest::lineChanged, lines);
    note(&Guest::welcomed, welcomes);
    note(&Guest::failed, failures);
    note(&Guest::stateCame, states);
    note(&Guest::pointed, points);
    note(&Guest::drawingAdded, drawings);
    note(&Guest::drawingRemoved, removed);
    note(&Guest::chatted, chats);
    QObject::connect(&guest, &Guest::peopleChanged, &guest, [this] { ++peopleCame; });
}

GuestTimes SeenGuest::quick()
{
    GuestTimes times;
    times.connect = 20'000ms; // a slow machine is no host that does not answer, but where that is tested
    times.silence = 60'000ms;
    times.firstPing = 5ms;
    times.ping = 100ms;
    times.change = 20ms;
    times.state = 200ms;
    times.firstAgain = 10ms;
    times.longestAgain = 50ms;
    times.givenUp = 60'000ms;
    return times;
}

GuestOptions SeenGuest::optionsFor(const Invitation& invitation)
{
    return {invitation, QStringLiteral("Anna"), QStringLiteral("0.1.0"), ServedHost::quick().recording,
            quick()};
}

bool SeenGuest::join(const GuestOptions& options)
{
    const std::size_t before = failures.size();
    guest.join(options);
    return soon([&] { return isIn() || failures.size() > before; }) && isIn();
}

GuestFailure SeenGuest::failureOf(const GuestOptions& options)
{
    const std::size_t before = failures.size();
    guest.join(options);
    return soon([&] { return failures.size() > before; }) ? failures.back() : GuestFailure{};
}

TestLine::TestLine(std::uint16_t to) : target(to)
{
    QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] { cameNear(); });
    m_server.listen(QHostAddress(QHostAddress::LocalHost));
}

void TestLine::cut()
{
    std::vector<Pair> pairs = std::exchange(m_pairs, {});
    for (const Pair& pair : pairs) {
        for (QTcpSocket* end : {pair.near.get(), pair.far.get()}) {
            end->disconnect();
            end->abort();
        }
    }
}

void TestLine::hush()
{
    for (const Pair& pair : m_pairs) {
        pair.near->disconnect();
        pair.far->disconnect();
    }
}

void TestLine::cameNear()
{
    while (QTcpSocket* came = m_server.nextPendingConnection()) {
        came->setParent(nullptr);
        if (closed) {
            came->abort();
            came->deleteLater();
            continue;
        }
        Pair pair{std::unique_ptr<QTcpSocket>(came), std::make_unique<QTcpSocket>()};
        QTcpSocket* const near = pair.near.get();
        QTcpSocket* const far = pair.far.get();
        QObject::connect(near, &QTcpSocket::readyRead, far, [=, this] { passOn(*near, *far); });
        QObject::connect(far, &QTcpSocket::readyRead, near, [=, this] { passOn(*far, *near); });
        QObject::connect(far, &QTcpSocket::connected, near, [=, this] { passOn(*near, *far); });
        QObject::connect(near, &QTcpSocket::disconnected, far, [far] { far->disconnectFromHost(); });
        QObject::connect(far, &QTcpSocket::disconnected, near, [near] { near->disconnectFromHost(); });
        QObject::connect(far, &QTcpSocket::errorOccurred, near, [near] { near->disconnectFromHost(); });
        far->connectToHost(QHostAddress(QHostAddress::LocalHost), target);
        m_pairs.push_back(std::move(pair));
    }
}

void TestLine::passOn(QTcpSocket& from, QTcpSocket& to) const
{
    if (to.state() != QAbstractSocket::ConnectedState)
        return; // passed on once it is
    const QByteArray bytes = from.readAll();
    if (!swallows)
        to.write(bytes);
}

FakeHost::FakeHost() : m_server(QStringLiteral("fake"), QWebSocketServer::NonSecureMode) { listen(); }

FakeHost::FakeHost(const QSslConfiguration& configuration)
    : m_server(QStringLiteral("fake"), QWebSocketServer::SecureMode)
{
    m_server.setSslConfiguration(configuration);
    listen();
}

FakeHost::~FakeHost() { m_server.disconnect(); }

void FakeHost::listen()
{
    QObject::connect(&m_server, &QWebSocketServer::newConnection, &m_server, [this] {
        while (QWebSocket* socket = m_server.nextPendingConnection())
            came(socket);
    });
    m_server.listen(QHostAddress(QHostAddress::LocalHost));
}

Welcome FakeHost::welcome()
{
    return {ProtocolVersion,
            QStringLiteral("0.1.0"),
            PersonId{1},
            QStringLiteral("Anna"),
            ServedHost::quick().recording,
            {},
            true,
            true};
}

People FakeHost::people()
{
    return {{{PersonId::Host, QStringLiteral("Coach"), 0, true, false, false},
             {PersonId{1}, QStringLiteral("Anna"), -1, false, false, false}}};
}

Invitation FakeHost::invitation() const
{
    return {QStringLiteral("127.0.0.1"), m_server.serverPort(), QStringLiteral("ABCDEFGHJK"), {}};
}

void FakeHost::sendText(const QByteArray& text)
{
    if (m_last)
        m_last->sendTextMessage(QString::fromUtf8(text));
}

void FakeHost::sendBinary(const QByteArray& bytes)
{
    if (m_last)
        m_last->sendBinaryMessage(bytes);
}

void FakeHost::cut()
{
    if (m_last)
        m_last->abort();
}

void FakeHost::came(QWebSocket* socket)
{
    ++connections;
    m_last = socket;
    socket->setParent(&m_server);
    QObject::connect(socket, &QWebSocket::textMessageReceived, &m_server,
                     [this, socket](const QString& text) { heard(socket, text); });
    QObject::connect(socket, &QWebSocket::disconnected, socket, &QObject::deleteLater);
}

void FakeHost::heard(QWebSocket* socket, const QString& text)
{
    const auto message = decode(text.toUtf8());
    if (!message)
        return;
    received.push_back(*message);
    if (std::holds_alternative<Hello>(*message)) {
        for (const Message& answer : answers())
            socket->sendTextMessage(QString::fromUtf8(encode(answer)));
    }
    const auto* ping = std::get_if<Ping>(&*message);
    if (ping && answersPings)
        socket->sendTextMessage(QString::fromUtf8(encode(Pong{ping->sent, HostClock::now()})));
}

} // namespace ghostline::test
