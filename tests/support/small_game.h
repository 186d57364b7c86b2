// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A running game of the smallest kind, for programs that watch one: two players and the disc, and a new frame
// each time that it is asked.
#include <QTcpServer>
#include <QUuid>

namespace ghostline::test {

/// Answers in the thread that made it, whose event loop has to run.
class SmallGame
{
public:
    SmallGame();
    ~SmallGame();

    QString address() const;
    /// Frames end there until it is set higher.
    void setEnd(int frames) { m_end = frames; }
    int frames() const { return m_frame; }
    /// In a lobby: no match is shown.
    void setInLobby(bool in) { m_inLobby = in; }
    /// Questions about the match that were answered so.
    int refusals() const { return m_refusals; }
    /// Another match begins.
    void beginAnother() { m_session = QUuid::createUuid(); }
    QString sessionId() const { return m_session.toString(QUuid::WithoutBraces).toUpper(); }
    /// Nobody answers any more.
    void stop();

private:
    void answer(QTcpSocket* socket);
    QByteArray session();

    QTcpServer m_server;
    QUuid m_session = QUuid::createUuid();
    int m_frame = 0;
    int m_refusals = 0;
    int m_end = 1'000'000;
    bool m_inLobby = false;
};

} // namespace ghostline::test
