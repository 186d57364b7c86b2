// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A guest and all that it says to its window, what may be between it and its host, and hosts that say what
// they are told to.
#include "tests/together/host_client.h"
#include "together/guest.h"

#include <QTcpServer>
#include <QWebSocketServer>

#include <functional>
#include <memory>

namespace ghostline::test {

/// Events until it holds, without a pause where there is much to wait for one after the other.
bool soon(const std::function<bool()>& holds);

struct SeenGuest
{
    SeenGuest();

    static GuestTimes quick();
    static GuestOptions optionsFor(const Invitation& invitation);
    /// Whether it was let in.
    bool join(const GuestOptions& options);
    bool join(const Invitation& invitation) { return join(optionsFor(invitation)); }
    /// Why it is over, once it is.
    GuestFailure failureOf(const GuestOptions& options);
    bool isIn() const { return guest.line() == Guest::Line::In; }

    Guest guest{};
    std::vector<Guest::Line> lines{};
    std::vector<Welcome> welcomes{};
    std::vector<GuestFailure> failures{};
    std::vector<SharedState> states{};
    std::vector<Point> points{};
    std::vector<DrawingAdded> drawings{};
    std::vector<DrawingRemoved> removed{};
    std::vector<Chat> chats{};
    std::size_t peopleCame = 0;
};

/// Between a guest and its host: to be cut, to be closed, to stop passing on, and to lead elsewhere.
class TestLine
{
public:
    explicit TestLine(std::uint16_t target);

    std::uint16_t port() const { return m_server.serverPort(); }
    /// All that go through it, at once; both ends see it.
    void cut();
    /// Nothing goes through them any more, and neither end sees what becomes of the other.
    void hush();

    std::uint16_t target;
    bool closed = false;   ///< who comes is cut off
    bool swallows = false; ///< nothing goes through, and nobody sees it

private:
    struct Pair
    {
        std::unique_ptr<QTcpSocket> near;
        std::unique_ptr<QTcpSocket> far;
    };

    void cameNear();
    void passOn(QTcpSocket& from, QTcpSocket& to) const;

    QTcpServer m_server;
    std::vector<Pair> m_pairs;
};

/// A host that is none: lets everybody in, until it is told to say something else.
class FakeHost
{
public:
    FakeHost();
    explicit FakeHost(const QSslConfiguration& configuration);
    ~FakeHost();

    static Welcome welcome();
    /// The host, who drives, and the one guest.
    static People people();
    Invitation invitation() const;
    /// To the guest that came last.
    void send(const Message& message) { sendText(encode(message)); }
    void sendText(const QByteArray& text);
    void sendBinary(const QByteArray& bytes);
    /// Without a word.
    void cut();

    /// What is said to a Hello, one after the other.
    std::function<std::vector<Message>()> answers = [] { return std::vector<Message>{welcome(), people()}; };
    bool answersPings = true;
    std::vector<Message> received{}; ///< of all
    std::size_t connections = 0;

private:
    void listen();
    void came(QWebSocket* socket);
    void heard(QWebSocket* socket, const QString& text);

    QWebSocketServer m_server;
    QPointer<QWebSocket> m_last;
};

} // namespace ghostline::test
