// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/http_server.h"

#include <QSslSocket>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <algorithm>

namespace ghostline::test {

namespace {

/// Of an endless body no more than this is handed out at a time.
constexpr qint64 MostUnsent = 256 * 1024;

HttpRequest parse(const QByteArray& text)
{
    HttpRequest request;
    const QList<QByteArray> lines = text.split('\n');
    const QList<QByteArray> words = lines.value(0).trimmed().split(' ');
    request.method = words.value(0);
    request.path = words.value(1);
    for (const QByteArray& line : lines.mid(1)) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0)
            request.headers.emplace_back(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
    }
    return request;
}

QByteArray asChunk(const QByteArray& bytes)
{
    return bytes.isEmpty() ? bytes : QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n";
}

} // namespace

QByteArray HttpRequest::header(const QByteArray& name) const
{
    for (const auto& [known, value] : headers) {
        if (known == name)
            return value;
    }
    return {};
}

std::optional<std::pair<qint64, qint64>> HttpRequest::range() const
{
    const QByteArray text = header("range");
    if (!text.startsWith("bytes="))
        return std::nullopt;
    const QList<QByteArray> ends = text.mid(6).split('-');
    return std::pair(ends.value(0).toLongLong(), ends.value(1).toLongLong());
}

/// Answers the requests of one connection, one after the other.
class HttpConnection final : public QObject
{
public:
    HttpConnection(ScriptedHttpServer& server, QTcpSocket* socket) : m_server(server), m_socket(socket)
    {
        ++m_server.m_openConnections;
        socket->setParent(this);
        connect(socket, &QTcpSocket::readyRead, this, [this] { read(); });
        connect(socket, &QTcpSocket::bytesWritten, this, [this] { goOn(); });
        connect(socket, &QTcpSocket::disconnected, this, [this] { deleteLater(); });
        connect(&m_dripping, &QTimer::timeout, this, [this] { sendDrop(); });
    }
    ~HttpConnection() override
    {
        m_socket->disconnect(this);
        --m_server.m_openConnections;
    }

    void close() { m_socket->disconnectFromHost(); }

private:
    void read()
    {
        m_received += m_socket->readAll();
        qsizetype end = 0;
        while ((end = m_received.indexOf("\r\n\r\n")) >= 0) {
            const HttpRequest request = parse(m_received.left(end));
            m_received.remove(0, end + 4);
            m_script = m_server.take(request);
            answer(request);
        }
    }

    void answer(const HttpRequest& request)
    {
        if (m_script->stallBeforeHeaders)
            return;
        if (m_script->endlessHeaders) {
            m_socket->write("HTTP/1.1 206 As told\r\n");
            m_endless = true;
            return goOn();
        }
        if (m_script->raw) {
            m_socket->write(*m_script->raw);
            return m_socket->disconnectFromHost();
        }
        const qint64 size = m_server.m_bytes.size();
        const auto range = request.range();
        const qint64 first = range ? range->first : 0;
        const qint64 last = range ? std::min(range->second, size - 1) : size - 1;
        const int status = m_script->status.value_or(range ? 206 : 200);
        QByteArray body = m_server.m_bytes;
        if (status == 206)
            body = body.mid(first, last - first + 1);
        else if (status != 200)
            body = "sorry";
        body = m_script->body.value_or(body);
        body.truncate(std::min(body.size(), m_script->only.value_or(body.size())));
        m_socket->write(head(status,
                             "bytes " + QByteArray::number(first) + '-' + QByteArray::number(last) + '/' +
                                 QByteArray::number(size),
                             body.size()));
        if (m_script->drip) {
            m_slow = body;
            return m_dripping.start(*m_script->drip);
        }
        send(body.left(m_script->stallAfter.value_or(body.size())));
        if (m_script->untilClose && !m_script->endless && !m_script->stallAfter)
            return m_socket->disconnectFromHost();
        m_endless = m_script->endless;
        if (m_script->chunked && !m_endless && !m_script->stallAfter)
            m_socket->write("0\r\n\r\n");
        goOn();
    }

    QByteArray head(int status, const QByteArray& honestRange, qint64 bodySize) const
    {
        QByteArray text = "HTTP/1.1 " + QByteArray::number(status) + " As told\r\nAccept-Ranges: bytes\r\n";
        const auto add = [&text](const QByteArray& name, const QByteArray& value) {
            if (!value.isEmpty())
                text += name + ": " + value + "\r\n";
        };
        add("ETag", m_script->etag.value_or("\"one\""));
        add("Last-Modified", m_script->lastModified.value_or("Sun, 06 Nov 1994 08:49:37 GMT"));
        add("Content-Range", m_script->contentRange.value_or(status == 206 ? honestRange : QByteArray()));
        if (m_script->chunked)
            add("Transfer-Encoding", "chunked");
        else if (m_script->untilClose)
            add("Connection", "close");
        else
            add("Content-Length", m_script->contentLength.value_or(QByteArray::number(bodySize)));
        for (const QByteArray& header : m_script->moreHeaders)
            text += header + "\r\n";
        return text + "\r\n";
    }

    void send(const QByteArray& bytes)
    {
        m_socket->write(m_script->chunked ? asChunk(bytes) : bytes);
        m_server.m_bodyBytes += bytes.size();
    }

    void goOn()
    {
        while (m_endless && m_socket->bytesToWrite() < MostUnsent) {
            const QByteArray block(64 * 1024, 'x');
            if (m_script->endlessHeaders)
                m_socket->write("X-More: " + block + "\r\n");
            else
                send(block);
        }
    }

    void sendDrop()
    {
        if (m_slow.isEmpty() || m_socket->state() != QAbstractSocket::ConnectedState)
            return m_dripping.stop();
        send(m_slow.left(1));
        m_slow.remove(0, 1);
    }

    ScriptedHttpServer& m_server;
    QTcpSocket* m_socket;
    QByteArray m_received;
    std::shared_ptr<const HttpScript> m_script;
    bool m_endless = false;
    QByteArray m_slow; ///< goes out byte by byte
    QTimer m_dripping;
};

class ScriptedHttpServer::Listener final : public QTcpServer
{
public:
    Listener(ScriptedHttpServer& server, const QSslConfiguration& encryption) : m_encryption(encryption)
    {
        connect(this, &QTcpServer::newConnection, this, [this, &server] {
            while (QTcpSocket* socket = nextPendingConnection())
                (new HttpConnection(server, socket))->setParent(this);
        });
    }
    void closeConnections() const
    {
        for (QObject* child : children()) {
            if (auto* connection = dynamic_cast<HttpConnection*>(child))
                connection->close();
        }
    }

protected:
    void incomingConnection(qintptr descriptor) override
    {
        if (m_encryption.isNull())
            return QTcpServer::incomingConnection(descriptor);
        auto* socket = new QSslSocket(this);
        socket->setSslConfiguration(m_encryption);
        if (!socket->setSocketDescriptor(descriptor))
            return socket->deleteLater();
        socket->startServerEncryption();
        addPendingConnection(socket);
    }

private:
    QSslConfiguration m_encryption;
};

ScriptedHttpServer::ScriptedHttpServer(QByteArray bytes, const QSslConfiguration& encryption)
    : m_bytes(std::move(bytes)), m_encrypts(!encryption.isNull()), m_listener(new Listener(*this, encryption))
{
    if (m_listener->listen(QHostAddress::LocalHost))
        m_port = m_listener->serverPort();
    m_listener->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_listener, &QObject::deleteLater);
    m_thread.start();
}

ScriptedHttpServer::~ScriptedHttpServer()
{
    m_thread.quit();
    m_thread.wait();
    // ThreadSanitizer does not see Qt's own waiting: this puts what the last connection did before whatever
    // comes to lie here on the stack.
    static_cast<void>(m_openConnections.load());
}

QUrl ScriptedHttpServer::url(const QString& path) const
{
    return QUrl(QStringLiteral("%1://127.0.0.1:%2%3")
                    .arg(m_encrypts ? QStringLiteral("https") : QStringLiteral("http"))
                    .arg(m_port)
                    .arg(path));
}

void ScriptedHttpServer::next(std::vector<HttpScript> scripts)
{
    const std::lock_guard lock(m_mutex);
    m_next.clear();
    for (HttpScript& script : scripts)
        m_next.push_back(std::make_shared<const HttpScript>(std::move(script)));
}

void ScriptedHttpServer::always(HttpScript script)
{
    const std::lock_guard lock(m_mutex);
    m_always = std::make_shared<const HttpScript>(std::move(script));
}

void ScriptedHttpServer::closeConnections()
{
    QMetaObject::invokeMethod(
        m_listener, [listener = m_listener] { listener->closeConnections(); }, Qt::BlockingQueuedConnection);
}

std::vector<HttpRequest> ScriptedHttpServer::requests() const
{
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

std::shared_ptr<const HttpScript> ScriptedHttpServer::take(const HttpRequest& request)
{
    const std::lock_guard lock(m_mutex);
    m_requests.push_back(request);
    if (m_next.empty())
        return m_always;
    auto script = std::move(m_next.front());
    m_next.pop_front();
    return script;
}

} // namespace ghostline::test
