// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A bad line on loopback: stands between guests and their host, delays what they say, and loses some of it.
// TCP keeps the order and repeats what is lost, so a loss is seen as a pause: that piece and all behind it
// come later.
#include <QTcpServer>
#include <QTcpSocket>

#include <chrono>
#include <memory>
#include <random>
#include <vector>

namespace ghostline::test {

struct LineWeather
{
    std::chrono::milliseconds jitter{100}; ///< each piece is late by up to so much
    double loss = 0.01;
    std::chrono::milliseconds again{200}; ///< until what was lost is sent again
    unsigned seed = 1;
};

/// Needs the event loop of its thread.
class SlowLine
{
public:
    explicit SlowLine(quint16 target, LineWeather weather = {});
    ~SlowLine();
    SlowLine(const SlowLine&) = delete;
    SlowLine& operator=(const SlowLine&) = delete;
    SlowLine(SlowLine&&) = delete;
    SlowLine& operator=(SlowLine&&) = delete;

    /// Where guests connect to; 0 = it does not listen.
    quint16 port() const { return m_server.serverPort(); }
    /// Breaks all connections without a word, and takes no new ones until mend().
    void cut();
    void mend() { m_isCut = false; }
    /// How many pieces were late since they were lost.
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

} // namespace ghostline::test
