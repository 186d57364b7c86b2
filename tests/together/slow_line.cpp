// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/together/slow_line.h"

#include <QTimer>

#include <algorithm>
#include <deque>
#include <functional>
#include <utility>

namespace ghostline::test {

using LineClock = std::chrono::steady_clock;

/// What one end says to the other.
class SlowLine::Way
{
public:
    Way(SlowLine& line, QTcpSocket& from, QTcpSocket& to) : m_line(line), m_from(from), m_to(to)
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

    SlowLine& m_line;
    QTcpSocket& m_from;
    QTcpSocket& m_to;
    std::deque<Piece> m_pieces;
    LineClock::time_point m_last{};
    bool m_isOver = false;
    QTimer m_timer;
};

struct SlowLine::Connection
{
    Connection(SlowLine& line, QTcpSocket* accepted)
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

SlowLine::SlowLine(quint16 target, LineWeather weather)
    : m_target(target), m_weather(weather), m_random(weather.seed)
{
    QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] { accept(); });
    m_server.listen(QHostAddress(QHostAddress::LocalHost));
}

SlowLine::~SlowLine()
{
    m_server.close();
    cut();
}

void SlowLine::accept()
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

void SlowLine::cut()
{
    m_isCut = true;
    // Hanging up tells the other end, which is not to find its connection gone.
    const auto connections = std::exchange(m_connections, {});
    for (const auto& connection : connections) {
        connection->guest->abort();
        connection->host.abort();
    }
}

std::chrono::milliseconds SlowLine::lateness()
{
    const std::chrono::milliseconds late{
        std::uniform_int_distribution<std::int64_t>(0, m_weather.jitter.count())(m_random)};
    if (std::uniform_real_distribution<double>(0.0, 1.0)(m_random) >= m_weather.loss)
        return late;
    ++m_losses;
    return late + m_weather.again;
}

} // namespace ghostline::test
