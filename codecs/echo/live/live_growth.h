// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks a running game at a steady rate and adds what it answers to the recording that is being shown.
#include "codecs/echo/live/live_answers.h"
#include "codecs/echo/live/live_recording.h"
#include "codecs/echo/text/text_growth.h"

#include <mutex>

namespace ghostline::echo {

/// How a game is asked.
struct LivePace
{
    int rate = 30;                             ///< polls a second
    std::chrono::milliseconds told{110};       ///< from one revision to the next
    std::chrono::milliseconds gap{1000};       ///< silence of which the timeline tells
    std::chrono::milliseconds firstPause{250}; ///< after an answer that is none; doubles each time
    std::chrono::milliseconds longestPause{5000};
    std::chrono::milliseconds noMatchPause{1000}; ///< while the game is there and in no match
};

/// Back-off: the pause after an answer that was no frame.
class LivePause
{
public:
    explicit LivePause(const LivePace& pace) : m_pace(pace) {}
    std::chrono::milliseconds after(AnswerKind kind);

private:
    const LivePace& m_pace;
    std::chrono::milliseconds m_next{0};
};

class LiveGrowth final : public TextGrowth
{
public:
    /// `asked`: what was answered so far, a frame at last. It stands in a recording that does not go on.
    LiveGrowth(const QUrl& address, LiveRecording recording, std::unique_ptr<LiveAnswers> asked,
               LivePace pace);

    model::Result<void> follow(ScanSink& sink, const std::function<bool()>& readOn,
                               const std::stop_token& stop) override;
    model::LiveState state() const override;

private:
    class Run;
    void change(const std::function<void(model::LiveState&)>& change);

    QUrl m_address;
    LiveRecording m_recording;
    std::unique_ptr<LiveAnswers> m_answers;
    LivePace m_pace;
    mutable std::mutex m_mutex;
    model::LiveState m_state;
};

} // namespace ghostline::echo
