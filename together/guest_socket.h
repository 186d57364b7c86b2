// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One try of a guest's line to its host: what comes over it is bounded, and nothing is said over it before
// the host's certificate is the one that the invitation names.
#include "together/invitation.h"
#include "together/message_budget.h"
#include "together/messages.h"

#include <QAbstractSocket>
#include <QObject>
#include <QPointer>

class QSslError;
class QTcpSocket;
class QWebSocket;

namespace ghostline::together {

/// How a line did not come up, or ended without a word.
enum class LineFault : std::uint8_t {
    NobodyListens,
    NoSuchName,
    NotReached,       ///< any other way
    TooLong,          ///< nobody has answered
    NotEncrypted,     ///< and it should have been
    OtherCertificate, ///< than the invitation names
    NoWebSocket,      ///< somebody answers, and it is no host
    SaysNothing,      ///< it is up, and no answer came
    Malformed,        ///< what came is nothing that a host says
    Flood,            ///< too much came
    Closed            ///< or silent for too long
};

class GuestSocket : public QObject
{
    Q_OBJECT
public:
    explicit GuestSocket(Invitation invitation, QObject* parent = nullptr);
    /// At once, and without a word.
    ~GuestSocket() override;

    void open();
    /// What is wrong where it has taken too long by now.
    LineFault lateFault() const;
    /// When something came last.
    OwnInstant heard() const { return m_heard; }
    /// UTF-8 of one message; nothing where the line is not up.
    void send(const QByteArray& text);
    /// The last message, where the line is up; no signal follows.
    void part(const Message& last);

Q_SIGNALS:
    void up();
    void came(const ghostline::together::Message& message);
    /// Once, the last signal.
    void over(ghostline::together::LineFault fault);

private:
    void watchRaw();
    void certificateDoubted(const QList<QSslError>& errors);
    void opened();
    void broke(QAbstractSocket::SocketError error);
    void closed();
    void frameCame(qsizetype size);
    void textCame(const QString& text);
    void countWritten(qint64 bytes);
    bool certificateFits() const;
    bool isUnsecured() const { return m_invitation.encrypted() && !m_secured; }
    LineFault faultOf(QAbstractSocket::SocketError error) const;
    void finish(LineFault fault);
    void letGo();
    QWebSocket* release();

    Invitation m_invitation;
    QWebSocket* m_socket; ///< null = let go
    QPointer<QTcpSocket> m_raw;
    MessageBudget m_budget;
    TokenBucket m_written;
    OwnInstant m_heard{};
    bool m_reached = false;
    bool m_secured = false;
    bool m_otherCertificate = false;
    bool m_up = false;
};

} // namespace ghostline::together
