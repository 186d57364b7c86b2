// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks a game for what it shows at this moment, and waits for the answers.
#include "model/base/sentence.h"

#include <QByteArray>
#include <QNetworkAccessManager>
#include <QUrl>

#include <chrono>
#include <memory>
#include <stop_token>

namespace ghostline::echo {

/// One answer, as it came.
struct LiveAnswer
{
    int status = 0;  ///< of HTTP, 0 = none came
    QByteArray body; ///< at most MaxAnswerBytes
    /// Why it is not whole; empty = it is, whatever its status.
    model::Sentence failure{};
};

/// What was answered to both questions, which are asked at the same moment.
struct LivePoll
{
    LiveAnswer session;
    LiveAnswer bones;        ///< nothing of it where it was not asked for, or came too late
    std::int64_t timeMs = 0; ///< since 1970, UTC, when the session had come; never goes back
};

/// Longer answers are given up on: frames have some 40 kB.
inline constexpr qsizetype MaxAnswerBytes = qsizetype{480} << 10;

/// Belongs to the thread that made it, and needs no event loop there: it runs its own while it waits. Never
/// has more than one request of each kind under way, on connections that are kept; follows no redirections
/// and uses no proxy.
class LiveClient
{
public:
    using Clock = std::chrono::steady_clock;

    LiveClient(QUrl session, QUrl bones);
    ~LiveClient();

    /// What came by then when stopped.
    LivePoll poll(const std::stop_token& stop);
    /// False when stopped before.
    bool wait(std::chrono::milliseconds time, const std::stop_token& stop);

private:
    class Question;
    std::int64_t now() const;
    bool wantsBones();

    QUrl m_session;
    QUrl m_bones;
    QNetworkAccessManager m_manager;
    /// Asked for in an earlier poll, and not there yet: what comes is of another moment and not taken, but
    /// breaking it off would break the connection.
    std::unique_ptr<Question> m_lateBones;
    Clock::time_point m_lateSince{};
    Clock::time_point m_begin = Clock::now();
    std::int64_t m_beginMs;
    int m_boneless = 0; ///< polls in a row without bones
    Clock::time_point m_bonesFrom{};
};

} // namespace ghostline::echo
