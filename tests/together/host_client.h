// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A host on loopback, and guests that say what they are told to: by the book, or anything else.
#include "together/host.h"

#include <QTcpSocket>
#include <QWebSocket>
#include <QtTest>

namespace ghostline::test {

using namespace ghostline::together;

/// The first message of that kind, null where none came.
template<typename Kind>
const Kind* firstOf(const std::vector<Message>& messages)
{
    for (const Message& message : messages) {
        if (const auto* found = std::get_if<Kind>(&message))
            return found;
    }
    return nullptr;
}

template<typename Kind>
const Kind* lastOf(const std::vector<Message>& messages)
{
    const Kind* last = nullptr;
    for (const Message& message : messages) {
        if (const auto* found = std::get_if<Kind>(&message))
            last = found;
    }
    return last;
}

template<typename Kind>
std::size_t countOf(const std::vector<Message>& messages)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(messages, [](const Message& m) { return std::holds_alternative<Kind>(m); }));
}

/// A host whose times are short, and all that it says to its window.
struct ServedHost
{
    static HostOptions quick();

    /// Whether it listens.
    bool start(HostOptions options);
    std::uint16_t port() const { return reach ? reach->port : std::uint16_t{0}; }
    QString code() const { return reach ? reach->invitations.at(0).code : QString(); }
    bool noticed(HostNotice::Kind kind, const QString& part = {}) const;

    Host host{};
    std::optional<HostReach> reach{};
    std::optional<model::Error> error{};
    bool stopped = false;
    std::vector<Person> people{};
    std::vector<PersonId> requests{};
    std::vector<SharedState> states{};
    std::vector<Point> points{};
    std::vector<DrawingAdded> drawings{};
    std::vector<DrawingRemoved> removed{};
    std::vector<Chat> chats{};
    std::vector<HostNotice> notices{};
};

/// One that speaks WebSocket as a real one does.
class TestGuest
{
public:
    /// Says hello with that code as soon as it is connected.
    TestGuest(const ServedHost& host, const QString& name, const QString& code,
              std::optional<RecordingName> recording = {});
    /// By the book.
    TestGuest(const ServedHost& host, const QString& name) : TestGuest(host, name, host.code()) {}
    /// Says that instead.
    TestGuest(const ServedHost& host, const QByteArray& first);

    void send(const Message& message) { sendText(encode(message)); }
    void sendText(const QByteArray& text) { m_socket.sendTextMessage(QString::fromUtf8(text)); }
    const Welcome* welcome() const { return firstOf<Welcome>(messages); }
    const Refused* refused() const { return firstOf<Refused>(messages); }
    const Bye* bye() const { return lastOf<Bye>(messages); }
    PersonId id() const { return welcome() ? welcome()->you : PersonId::None; }
    /// As the last list has it; nobody where it has none.
    Person person(PersonId who) const;
    /// The last one that came; of revision 0 where none did.
    SharedState state() const;
    bool closed() const { return m_closed; }
    QWebSocket& socket() { return m_socket; }

    std::vector<Message> messages{};

private:
    QWebSocket m_socket;
    QByteArray m_first;
    bool m_closed = false;
};

/// One that sends bytes.
class RawGuest
{
public:
    explicit RawGuest(std::uint16_t port);

    void send(const QByteArray& bytes) { socket.write(bytes); }
    /// The request that makes a WebSocket of it; `more` = further lines, each with its end.
    void upgrade(const QByteArray& more = {});
    /// Only then frames may be sent: what comes with the request is lost.
    bool isUpgraded() const { return received.contains("101 Switching"); }
    /// A masked text frame of a client.
    void sendFrame(const QByteArray& text, unsigned char opcode = 0x1);

    QTcpSocket socket{};
    QByteArray received{};
    bool gone = false;
};

model::Drawing penStroke(const QString& id, std::size_t points);
SharedState stateAt(std::int64_t seconds);

} // namespace ghostline::test
