// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/together/slow_line.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace ghostline::test {

using LineClock = std::chrono::steady_clock;

/// The line itself, for the thread that it works in.
class SlowLine::Proxy
{
public:
    Proxy(quint16 target, LineWeather weather);
    ~Proxy();
    Proxy(const Proxy&) = delete;
    Proxy& operator=(const Proxy&) = delete;
    Proxy(Proxy&&) = delete;
    Proxy& operator=(Proxy&&) = delete;

    quint16 port() const { return m_server.serverPort(); }
    void cut();
    void mend() { m_isCut = false; }
    int losses() const { return m_losses; }

private:
    class Way;
    struct Connection;

    void accept();
    std::chrono::milliseconds lateness();

    quint16 m_target;
    LineWeather m_weather;
    std::mt19937 m_random;
    bool m_isCut = false;
    int m_losses = 0;
    std::vector<std::unique_ptr<Connection>> m_connections;
    QTcpServer m_server;
};

/// What one end says to the other.
class SlowLine::Proxy::Way
{
public:
    Way(Proxy& line, QTcpSocket& from, QTcpSocket& to) : m_line(line), m_from(from), m_to(to)
    {
        m_timer.setSingleShot(true);
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { deliver(); });
        QObject::connect(&m_from, &QTcpSocket::readyRead, &m_timer, [this] { take(); });
        QObject::connect(&m_to, &QTcpSocket::connected, &m_timer, [this] {
            m_to.setSocketOption(QAbstractSocket::LowDelayOption, 1);
            deliver();
        });
        QObject::connect(&m_from, &QTcpSocket::disconnected, &m_timer, [this] {
            m_isOver = true;
            deliver();
        });
    }

private:
    struct Piece
    {
        LineClock::time_point arrives{};
        QByteArray bytes{};
    };

    void take()
    {
        const auto arrives = LineClock::now() + m_line.lateness();
        m_last = std::max(m_last, arrives);
        m_pieces.push_back({m_last, m_from.readAll()});
        wait();
    }
    void deliver()
    {
        if (m_to.state() == QAbstractSocket::ConnectedState) {
            while (!m_pieces.empty() && m_pieces.front().arrives <= LineClock::now()) {
                m_to.write(m_pieces.front().bytes);
                m_pieces.pop_front();
            }
            if (m_isOver && m_pieces.empty())
                m_to.disconnectFromHost();
        } else if (m_isOver) {
            m_to.abort();
        }
        wait();
    }
    void wait()
    {
        if (m_pieces.empty() || m_to.state() != QAbstractSocket::ConnectedState)
            return;
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(m_pieces.front().arrives - LineClock::now());
        m_timer.start(std::max(left, std::chrono::milliseconds(0)));
    }

    Proxy& m_line;
    QTcpSocket& m_from;
    QTcpSocket& m_to;
    std::deque<Piece> m_pieces;
    LineClock::time_point m_last{};
    bool m_isOver = false;
    QTimer m_timer;
};

struct SlowLine::Proxy::Connection
{
    Connection(Proxy& line, QTcpSocket* accepted)
        : guest(accepted), there(line, *guest, host), back(line, host, *guest)
    {
        guest->setParent(nullptr);
        guest->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        // Nobody there is as good as hung up.
        QObject::connect(&host, &QTcpSocket::errorOccurred, guest.get(), [this] {
            if (host.state() != QAbstractSocket::ConnectedState)
                guest->disconnectFromHost();
        });
        host.connectToHost(QHostAddress(QHostAddress::LocalHost), line.m_target);
    }

    bool isOver() const
    {
        return guest->state() == QAbstractSocket::UnconnectedState &&
               host.state() == QAbstractSocket::UnconnectedState;
    }

    std::unique_ptr<QTcpSocket> guest;
    QTcpSocket host{};
    Way there; // these go first
    Way back;
};

SlowLine::Proxy::Proxy(quint16 target, LineWeather weather)
    : m_target(target), m_weather(weather), m_random(weather.seed)
{
    QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] { accept(); });
    m_server.listen(QHostAddress(QHostAddress::LocalHost));
}

SlowLine::Proxy::~Proxy()
{
    m_server.close();
    cut();
}

void SlowLine::Proxy::accept()
{
    std::erase_if(m_connections, [](const auto& connection) { return connection->isOver(); });
    while (QTcpSocket* guest = m_server.nextPendingConnection()) {
        if (m_isCut) {
            guest->abort();
            guest->deleteLater();
        } else {
            m_connections.push_back(std::make_unique<Connection>(*this, guest));
        }
    }
}

void SlowLine::Proxy::cut()
{
    m_isCut = true;
    // Hanging up tells the other end, which is not to find its connection gone.
    const auto connections = std::exchange(m_connections, {});
    for (const auto& connection : connections) {
        connection->guest->abort();
        connection->host.abort();
    }
}

std::chrono::milliseconds SlowLine::Proxy::lateness()
{
    const std::chrono::milliseconds late{
        std::uniform_int_distribution<std::int64_t>(0, m_weather.jitter.count())(m_random)};
    if (std::uniform_real_distribution<double>(0.0, 1.0)(m_random) >= m_weather.loss)
        return late;
    ++m_losses;
    return late + m_weather.again;
}

// ---- from outside ----

template<typename Call>
void SlowLine::inThread(Call call) const
{
    QMetaObject::invokeMethod(&m_there, call, Qt::BlockingQueuedConnection);
}

SlowLine::SlowLine(quint16 target, LineWeather weather)
{
    m_there.moveToThread(&m_thread);
    m_thread.start();
    inThread([&] {
        m_proxy = new Proxy(target, weather);
        m_port = m_proxy->port();
    });
}

SlowLine::~SlowLine()
{
    inThread([this] { delete m_proxy; });
    m_thread.quit();
    m_thread.wait();
}

void SlowLine::cut()
{
    inThread([this] { m_proxy->cut(); });
}

void SlowLine::mend()
{
    inThread([this] { m_proxy->mend(); });
}

int SlowLine::losses() const
{
    int losses = 0;
    inThread([&] { losses = m_proxy->losses(); });
    return losses;
}

} // namespace ghostline::test
