// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/game_server.h"

#include "codecs/echo/frame/time_stamp.h"
#include "codecs/echo/sample/sample_match.h"
#include "codecs/echo/text/session_json.h"
#include "codecs/echo/text/session_text.h"
#include "model/bytes/byte_sources.h"

#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <algorithm>

namespace ghostline::test {

using namespace ghostline::echo;

namespace {

constexpr int LateMs = 200;
constexpr qint64 Unsent = 256 << 10;
constexpr qsizetype LongLineBytes = 10 << 20;

QByteArray bytesOf(std::string_view text) { return {text.data(), static_cast<qsizetype>(text.size())}; }

QByteArray reply(const char* status, const QByteArray& body, qsizetype announced = -1)
{
    return QByteArray("HTTP/1.1 ") + status + "\r\nContent-Type: application/json\r\nContent-Length: " +
           QByteArray::number(announced < 0 ? body.size() : announced) + "\r\n\r\n" + body;
}

} // namespace

ServedMatch ServedMatch::made(double seconds, std::uint64_t seed)
{
    SampleOptions options;
    options.seconds = seconds;
    options.seed = seed;
    const auto match = SampleMatch::create(options);
    ServedMatch out;
    SessionText text((*match)->header(), (*match)->names());
    const auto done = (*match)->frames()([&](const FrameBlock& block, std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
            std::string line;
            text.append(line, block, block.frames[i], true);
            const auto columns = SessionParser::columnsOf(line);
            out.sessions.push_back(bytesOf(columns.session));
            out.bones.push_back(bytesOf(columns.bones).trimmed());
        }
        return model::Result<void>{};
    });
    if (!done)
        out.sessions.clear();
    return out;
}

ServedMatch ServedMatch::ofSession(const QByteArray& id) const
{
    ServedMatch out = *this;
    for (QByteArray& session : out.sessions) {
        const qsizetype begin = session.indexOf("\"sessionid\":\"") + 13;
        session.replace(begin, session.indexOf('"', begin) - begin, id);
    }
    return out;
}

std::unique_ptr<model::ReplaySource> ServedMatch::recording(int step) const
{
    std::string text;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        appendTimeStamp(text, 1'600'000'000'000 + static_cast<std::int64_t>(i) * step);
        text += "\t" + sessions[i].toStdString() + "\t" + bones[i].toStdString() + "\r\n";
    }
    auto source = EchoCodec().open(
        model::MemorySource::fromByteArray(QByteArray::fromStdString(text), QStringLiteral("m.echoreplay")),
        {});
    if (!source || !(*source)->waitComplete())
        return nullptr;
    return std::move(*source);
}

/// Answers the questions of one connection, one after the other.
class GameServer::Connection final : public QObject
{
public:
    Connection(GameServer& server, QTcpSocket* socket) : m_server(server), m_socket(socket)
    {
        ++m_server.m_connections;
        socket->setParent(this);
        connect(socket, &QTcpSocket::readyRead, this, [this] { read(); });
        connect(socket, &QTcpSocket::disconnected, this, [this] { deleteLater(); });
        connect(socket, &QTcpSocket::bytesWritten, this, [this] {
            if (m_endless && m_socket->bytesToWrite() < Unsent)
                m_socket->write(QByteArray(Unsent, ' '));
        });
    }
    ~Connection() override { m_socket->disconnect(this); }

private:
    void read()
    {
        m_received += m_socket->readAll();
        qsizetype end = 0;
        while ((end = m_received.indexOf("\r\n\r\n")) >= 0) {
            const QByteArray path = m_received.split(' ').value(1);
            m_received.remove(0, end + 4);
            if (path == "/player_bones")
                m_socket->write(reply("200 OK", m_server.bones()));
            else
                answer(m_server.session());
        }
    }

    void answer(const Said& said)
    {
        switch (said.how) {
        case GameAnswer::Frame:
        case GameAnswer::OtherShape:
        case GameAnswer::BadJson:
        case GameAnswer::WebPage:
        case GameAnswer::LongLine:
            return send(reply("200 OK", said.body));
        case GameAnswer::NotFound:
            return send(reply("404 Not Found", said.body));
        case GameAnswer::ServerError:
            return send(reply("500 Internal Server Error", said.body));
        case GameAnswer::Redirect:
            return send("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n");
        case GameAnswer::Cut:
            send(reply("200 OK", said.body, said.body.size() * 2));
            return m_socket->disconnectFromHost();
        case GameAnswer::Reset:
            --m_server.m_atOnce;
            return m_socket->abort();
        case GameAnswer::Late:
            QTimer::singleShot(LateMs, this, [this, said] { send(reply("200 OK", said.body)); });
            return;
        case GameAnswer::Never:
            return;
        case GameAnswer::Endless:
            m_endless = true;
            return send("HTTP/1.1 200 OK\r\n\r\n" + said.body);
        }
    }

    void send(const QByteArray& bytes)
    {
        --m_server.m_atOnce;
        m_socket->write(bytes);
    }

    GameServer& m_server;
    QTcpSocket* m_socket;
    QByteArray m_received;
    bool m_endless = false;
};

class GameServer::Listener final : public QTcpServer
{
public:
    explicit Listener(GameServer& server) : m_server(server)
    {
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket* socket = nextPendingConnection())
                m_open.emplace_back(new Connection(m_server, socket));
        });
    }
    ~Listener() override { drop(); }

    void drop()
    {
        close();
        for (const QPointer<Connection>& connection : m_open)
            delete connection.data();
        m_open.clear();
    }

private:
    GameServer& m_server;
    std::vector<QPointer<Connection>> m_open;
};

GameServer::GameServer(ServedMatch match) : m_match(std::move(match)), m_listener(new Listener(*this))
{
    m_listener->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_listener, &QObject::deleteLater);
    m_thread.start();
    start();
}

GameServer::~GameServer()
{
    m_thread.quit();
    m_thread.wait();
}

void GameServer::start()
{
    QMetaObject::invokeMethod(
        m_listener,
        [this] {
            if (m_listener->listen(QHostAddress::LocalHost, m_port))
                m_port = m_listener->serverPort();
        },
        Qt::BlockingQueuedConnection);
}

void GameServer::stop()
{
    QMetaObject::invokeMethod(
        m_listener, [this] { m_listener->drop(); }, Qt::BlockingQueuedConnection);
}

QUrl GameServer::address() const { return QUrl(QStringLiteral("http://127.0.0.1:%1/session").arg(m_port)); }

void GameServer::advance(int questions, int end)
{
    const std::scoped_lock lock(m_mutex);
    m_rate = 0.0;
    m_each = questions;
    m_end = end;
}

void GameServer::play(double framesPerSecond, int end)
{
    const std::scoped_lock lock(m_mutex);
    m_rate = framesPerSecond;
    m_end = end;
    m_begin = std::chrono::steady_clock::now();
}

void GameServer::trouble(GameAnswer answer, int times)
{
    const std::scoped_lock lock(m_mutex);
    m_troubles.insert(m_troubles.end(), static_cast<std::size_t>(times), answer);
}

bool GameServer::troubled() const
{
    const std::scoped_lock lock(m_mutex);
    return !m_troubles.empty();
}

void GameServer::setMatch(ServedMatch match)
{
    const std::scoped_lock lock(m_mutex);
    m_match = std::move(match);
}

std::vector<int> GameServer::shown() const
{
    const std::scoped_lock lock(m_mutex);
    return m_shown;
}

/// The frame of this moment.
int GameServer::current(bool asked)
{
    int frame = 0;
    if (m_rate > 0.0) {
        const std::chrono::duration<double> since = std::chrono::steady_clock::now() - m_begin;
        frame = static_cast<int>(since.count() * m_rate);
    } else {
        frame = m_asked / m_each;
        m_asked += asked && frame < m_end ? 1 : 0;
    }
    return std::clamp(frame, 0, std::max(m_end - 1, 0));
}

GameServer::Said GameServer::session()
{
    ++m_questions;
    m_mostAtOnce = std::max<int>(m_mostAtOnce, ++m_atOnce);
    const std::scoped_lock lock(m_mutex);
    Said said;
    if (!m_troubles.empty()) {
        said.how = m_troubles.front();
        m_troubles.pop_front();
    }
    switch (said.how) {
    case GameAnswer::NotFound:
        said.body = R"({"err_code":-6,"err_description":"Endpoint is restricted in this match type"})";
        return said;
    case GameAnswer::BadJson:
        said.body = R"({"sessionid":"X","teams":[)";
        return said;
    case GameAnswer::WebPage:
        said.body = "<html><body>It works!</body></html>";
        return said;
    case GameAnswer::OtherShape:
        said.body = R"({"teams":17,"map_name":["a"],"sessionid":{}})";
        return said;
    case GameAnswer::LongLine:
        said.body = "{\"map_name\":\"" + QByteArray(LongLineBytes, 'x') + "\"}";
        return said;
    case GameAnswer::Frame:
    case GameAnswer::Late: {
        const int frame = current(true);
        said.body = m_match.sessions[static_cast<std::size_t>(frame)];
        if (m_shown.empty() || m_shown.back() != frame)
            m_shown.push_back(frame);
        return said;
    }
    default:
        said.body = R"({"oh":"no"})";
        return said;
    }
}

QByteArray GameServer::bones()
{
    const std::scoped_lock lock(m_mutex);
    return m_match.bones[m_shown.empty() ? 0 : static_cast<std::size_t>(m_shown.back())];
}

} // namespace ghostline::test
