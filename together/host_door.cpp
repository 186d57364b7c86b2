// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/host_door.h"

#include <QNetworkInterface>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>
#include <QTcpSocket>
#include <QWebSocket>
#include <QWebSocketServer>

#include <algorithm>

namespace ghostline::together {

using model::ErrorCode;
using model::fail;
using model::Sentence;

namespace {

/// Tried one after the other where the wanted one is taken.
constexpr int NeighbouringPorts = 10;

/// Others on the same line; what reaches only the neighbour on the cable is left out.
QList<QHostAddress> addressesOfMachine()
{
    QList<QHostAddress> addresses;
    for (const QNetworkInterface& interface : QNetworkInterface::allInterfaces()) {
        const auto flags = interface.flags();
        if (!flags.testFlag(QNetworkInterface::IsRunning) || flags.testFlag(QNetworkInterface::IsLoopBack))
            continue;
        for (const QNetworkAddressEntry& entry : interface.addressEntries()) {
            if (!entry.ip().isLinkLocal())
                addresses.push_back(entry.ip());
        }
    }
    std::ranges::stable_partition(
        addresses, [](const QHostAddress& a) { return a.protocol() == QAbstractSocket::IPv4Protocol; });
    return addresses;
}

bool isAnyAddress(const QHostAddress& address)
{
    return address == QHostAddress(QHostAddress::Any) || address == QHostAddress(QHostAddress::AnyIPv4) ||
           address == QHostAddress(QHostAddress::AnyIPv6);
}

QByteArray shortAnswer(const QByteArray& status)
{
    return "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
}

} // namespace

HostDoor::HostDoor(HostOptions options, QObject* parent)
    : QObject(parent), m_options(std::move(options)), m_admission(m_options.admission), m_listener(this)
{
    connect(&m_listener, &HostListener::came, this, &HostDoor::arrive);
}

HostDoor::~HostDoor()
{
    while (!m_arriving.empty())
        drop(m_arriving.begin()->first);
}

model::Result<void> HostDoor::prepareEncryption()
{
    if (m_options.certificate.isEmpty() && m_options.key.isEmpty())
        return {};
    const auto wrong = [](const QString& message) {
        return fail(ErrorCode::InvalidArgument, Sentence::of(message));
    };
    if (m_options.certificate.isEmpty() || m_options.key.isEmpty())
        return wrong(QStringLiteral("to encrypt, both a certificate and its key are needed"));
    if (!QSslSocket::supportsSsl())
        return wrong(QStringLiteral("this system has no library to encrypt with"));
    const QList<QSslCertificate> chain = QSslCertificate::fromData(m_options.certificate, QSsl::Pem);
    if (chain.isEmpty() || chain.first().isNull())
        return wrong(QStringLiteral("the certificate cannot be read: it has to be PEM"));
    QSslKey key(m_options.key, QSsl::Rsa);
    if (key.isNull())
        key = QSslKey(m_options.key, QSsl::Ec);
    if (key.isNull()) {
        return wrong(QStringLiteral("the key cannot be read: it has to be PEM, RSA or of elliptic curves, "
                                    "without a password"));
    }
    if (key.algorithm() != chain.first().publicKey().algorithm())
        return wrong(QStringLiteral("the key is not that of the certificate"));
    QSslConfiguration encryption = QSslConfiguration::defaultConfiguration();
    encryption.setLocalCertificateChain(chain);
    encryption.setPrivateKey(key);
    encryption.setPeerVerifyMode(QSslSocket::VerifyNone); // guests show the code
    encryption.setProtocol(QSsl::TlsV1_2OrLater);
    m_encryption = encryption;
    m_fingerprint = chain.first().digest(QCryptographicHash::Sha256).toHex();
    return {};
}

model::Result<HostReach> HostDoor::open()
{
    if (const auto prepared = prepareEncryption(); !prepared)
        return tl::unexpected(prepared.error());
    HostReach reach;
    if (m_options.offersFile) {
        auto file = offerFile(m_options.recordingPath, m_options.recording.name, m_options.code);
        if (file)
            m_file = std::make_shared<const OfferedFile>(std::move(*file));
        else
            reach.noFile = file.error().said();
    }
    bool listens = m_listener.listen(m_options.address, m_options.port);
    for (int i = 1; !listens && m_listener.serverError() == QAbstractSocket::AddressInUseError &&
                    i <= NeighbouringPorts && m_options.port + i <= 0xFFFF;
         ++i)
        listens = m_listener.listen(m_options.address, static_cast<quint16>(m_options.port + i));
    if (!listens && m_listener.serverError() == QAbstractSocket::AddressInUseError)
        listens = m_listener.listen(m_options.address, 0);
    if (!listens) {
        return fail(ErrorCode::IoError,
                    Sentence::of(QStringLiteral("nobody can be let in at %1, port %2 (%3)"),
                                 {m_options.address.toString(), QString::number(m_options.port),
                                  m_listener.errorString()}));
    }
    m_sockets = std::make_unique<QWebSocketServer>(QStringLiteral("Ghostline"),
                                                   m_encryption ? QWebSocketServer::SecureMode
                                                                : QWebSocketServer::NonSecureMode);
    connect(m_sockets.get(), &QWebSocketServer::newConnection, this, &HostDoor::lineUp);

    reach.port = m_listener.serverPort();
    reach.otherPort = m_options.port != 0 && reach.port != m_options.port;
    reach.everybody = !m_options.address.isLoopback();
    QList<QHostAddress> addresses{m_options.address};
    if (isAnyAddress(m_options.address))
        addresses = addressesOfMachine();
    if (addresses.isEmpty())
        addresses.push_back(QHostAddress(QHostAddress::LocalHost));
    for (const QHostAddress& address : addresses)
        reach.invitations.push_back({address.toString(), reach.port, m_options.code, m_fingerprint});
    return reach;
}

void HostDoor::close()
{
    m_listener.close();
    while (!m_arriving.empty())
        drop(m_arriving.begin()->first);
    for (FileConnection* download : std::exchange(m_downloads, {}))
        download->deleteLater();
    const auto lines = m_lines; // the list gets shorter by it
    for (const auto& [id, line] : lines) {
        if (line && line->parent() == this) // the others have a place
            line->drop();
    }
}

void HostDoor::arrive(qintptr descriptor)
{
    QTcpSocket* socket = nullptr;
    QSslSocket* encrypted = nullptr;
    if (m_encryption)
        socket = encrypted = new QSslSocket(this);
    else
        socket = new QTcpSocket(this);
    if (!socket->setSocketDescriptor(descriptor)) {
        delete socket;
        return;
    }
    const ConnectionId id = ++m_lastId;
    m_arriving[id] = {socket, socket->peerAddress()};
    socket->setReadBufferSize(2 * MostHeadBytes);
    connect(socket, &QTcpSocket::readyRead, this, [this, id] { readFirst(id); });
    connect(socket, &QTcpSocket::disconnected, this, [this, id] { drop(id); });
    for (const ConnectionId other : m_admission.connected(id, socket->peerAddress(), OwnClock::now()))
        drop(other);
    if (encrypted) {
        encrypted->setSslConfiguration(*m_encryption);
        encrypted->startServerEncryption();
    }
}

void HostDoor::readFirst(ConnectionId id)
{
    const auto found = m_arriving.find(id);
    if (found == m_arriving.end() || found->second.upgrading)
        return;
    QTcpSocket& socket = *found->second.socket;
    const HeadRead read = readHead(socket.peek(MostHeadBytes));
    if (read.state == HeadRead::State::Incomplete)
        return;
    if (read.state == HeadRead::State::Broken)
        return turnAway(id, shortAnswer("400 Bad Request"));
    // A page in somebody's browser may not try codes at a host on the same machine; programs say no origin.
    if (read.head.isUpgrade() && !read.head.has("origin"))
        return upgrade(id);
    if (read.head.isUpgrade())
        return turnAway(id, shortAnswer("403 Forbidden"));
    socket.skip(read.length);
    serveFile(id, read.head);
}

void HostDoor::turnAway(ConnectionId id, const QByteArray& answer)
{
    Arriving& arriving = m_arriving.at(id);
    arriving.upgrading = true; // read no more; gone when that is sent, or its time is up
    arriving.socket->write(answer);
    arriving.socket->disconnectFromHost();
}

void HostDoor::upgrade(ConnectionId id)
{
    Arriving& arriving = m_arriving.at(id);
    QTcpSocket* socket = arriving.socket;
    arriving.upgrading = true;
    arriving.arrived = std::make_shared<ArrivedBytes>();
    socket->disconnect(this);
    connect(socket, &QTcpSocket::disconnected, this, [this, id] { drop(id); });
    // Ahead of the web socket's own connection.
    connect(socket, &QTcpSocket::readyRead, socket,
            [socket, arrived = arriving.arrived] { arrived->before(socket->bytesAvailable()); });
    m_sockets->handleConnection(socket);
}

void HostDoor::lineUp()
{
    while (QWebSocket* socket = m_sockets->nextPendingConnection()) {
        const auto found = std::ranges::find_if(m_arriving, [socket](const auto& entry) {
            const Arriving& a = entry.second;
            return a.upgrading && a.arrived && a.socket->peerPort() == socket->peerPort() &&
                   a.address == socket->peerAddress();
        });
        if (found == m_arriving.end()) {
            socket->abort();
            socket->deleteLater();
            continue;
        }
        const ConnectionId id = found->first;
        const auto arrived = found->second.arrived;
        auto* link = new HostLink(id, socket, release(id), arrived, m_options, this);
        m_lines[id] = link;
        connect(link, &QObject::destroyed, this, [this, id] { m_lines.erase(id); });
        Q_EMIT lineCame(link);
    }
}

void HostDoor::serveFile(ConnectionId id, const HttpHead& head)
{
    if (m_downloads.size() >= m_options.downloads && !dropIdleDownload())
        return turnAway(id, shortAnswer("503 Service Unavailable"));
    const QHostAddress address = m_arriving.at(id).address;
    const auto check = [this, address](const QByteArray& given) {
        const QByteArray right = m_file ? m_file->secret : QByteArray();
        const Admission::Answer answer =
            m_admission.checkSecret(address, given, right, isFileSecret(given), OwnClock::now());
        if (answer.verdict == Admission::Verdict::Wrong)
            Q_EMIT guessed(address, answer.cutOff);
        return answer;
    };
    m_admission.settled(id);
    auto* download = new FileConnection(release(id), m_file, check, m_options.times, this);
    m_downloads.push_back(download);
    connect(download, &FileConnection::fetching, this, [this, address] { Q_EMIT fetching(address); });
    connect(download, &FileConnection::closed, this, [this, download] {
        std::erase(m_downloads, download);
        download->deleteLater();
    });
    download->answer(head);
}

/// The one that has had nothing to do for longest: who wants more of the file on it comes anew. False where
/// all are at it.
bool HostDoor::dropIdleDownload()
{
    FileConnection* longest = nullptr;
    for (FileConnection* download : m_downloads) {
        const auto since = download->idleSince();
        if (since && (!longest || *since < *longest->idleSince()))
            longest = download;
    }
    if (longest)
        longest->drop();
    return longest;
}

QTcpSocket* HostDoor::release(ConnectionId id)
{
    const auto found = m_arriving.find(id);
    QTcpSocket* socket = found->second.socket;
    m_arriving.erase(found);
    socket->disconnect(this);
    if (socket->parent() == this)
        socket->setParent(nullptr);
    return socket;
}

void HostDoor::drop(ConnectionId id)
{
    m_admission.settled(id);
    if (m_arriving.contains(id)) {
        QTcpSocket* socket = release(id);
        socket->abort();
        socket->deleteLater();
    } else if (const auto line = m_lines.find(id); line != m_lines.end() && line->second) {
        line->second->drop();
    }
}

void HostDoor::sweep(OwnInstant now)
{
    for (const ConnectionId id : m_admission.overdue(now))
        drop(id);
    const std::vector<FileConnection*> downloads = m_downloads; // the list gets shorter by it
    for (FileConnection* download : downloads)
        download->sweep(now);
}

} // namespace ghostline::together
