// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where everybody comes to: one port for guests (WebSocket) and for whoever fetches the file (HTTP). Reads
// the first lines of each connection and says who it is; what does not get on is dropped.
#include "together/file_connection.h"
#include "together/host_link.h"

#include <QObject>
#include <QSslConfiguration>
#include <QTcpServer>

#include <map>
#include <optional>

class QWebSocketServer;

namespace ghostline::together {

/// A port. What comes is left to somebody else to make a socket of.
class HostListener : public QTcpServer
{
    Q_OBJECT
public:
    using QTcpServer::QTcpServer;

Q_SIGNALS:
    void came(qintptr descriptor);

protected:
    void incomingConnection(qintptr descriptor) override { Q_EMIT came(descriptor); }
};

class HostDoor : public QObject
{
    Q_OBJECT
public:
    explicit HostDoor(HostOptions options, QObject* parent = nullptr);
    ~HostDoor() override;

    /// The wanted port, else one of the next, else any. InvalidArgument: certificate and key; IoError: the
    /// address.
    model::Result<HostReach> open();
    /// Nobody else comes; guests stay.
    void close();

    Admission& admission() { return m_admission; }
    /// Nothing = none is handed out.
    const std::shared_ptr<const OfferedFile>& file() const { return m_file; }
    std::uint16_t port() const { return m_listener.serverPort(); }
    void sweep(OwnInstant now);

Q_SIGNALS:
    /// A line is up, nothing was said. Whoever takes it settles it with the admission, once it has shown the
    /// code, and owns it then; until that it may be dropped, and says so by closed().
    void lineCame(ghostline::together::HostLink* link);
    /// Somebody guesses addresses of the file: `cutOff`, or heard no more.
    void guessed(const QHostAddress& address, bool cutOff);
    void fetching(const QHostAddress& address);

private:
    struct Arriving
    {
        QTcpSocket* socket = nullptr;
        QHostAddress address{};
        std::shared_ptr<ArrivedBytes> arrived{};
        bool upgrading = false;
    };

    model::Result<void> prepareEncryption();
    void arrive(qintptr descriptor);
    void readFirst(ConnectionId id);
    void upgrade(ConnectionId id);
    void serveFile(ConnectionId id, const HttpHead& head);
    bool dropIdleDownload();
    void turnAway(ConnectionId id, const QByteArray& answer);
    void lineUp();
    void drop(ConnectionId id);
    /// Takes its socket from it, without ties to here.
    QTcpSocket* release(ConnectionId id);

    HostOptions m_options;
    Admission m_admission;
    HostListener m_listener;
    std::unique_ptr<QWebSocketServer> m_sockets;
    std::optional<QSslConfiguration> m_encryption;
    QByteArray m_fingerprint;
    std::shared_ptr<const OfferedFile> m_file;
    ConnectionId m_lastId = 0;
    std::map<ConnectionId, Arriving> m_arriving;
    std::map<ConnectionId, QPointer<HostLink>> m_lines; ///< that have not shown the code
    std::vector<FileConnection*> m_downloads;
};

} // namespace ghostline::together
