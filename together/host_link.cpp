// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/host_link.h"

#include <QSslSocket>
#include <QTcpSocket>
#include <QWebSocket>

namespace ghostline::together {

namespace {

/// Of the system's: what lies there is old before it is sent.
constexpr int SystemSendBuffer = 128 << 10;

} // namespace

std::size_t unsentBytes(const QTcpSocket& socket)
{
    const auto* encrypted = qobject_cast<const QSslSocket*>(&socket);
    const qint64 bytes = socket.bytesToWrite() + (encrypted ? encrypted->encryptedBytesToWrite() : 0);
    return static_cast<std::size_t>(std::max<qint64>(bytes, 0));
}

HostLink::HostLink(ConnectionId id, QWebSocket* socket, QTcpSocket* raw,
                   std::shared_ptr<ArrivedBytes> arrived, const HostOptions& options, QObject* parent)
    : QObject(parent), m_id(id), m_socket(socket), m_raw(raw), m_address(socket->peerAddress()),
      m_budget(options.messages), m_goodbye(options.times.goodbye), m_heard(OwnClock::now()),
      m_arrived(std::move(arrived)), m_mostBytes(MostHelloBytes)
{
    m_socket->setParent(this);
    m_socket->setMaxAllowedIncomingFrameSize(m_mostBytes);
    m_socket->setMaxAllowedIncomingMessageSize(m_mostBytes);
    if (m_raw) {
        // A frame waits there until all of it has come.
        m_raw->setReadBufferSize(static_cast<qint64>(MostMessageBytes) + (16 << 10));
        m_raw->setSocketOption(QAbstractSocket::SendBufferSizeSocketOption, SystemSendBuffer);
        m_raw->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        // Made after the web socket's own connection: what it can use it has read by then.
        connect(m_raw, &QTcpSocket::readyRead, this, &HostLink::onRead);
    }
    connect(m_socket, &QWebSocket::textMessageReceived, this, &HostLink::textCame);
    connect(m_socket, &QWebSocket::binaryMessageReceived, this, [this] { misbehave(ByeReason::Malformed); });
    // Pieces of a message cost something, too.
    connect(m_socket, &QWebSocket::textFrameReceived, this, [this](const QString&, bool last) {
        if (!last && !m_ended && !m_budget.takeMessage(OwnClock::now()))
            misbehave(ByeReason::Flood);
    });
    connect(m_socket, &QWebSocket::pong, this, [this] { m_heard = OwnClock::now(); });
    connect(m_socket, &QWebSocket::disconnected, this, &HostLink::socketClosed);
}

HostLink::~HostLink()
{
    m_socket->disconnect(this);
    m_socket->abort();
    // Whether the web socket takes the other with it is its own business; it must not go before it.
    if (m_raw)
        connect(m_socket, &QObject::destroyed, m_raw, &QObject::deleteLater);
}

std::size_t HostLink::unsent() const { return m_ended || !m_raw ? 0 : unsentBytes(*m_raw); }

void HostLink::admit()
{
    m_mostBytes = MostMessageBytes;
    m_socket->setMaxAllowedIncomingFrameSize(m_mostBytes);
    m_socket->setMaxAllowedIncomingMessageSize(m_mostBytes);
}

void HostLink::send(const QString& text)
{
    if (!m_ended)
        m_socket->sendTextMessage(text);
}

void HostLink::ping()
{
    if (!m_ended)
        m_socket->ping();
}

void HostLink::end(const Message& last)
{
    if (m_ended)
        return;
    send(QString::fromUtf8(encode(last)));
    m_ended = true;
    m_endedAt = OwnClock::now();
    m_socket->close();
}

void HostLink::drop()
{
    m_ended = true;
    m_socket->abort();
    socketClosed(); // where abort() says nothing
}

void HostLink::sweep(OwnInstant now)
{
    if (m_ended && now - m_endedAt >= m_goodbye)
        drop();
}

void HostLink::flush()
{
    m_socket->flush();
    if (m_raw)
        m_raw->flush();
}

/// Whatever it was: also answers to be sent that nobody asked for, and pieces of what never becomes a
/// message.
void HostLink::onRead()
{
    m_arrived->after(m_raw ? m_raw->bytesAvailable() : 0);
    if (!m_budget.takeBytes(m_arrived->take(), OwnClock::now()))
        misbehave(ByeReason::Flood);
}

void HostLink::textCame(const QString& text)
{
    if (m_ended)
        return;
    m_heard = OwnClock::now();
    if (!m_budget.takeMessage(m_heard))
        return misbehave(ByeReason::Flood);
    const auto message = decode(text.toUtf8(), {m_mostBytes});
    if (!message) {
        // A newer program's, to be passed over; it has cost its share.
        if (message.error().code != model::ErrorCode::Unsupported)
            misbehave(ByeReason::Malformed);
        return;
    }
    if (!isFromGuest(*message))
        return misbehave(ByeReason::Malformed);
    Q_EMIT came(*message);
}

void HostLink::misbehave(ByeReason reason)
{
    if (!m_ended)
        Q_EMIT misbehaved(reason);
}

void HostLink::socketClosed()
{
    m_ended = true;
    if (!std::exchange(m_closed, true))
        Q_EMIT closed();
}

} // namespace ghostline::together
