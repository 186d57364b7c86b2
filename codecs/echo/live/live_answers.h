// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the answers of a game say: a new frame, none, or nothing that can be used.
#include "codecs/echo/live/live_client.h"
#include "codecs/echo/text/session_json.h"

namespace ghostline::echo {

enum class AnswerKind : std::uint8_t {
    Frame,   ///< a new one: line() has it
    Same,    ///< the game has not gone on since
    NoMatch, ///< the game is there, and in no match
    Wrong,   ///< not what the interface answers
    Silent   ///< nobody answered
};

/// For one thread.
class LiveAnswers
{
public:
    AnswerKind take(const LivePoll& poll);
    /// Of a frame: its line as a text recording has it, with line end.
    const std::string& line() const { return m_line; }
    /// Of a frame: which session it belongs to; may be empty.
    const QString& sessionId() const { return m_sessionId; }
    /// Why it is no frame.
    const model::Sentence& why() const { return m_why; }

private:
    AnswerKind takeSession(const LivePoll& poll);

    MatchNames m_names;
    SessionParser m_parser{m_names};
    FrameBlock m_block;
    std::string m_padded;
    std::string m_repaired;
    std::string m_line;
    QByteArray m_last;         ///< the session that the newest frame was made of
    std::int64_t m_lastMs = 0; ///< its time in the recording
    QString m_sessionId;
    model::Sentence m_why;
};

} // namespace ghostline::echo
