// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A bad line on loopback: stands between guests and their host, delays what they say, and loses some of it.
// TCP keeps the order and repeats what is lost, so a loss is seen as a pause: that piece and all behind it
// come later.
#include <QThread>

#include <chrono>

namespace ghostline::test {

struct LineWeather
{
    std::chrono::milliseconds jitter{100}; ///< each piece is late by up to so much
    double loss = 0.01;
    std::chrono::milliseconds again{200}; ///< until what was lost is sent again
    unsigned seed = 1;
};

/// Works in a thread of its own: who waits in a test looks at sockets only every 10 ms, and no line is as
/// slow as that both ways.
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
    quint16 port() const { return m_port; }
    /// Breaks all connections without a word, and takes no new ones until mend().
    void cut();
    void mend();
    /// How many pieces were late since they were lost.
    int losses() const;

private:
    class Proxy;

    template<typename Call>
    void inThread(Call call) const;

    QThread m_thread;
    mutable QObject m_there; ///< lives in the thread
    Proxy* m_proxy = nullptr;
    quint16 m_port = 0;
};

} // namespace ghostline::test
