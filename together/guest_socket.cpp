// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/guest_socket.h"

#include "together/host_link.h"

#include <QNetworkProxy>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTimer>
#include <QWebSocket>

#include <utility>

namespace ghostline::together {

namespace {

/// For the last words, where the other end reads slowly.
constexpr std::chrono::seconds LastWords{1};

/// Said here and not yet sent.
constexpr std::size_t MostWaiting = 4 * MostUnsentBytes;

/// Fifty people who point and draw at once, and all their drawings when one joins.
constexpr MessageLimits FromOneHost{
    .messagesPerSecond = 400.0, .messageBurst = 2'000.0, .bytesPerSecond = 8 << 20, .byteBurst = 32 << 20};

/// Nothing that the system trusts counts: only the one certificate does, whoever signed it.
QSslConfiguration trustNobody()
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates({});
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    return configuration;
}

/// The web socket has closed the line, since what came is none of its frames.
bool isBroken(QWebSocketProtocol::CloseCode code)
{
    return code == QWebSocketProtocol::CloseCodeProtocolError ||
           code == QWebSocketProtocol::CloseCodeDatatypeNotSupported ||
           code == QWebSocketProtocol::CloseCodeWrongDatatype ||
           code == QWebSocketProtocol::CloseCodeTooMuchData;
}

} // namespace

GuestSocket::GuestSocket(Invitation invitation, QObject* parent)
    : QObject(parent), m_invitation(std::move(invitation)), m_socket(new QWebSocket), m_budget(FromOneHost),
      m_written(static_cast<double>(2 * BytesPerSecond), static_cast<double>(MostWaiting))
{
    m_socket->setProxy(QNetworkProxy::NoProxy);
    m_socket->setMaxAllowedIncomingFrameSize(MostMessageBytes);
    m_socket->setMaxAllowedIncomingMessageSize(MostMessageBytes);
    // A frame waits there until all of it has come.
    m_socket->setReadBufferSize(static_cast<qint64>(MostMessageBytes) + (16 << 10));
    if (m_invitation.encrypted())
        m_socket->setSslConfiguration(trustNobody());
    connect(m_socket, &QWebSocket::sslErrors, this, &GuestSocket::certificateDoubted);
    connect(m_socket, &QWebSocket::connected, this, &GuestSocket::opened);
    connect(m_socket, &QWebSocket::disconnected, this, &GuestSocket::closed);
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(m_socket, &QWebSocket::errorOccurred, this, &GuestSocket::broke);
#else
    connect(m_socket, qOverload<QAbstractSocket::SocketError>(&QWebSocket::error), this, &GuestSocket::broke);
#endif
    connect(m_socket, &QWebSocket::textFrameReceived, this,
            [this](const QString& text) { frameCame(text.size()); });
    connect(m_socket, &QWebSocket::textMessageReceived, this, &GuestSocket::textCame);
    connect(m_socket, &QWebSocket::binaryFrameReceived, this, [this] { finish(LineFault::Malformed); });
    // Answers that nobody asked for, and answers to what is asked again and again: they cost something, too.
    connect(m_socket, &QWebSocket::pong, this,
            [this](quint64, const QByteArray& payload) { frameCame(payload.size()); });
    connect(m_socket, &QWebSocket::bytesWritten, this, &GuestSocket::countWritten);
}

GuestSocket::~GuestSocket() { letGo(); }

void GuestSocket::open()
{
    const QPointer<GuestSocket> alive(this);
    m_socket->open(m_invitation.socketAddress());
    if (alive && m_socket)
        watchRaw();
}

/// Only there it shows how far a line has come.
void GuestSocket::watchRaw()
{
    m_raw = m_socket->findChild<QTcpSocket*>(QString(), Qt::FindDirectChildrenOnly);
    if (!m_raw)
        return;
    m_reached = m_raw->state() == QAbstractSocket::ConnectedState;
    connect(m_raw, &QTcpSocket::connected, this, [this] {
        m_reached = true;
        m_raw->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    });
    // Behind the web socket's own connection, which may have had to answer something.
    connect(m_raw, &QTcpSocket::readyRead, this, [this] {
        if (unsentBytes(*m_raw) > MostWaiting)
            finish(LineFault::Flood);
    });
    if (const auto* secure = qobject_cast<QSslSocket*>(m_raw)) {
        connect(secure, &QSslSocket::encrypted, this, [this] {
            m_secured = true;
            if (!certificateFits())
                finish(LineFault::OtherCertificate);
        });
    }
}

void GuestSocket::send(const QByteArray& text)
{
    if (m_up && m_socket)
        m_socket->sendTextMessage(QString::fromUtf8(text));
}

void GuestSocket::part(const Message& last)
{
    send(encode(last));
    QWebSocket* const socket = release();
    if (!socket)
        return;
    if (m_up)
        socket->close();
    if (!m_up || socket->state() == QAbstractSocket::UnconnectedState)
        return socket->deleteLater();
    // What is still to be sent goes out while it lives.
    connect(socket, &QWebSocket::disconnected, socket, &QObject::deleteLater);
    QTimer::singleShot(LastWords, socket, &QObject::deleteLater);
}

/// Everything is doubted here (trustNobody()). What the invitation names is taken as it is: signed by
/// itself, for another name, or out of date. Of a chain only the first counts, whose key the host has.
void GuestSocket::certificateDoubted(const QList<QSslError>& errors)
{
    m_otherCertificate = !certificateFits();
    auto* const secure =
        qobject_cast<QSslSocket*>(m_raw); // the web socket remembers it for the next time alone
    if (!m_otherCertificate && secure)
        secure->ignoreSslErrors(errors);
}

bool GuestSocket::certificateFits() const
{
    const auto* secure = qobject_cast<QSslSocket*>(m_raw);
    const QSslCertificate shown =
        secure ? secure->peerCertificate() : m_socket->sslConfiguration().peerCertificate();
    return !shown.isNull() && shown.digest(QCryptographicHash::Sha256).toHex() == m_invitation.fingerprint;
}

void GuestSocket::opened()
{
    if (m_invitation.encrypted() && !certificateFits())
        return finish(LineFault::OtherCertificate);
    m_up = true;
    m_heard = OwnClock::now();
    Q_EMIT up();
}

void GuestSocket::broke(QAbstractSocket::SocketError error)
{
    if (!m_up) // else closed() follows, behind what came before
        finish(faultOf(error));
}

void GuestSocket::closed()
{
    if (!m_up) // where a line does not come up this is said ahead of broke()
        return finish(faultOf(m_socket->error()));
    // The last message may have come and not been read yet: that is behind it.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_socket)
                finish(isBroken(m_socket->closeCode()) ? LineFault::Malformed : LineFault::Closed);
        },
        Qt::QueuedConnection);
}

LineFault GuestSocket::lateFault() const
{
    if (!m_reached)
        return LineFault::TooLong;
    return isUnsecured() ? LineFault::NotEncrypted : LineFault::SaysNothing;
}

LineFault GuestSocket::faultOf(QAbstractSocket::SocketError error) const
{
    if (m_otherCertificate)
        return LineFault::OtherCertificate;
    if (m_reached)
        return isUnsecured() ? LineFault::NotEncrypted : LineFault::NoWebSocket;
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError:
        return LineFault::NobodyListens;
    case QAbstractSocket::HostNotFoundError:
        return LineFault::NoSuchName;
    case QAbstractSocket::SocketTimeoutError:
        return LineFault::TooLong;
    default:
        return LineFault::NotReached;
    }
}

/// Pieces of what never becomes a message count as well.
void GuestSocket::frameCame(qsizetype size)
{
    m_heard = OwnClock::now();
    const bool affordable =
        m_budget.takeMessage(m_heard) && m_budget.takeBytes(static_cast<std::size_t>(size), m_heard);
    if (!affordable)
        finish(LineFault::Flood);
}

void GuestSocket::textCame(const QString& text)
{
    const auto message = decode(text.toUtf8());
    if (!message) {
        // A newer host's, to be passed over; it has cost its share.
        if (message.error().code != model::ErrorCode::Unsupported)
            finish(LineFault::Malformed);
        return;
    }
    if (!isFromHost(*message))
        return finish(LineFault::Malformed);
    Q_EMIT came(*message);
}

/// A host that asks the line itself again and again is answered by it each time.
void GuestSocket::countWritten(qint64 bytes)
{
    if (m_up && !m_written.take(static_cast<double>(bytes), OwnClock::now()))
        finish(LineFault::Flood);
}

void GuestSocket::finish(LineFault fault)
{
    if (!m_socket)
        return;
    if (fault == LineFault::Malformed || fault == LineFault::Flood)
        part(Bye{fault == LineFault::Flood ? ByeReason::Flood : ByeReason::Malformed});
    letGo();
    Q_EMIT over(fault);
}

void GuestSocket::letGo()
{
    if (QWebSocket* socket = release())
        socket->deleteLater(); // perhaps this is within one of its signals
}

/// Nothing of it is heard any more.
QWebSocket* GuestSocket::release()
{
    if (m_raw)
        m_raw->disconnect(this);
    if (m_socket)
        m_socket->disconnect(this);
    return std::exchange(m_socket, nullptr);
}

} // namespace ghostline::together
