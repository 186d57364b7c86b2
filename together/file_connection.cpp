// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/file_connection.h"

#include "model/bytes/byte_sources.h"
#include "model/bytes/http_source.h"
#include "together/host_link.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QMessageAuthenticationCode>
#include <QSslSocket>
#include <QTcpSocket>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <array>
#include <string_view>

namespace ghostline::together {

using model::ErrorCode;
using model::Sentence;

namespace {

/// Read at a time, and most that waits to be sent.
constexpr std::size_t FilePiece = 64 << 10;
constexpr std::size_t MostFileUnsent = 256 << 10;

const QString FileFolder = QStringLiteral("/file/");

/// Twice a code's.
constexpr qsizetype SecretSigns = 2 * CodeSigns;
constexpr std::string_view SecretLetters(CodeAlphabet);
/// Whoever is shown the address of a file and tries all codes for it has to do this as often for each.
constexpr int SecretRounds = 10'000;

QByteArray reasonPhrase(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 206:
        return "Partial Content";
    case 400:
        return "Bad Request";
    case 404:
        return "Not Found";
    case 416:
        return "Range Not Satisfiable";
    case 429:
        return "Too Many Requests";
    default:
        return "Error";
    }
}

/// "/file/SECRET/NAME": the two, as they are.
std::pair<QByteArray, QByteArray> secretAndName(const QByteArray& target)
{
    const QByteArray folder = FileFolder.toLatin1();
    if (!target.startsWith(folder))
        return {};
    const QByteArray rest = target.mid(folder.size());
    const qsizetype slash = rest.indexOf('/');
    return {rest.left(slash < 0 ? rest.size() : slash),
            slash < 0 ? QByteArray() : QByteArray::fromPercentEncoding(rest.mid(slash + 1))};
}

} // namespace

QString OfferedFile::path() const { return FileFolder + QString::fromLatin1(secret) + u'/' + name; }

QByteArray OfferedFile::etag() const
{
    const model::Identity identity = bytes->identity();
    return '"' + QByteArray::number(static_cast<qulonglong>(bytes->size()), 16) + '-' +
           QByteArray::number(identity.modified.toMSecsSinceEpoch(), 16) + '"';
}

QByteArray fileSecret(const QString& code, const QString& name, std::uint64_t size)
{
    QMessageAuthenticationCode keyed(QCryptographicHash::Sha256, code.toUtf8());
    QByteArray digest = QByteArray::number(static_cast<qulonglong>(size)) + '/' + name.toUtf8();
    for (int i = 0; i < SecretRounds; ++i) {
        keyed.reset(); // the key stays
        keyed.addData(digest);
        digest = keyed.result();
    }
    QByteArray secret;
    for (qsizetype i = 0; i < SecretSigns; ++i)
        secret += SecretLetters[static_cast<unsigned char>(digest.at(i)) % SecretLetters.size()];
    return secret;
}

bool isFileSecret(const QByteArray& given)
{
    return given.size() == SecretSigns && std::ranges::all_of(given, [](char sign) {
               return SecretLetters.find(sign) != std::string_view::npos;
           });
}

model::Result<OfferedFile> offerFile(const QString& recordingPath, const QString& name, const QString& code)
{
    if (recordingPath.isEmpty() || model::isWebAddress(recordingPath)) {
        return model::fail(
            ErrorCode::Unsupported,
            Sentence::of(QStringLiteral("a recording from the web cannot be handed out from here: give the "
                                        "others its address")));
    }
    if (QFileInfo(recordingPath).isDir()) {
        return model::fail(
            ErrorCode::Unsupported,
            Sentence::of(QStringLiteral("a recording that is a folder cannot be handed out: give the others "
                                        "a copy of it")));
    }
    auto bytes = model::openFile(recordingPath);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const std::uint64_t size = (*bytes)->size();
    return OfferedFile{std::move(*bytes), fileSecret(code, name, size), name};
}

FileConnection::FileConnection(QTcpSocket* socket, std::shared_ptr<const OfferedFile> file, CheckSecret check,
                               const HostTimes& times, QObject* parent)
    : QObject(parent), m_socket(socket), m_file(std::move(file)), m_check(std::move(check)),
      m_idle(times.fileIdle), m_moved(OwnClock::now())
{
    m_socket->setParent(this);
    m_socket->setReadBufferSize(2 * MostHeadBytes);
    connect(m_socket, &QTcpSocket::readyRead, this, &FileConnection::readNext);
    const auto sent = [this] {
        m_moved = OwnClock::now();
        pump();
    };
    connect(m_socket, &QTcpSocket::bytesWritten, this, sent);
    if (auto* encrypted = qobject_cast<QSslSocket*>(m_socket))
        connect(encrypted, &QSslSocket::encryptedBytesWritten, this, sent);
    connect(m_socket, &QTcpSocket::disconnected, this, &FileConnection::gone);
}

FileConnection::~FileConnection() { m_socket->disconnect(this); }

void FileConnection::readNext()
{
    // One after the other: what is asked for meanwhile waits at the socket, which is bounded.
    if (m_closed || m_closing || m_waits || m_next < m_end || m_socket->bytesAvailable() == 0)
        return;
    const HeadRead read = readHead(m_socket->peek(MostHeadBytes));
    if (read.state == HeadRead::State::Incomplete)
        return;
    if (read.state == HeadRead::State::Broken)
        return refuse(400);
    m_socket->skip(read.length);
    answer(read.head);
}

void FileConnection::answer(const HttpHead& head)
{
    m_moved = OwnClock::now();
    m_keep = head.keepAlive();
    const auto [secret, name] = secretAndName(head.target);
    if (secret.isEmpty())
        return refuse(404); // no guess: what a browser or a scanner asks for
    const Admission::Answer checked = m_check(secret);
    if (checked.verdict != Admission::Verdict::Right || !m_file) {
        m_waits = true;
        QTimer::singleShot(checked.delay, this, [this, later = checked.verdict == Admission::Verdict::Later] {
            m_waits = false;
            refuse(later ? 429 : 404);
        });
        return;
    }
    // A file beside it: nothing else is handed out.
    if (!name.isEmpty() && name != m_file->name.toUtf8())
        return refuse(404, !m_keep);
    const std::uint64_t size = m_file->bytes->size();
    const QByteArray etag = m_file->etag();
    const RangeAnswer range = rangeFor(head, size, etag);
    QByteArray fields = "ETag: " + etag + "\r\nAccept-Ranges: bytes\r\n";
    const auto number = [](std::uint64_t n) { return QByteArray::number(static_cast<qulonglong>(n)); };
    if (range.status == 416)
        fields += "Content-Range: bytes */" + number(size) + "\r\n";
    if (range.status == 206) {
        fields += "Content-Range: bytes " + number(range.begin) + '-' + number(range.end - 1) + '/' +
                  number(size) + "\r\n";
    }
    fields += "Content-Type: application/octet-stream\r\nContent-Length: " + number(range.end - range.begin) +
              "\r\n";
    if (range.status != 416 && range.begin == 0)
        Q_EMIT fetching();
    m_next = head.method == "HEAD" ? range.end : range.begin;
    m_end = range.end;
    sendHead(range.status, fields, !m_keep);
    pump();
}

void FileConnection::refuse(int status, bool thenClose)
{
    m_keep = !thenClose;
    m_next = m_end = 0;
    sendHead(status, "Content-Length: 0\r\n", thenClose);
    pump();
}

void FileConnection::sendHead(int status, const QByteArray& fields, bool close)
{
    m_socket->write("HTTP/1.1 " + QByteArray::number(status) + ' ' + reasonPhrase(status) + "\r\n" + fields +
                    "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: " +
                    (close ? "close" : "keep-alive") + "\r\n\r\n");
}

void FileConnection::pump()
{
    if (m_closed || m_closing)
        return;
    std::array<std::byte, FilePiece> piece;
    while (m_next < m_end && unsentBytes(*m_socket) < MostFileUnsent) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(FilePiece, m_end - m_next));
        const auto read = m_file->bytes->read(m_next, std::span(piece).first(wanted));
        // Shorter than it was: the other end must see that it is not all.
        if (!read || *read == 0)
            return drop();
        m_socket->write(reinterpret_cast<const char*>(piece.data()), static_cast<qint64>(*read));
        m_next += *read;
    }
    if (m_next < m_end)
        return;
    if (!m_keep)
        return close();
    if (m_socket->bytesAvailable() > 0) // later: a row of requests must not nest
        QTimer::singleShot(0, this, &FileConnection::readNext);
}

void FileConnection::close()
{
    m_closing = true;
    m_socket->disconnectFromHost(); // sends what is left
}

void FileConnection::sweep(OwnInstant now)
{
    if (!m_closed && !m_waits && now - m_moved >= m_idle)
        drop();
}

std::optional<OwnInstant> FileConnection::idleSince() const
{
    const bool busy = m_closed || m_closing || m_waits || m_next < m_end || m_socket->bytesAvailable() > 0 ||
                      unsentBytes(*m_socket) > 0;
    return busy ? std::nullopt : std::optional(m_moved);
}

void FileConnection::drop()
{
    m_socket->abort();
    gone();
}

void FileConnection::gone()
{
    if (!std::exchange(m_closed, true))
        Q_EMIT closed();
}

} // namespace ghostline::together
