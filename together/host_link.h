// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One guest's line, as the host has it: bounded in both directions, and ended in order where that is
// possible.
#include "together/host_options.h"

#include <QObject>
#include <QPointer>

#include <algorithm>
#include <memory>
#include <utility>

class QTcpSocket;
class QWebSocket;

namespace ghostline::together {

/// What arrives at a socket that somebody else reads: told what lies there before and after he has read.
class ArrivedBytes
{
public:
    void before(qint64 available)
    {
        m_arrived += std::max<qint64>(available - std::exchange(m_left, available), 0);
    }
    void after(qint64 available) { m_left = available; }
    std::size_t take() { return static_cast<std::size_t>(std::exchange(m_arrived, 0)); }

private:
    qint64 m_arrived = 0;
    qint64 m_left = 0;
};

/// Written and not yet handed to the system, encrypted or not.
std::size_t unsentBytes(const QTcpSocket& socket);

class HostLink : public QObject
{
    Q_OBJECT
public:
    /// Owns the sockets; `raw` is that below `socket`, and `arrived` is told before that one reads from it.
    HostLink(ConnectionId id, QWebSocket* socket, QTcpSocket* raw, std::shared_ptr<ArrivedBytes> arrived,
             const HostOptions& options, QObject* parent = nullptr);
    ~HostLink() override;

    ConnectionId id() const { return m_id; }
    const QHostAddress& address() const { return m_address; }
    OwnInstant heard() const { return m_heard; }
    /// Said by it and not yet sent.
    std::size_t unsent() const;
    bool ended() const { return m_ended; }
    /// True once: a second hello is none.
    bool greets() { return !std::exchange(m_greeted, true); }

    /// It has shown the code: may say more at once.
    void admit();
    void send(const QString& text);
    void ping();
    /// The last message, then it is closed, at the latest after the time for a goodbye. Nothing comes after
    /// this but closed().
    void end(const Message& last);
    /// At once.
    void drop();
    /// Drops it where it has had its time since end().
    void sweep(OwnInstant now);
    /// Hands to the system what it takes.
    void flush();

Q_SIGNALS:
    void came(const ghostline::together::Message& message);
    /// Sent what is no message, or too much: to be ended.
    void misbehaved(ghostline::together::ByeReason reason);
    /// Once, the last signal; nothing was deleted yet.
    void closed();

private:
    void onRead();
    void textCame(const QString& text);
    void misbehave(ByeReason reason);
    void socketClosed();

    ConnectionId m_id;
    QWebSocket* m_socket;
    QPointer<QTcpSocket> m_raw;
    QHostAddress m_address;
    MessageBudget m_budget;
    std::chrono::milliseconds m_goodbye;
    OwnInstant m_heard;
    OwnInstant m_endedAt{};
    std::shared_ptr<ArrivedBytes> m_arrived;
    std::size_t m_mostBytes;
    bool m_greeted = false;
    bool m_ended = false;
    bool m_closed = false;
};

} // namespace ghostline::together
