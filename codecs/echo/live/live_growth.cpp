// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/live/live_growth.h"

#include "codecs/echo/live/live_address.h"
#include "model/bytes/http_source.h"

#include <algorithm>

namespace ghostline::echo {

using model::LiveState;
using model::Result;
using model::Sentence;
using model::Severity;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

milliseconds LivePause::after(AnswerKind kind)
{
    if (kind == AnswerKind::Frame || kind == AnswerKind::Same) {
        m_next = milliseconds{0};
        return m_next;
    }
    if (kind == AnswerKind::NoMatch)
        return m_pace.noMatchPause;
    m_next = m_next.count() == 0 ? m_pace.firstPause : std::min(2 * m_next, m_pace.longestPause);
    return m_next;
}

LiveGrowth::LiveGrowth(const QUrl& address, LiveRecording recording, std::unique_ptr<LiveAnswers> asked,
                       LivePace pace)
    : m_address(address), m_recording(std::move(recording)), m_answers(std::move(asked)), m_pace(pace)
{
    m_state.address = sessionAddress(address).toString(QUrl::FullyEncoded);
    m_state.keptAt = m_recording.path();
    m_state.frames = 1;
}

LiveState LiveGrowth::state() const
{
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

void LiveGrowth::change(const std::function<void(LiveState&)>& change)
{
    const std::scoped_lock lock(m_mutex);
    change(m_state);
}

namespace {

/// What came too soon after a revision to be told with it is told by then, though nothing more comes.
constexpr std::chrono::seconds TellAgain{1};

} // namespace

/// One call of follow().
class LiveGrowth::Run
{
public:
    Run(LiveGrowth& own, ScanSink& sink, const std::function<bool()>& readOn)
        : m_own(own), m_sink(sink), m_readOn(readOn),
          m_client(sessionAddress(own.m_address), bonesAddress(own.m_address)),
          m_sessionId(own.m_answers->sessionId())
    {
    }

    Result<void> run(const std::stop_token& stop)
    {
        if (auto begun = begin(); !begun)
            return begun;
        auto due = Clock::now();
        while (!m_over) {
            const LivePoll poll = m_client.poll(stop);
            if (stop.stop_requested())
                return model::cancelled();
            const AnswerKind kind = m_own.m_answers->take(poll);
            if (auto taken = take(kind); !taken)
                return taken;
            due = std::max(due + milliseconds{1000} / m_own.m_pace.rate, Clock::now());
            auto pause = std::chrono::ceil<milliseconds>(due - Clock::now());
            if (const milliseconds longer = m_pause.after(kind); longer.count() > 0) {
                pause = longer;
                due = Clock::now() + longer;
            }
            if (!m_over && pause.count() > 0 && !m_client.wait(pause, stop))
                return model::cancelled();
        }
        return {};
    }

private:
    Result<void> begin()
    {
        m_sink.diagnostic(
            {Severity::Info,
             QStringLiteral("live"),
             QStringLiteral("watched live at %1, kept in %2").arg(shownAddress(), m_own.m_recording.path()),
             {}});
        m_added = true;
        m_heardAt = m_toldAt = Clock::now();
        if (!m_own.m_recording.goesOn())
            return {};
        lose(QStringLiteral("nothing was recorded until the address was opened again"));
        return m_own.m_recording.append(m_own.m_answers->line());
    }

    Result<void> take(AnswerKind kind)
    {
        const auto now = Clock::now();
        if (kind == AnswerKind::Frame && m_own.m_answers->sessionId() != m_sessionId)
            return end();
        if (kind == AnswerKind::Frame || kind == AnswerKind::Same) {
            hear(now);
            if (kind == AnswerKind::Frame) {
                if (auto kept = m_own.m_recording.append(m_own.m_answers->line()); !kept)
                    return kept;
                m_own.change([](LiveState& state) { ++state.frames; });
                m_added = true;
            }
        } else {
            stall(kind);
        }
        const auto untold = now - m_toldAt;
        if ((m_added && untold >= m_own.m_pace.told) || m_stalled || untold >= TellAgain)
            readOn(now);
        return {};
    }

    /// Something was answered again.
    void hear(Clock::time_point now)
    {
        if (m_stalled && now - m_heardAt >= m_own.m_pace.gap) {
            const double seconds = std::chrono::duration<double>(now - m_heardAt).count();
            const QString text =
                QStringLiteral("nothing came for %1 s: %2").arg(QString::number(seconds, 'f', 1), m_why);
            m_sink.diagnostic({Severity::Warning, QStringLiteral("live-gap"), text, {}});
            lose(text);
        }
        m_heardAt = now;
        if (std::exchange(m_stalled, false)) {
            m_own.change([](LiveState& state) { state.stalled = {}; });
            m_added = true; // is to be told
        }
    }

    QString shownAddress() const { return model::withoutPassword(m_own.m_state.address); }

    void lose(const QString& reason)
    {
        m_sink.lost(reason);
        m_own.change([](LiveState& state) { ++state.gaps; });
    }

    void stall(AnswerKind kind)
    {
        const Sentence& why = m_own.m_answers->why();
        m_why = why.text();
        if (kind == AnswerKind::Wrong && !std::exchange(m_wrongTold, true))
            m_sink.diagnostic(
                {Severity::Warning,
                 QStringLiteral("live-answer"),
                 QStringLiteral("an answer could not be used (others may follow): %1").arg(m_why),
                 {}});
        // One bad answer among good ones is no standstill.
        m_stalled = true;
        const bool tell = Clock::now() - m_heardAt >= m_own.m_pace.gap || kind == AnswerKind::NoMatch;
        m_own.change([&](LiveState& state) {
            state.wrong += kind == AnswerKind::Wrong ? 1 : 0;
            if (tell)
                state.stalled = why;
        });
    }

    Result<void> end()
    {
        m_own.change([](LiveState& state) {
            state.ended = true;
            state.stalled = {};
        });
        m_sink.diagnostic({Severity::Info,
                           QStringLiteral("live-ended"),
                           QStringLiteral("another match has begun at %1").arg(shownAddress()),
                           {}});
        m_readOn();
        m_over = true;
        return {};
    }

    void readOn(Clock::time_point now)
    {
        m_added = false;
        m_toldAt = now;
        m_over = !m_readOn();
    }

    LiveGrowth& m_own;
    ScanSink& m_sink;
    const std::function<bool()>& m_readOn;
    LiveClient m_client;
    LivePause m_pause{m_own.m_pace};
    QString m_sessionId;
    QString m_why;
    Clock::time_point m_heardAt{};
    Clock::time_point m_toldAt{};
    bool m_added = false; ///< something is to be read or told
    bool m_stalled = false;
    bool m_wrongTold = false;
    bool m_over = false;
};

Result<void> LiveGrowth::follow(ScanSink& sink, const std::function<bool()>& readOn,
                                const std::stop_token& stop)
{
    return Run(*this, sink, readOn).run(stop);
}

} // namespace ghostline::echo
