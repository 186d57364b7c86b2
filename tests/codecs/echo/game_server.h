// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A running game for tests: answers /session and /player_bones from a made-up match, and fails as told.
#include "codecs/echo/echo_codec.h"

#include <QByteArray>
#include <QThread>
#include <QUrl>

#include <atomic>
#include <deque>
#include <mutex>
#include <vector>

namespace ghostline::test {

/// A match as the two addresses answer it, frame by frame.
struct ServedMatch
{
    std::vector<QByteArray> sessions;
    std::vector<QByteArray> bones;

    static ServedMatch made(double seconds, std::uint64_t seed = 75);
    /// The same for another session.
    ServedMatch ofSession(const QByteArray& id) const;
    /// Its frames as a recording, `step` milliseconds apart.
    std::unique_ptr<model::ReplaySource> recording(int step = 33) const;
};

/// How one question about the session is answered.
enum class GameAnswer {
    Frame,
    NotFound,    ///< 404 and what the game says in a lobby
    ServerError, ///< 500
    BadJson,
    Cut,       ///< fewer bytes than announced
    Reset,     ///< the connection is broken off
    Late,      ///< after 200 ms
    Never,     ///< no answer
    Endless,   ///< a body without end
    Redirect,  ///< to another place
    LongLine,  ///< ten megabytes
    WebPage,   ///< with status 200
    OtherShape ///< valid JSON of something else
};

/// Lives in a thread of its own. Methods may be called from any thread.
class GameServer
{
public:
    explicit GameServer(ServedMatch match);
    ~GameServer();

    QUrl address() const;
    /// Each `questions` answers about the session show the next frame, up to and without `end`.
    void advance(int questions, int end);
    /// Time shows the frames, so many a second.
    void play(double framesPerSecond, int end);
    /// The next questions about the session are answered so, then frames go on.
    void trouble(GameAnswer answer, int times);
    void setMatch(ServedMatch match);
    /// Nobody listens any more, and connections break.
    void stop();
    /// On the same port again.
    void start();
    /// Frames that were shown, in order, each once.
    std::vector<int> shown() const;
    int questions() const { return m_questions; }
    int connections() const { return m_connections; } ///< made so far
    int mostAtOnce() const { return m_mostAtOnce; }   ///< questions about the session
    bool troubled() const;                            ///< some trouble is still to come

private:
    class Listener;
    class Connection;
    struct Said
    {
        GameAnswer how = GameAnswer::Frame;
        QByteArray body;
    };
    Said session();
    QByteArray bones();
    int current(bool asked);

    mutable std::mutex m_mutex;
    ServedMatch m_match;
    std::deque<GameAnswer> m_troubles;
    std::vector<int> m_shown;
    int m_each = 1;
    int m_end = 0;
    int m_asked = 0;
    double m_rate = 0.0;
    std::chrono::steady_clock::time_point m_begin{};
    std::atomic_int m_questions = 0;
    std::atomic_int m_connections = 0;
    std::atomic_int m_atOnce = 0;
    std::atomic_int m_mostAtOnce = 0;
    quint16 m_port = 0;
    Listener* m_listener; ///< lives in, and goes with, the thread
    QThread m_thread;
};

} // namespace ghostline::test
