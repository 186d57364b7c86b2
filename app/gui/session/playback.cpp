// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/playback.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ghostline::app {

namespace {

/// Beat without a renderer to follow, and the shortest time between two ticks with one.
constexpr int BeatMs = 16;
/// A hidden view returns no frames: tick on after this long.
constexpr int LostFrameMs = 100;
/// A machine that slept or a stalled desktop must not skip a stretch of the recording.
constexpr qint64 LongestTickNs = 1'000'000'000;
/// A device or a network that failed is asked again after this long, as long as somebody waits.
constexpr int RetryMs = 3000;
/// Live: further behind than this many arrivals, the oldest of them is skipped.
constexpr int MostArrivalsBehind = 3;

/// How much decoding around a frame yields, as its keyframe says.
std::uint32_t knowledgeAt(const model::ReplayIndex& index, model::FrameNumber frame)
{
    const int keyframe = index.keyframes.at(frame);
    return keyframe < 0 ? 0 : index.keyframes[keyframe].knowledge;
}

} // namespace

Playback::Playback(const std::shared_ptr<model::ReplaySource>& source,
                   std::shared_ptr<const model::ReplayIndex> index, std::size_t cacheBudget,
                   model::Playhead& playhead)
    : m_playhead(playhead), m_index(std::move(index)), m_reader(source, cacheBudget)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Playback::onTick);
    m_retry.setSingleShot(true);
    m_retry.setInterval(RetryMs);
    connect(&m_retry, &QTimer::timeout, this, [this] {
        m_reader.retry();
        refresh();
    });
    connect(&m_reader, &model::StateReader::ready, this, &Playback::onReady, Qt::QueuedConnection);
    connect(&m_reader, &model::StateReader::failed, this, &Playback::onFailed, Qt::QueuedConnection);
    connect(&m_playhead, &model::Playhead::moved, this, &Playback::onMoved);
    // What was played before a seek does not count behind it.
    connect(&m_playhead, &model::Playhead::sought, this, [this] { m_clock.start(); });
    connect(&m_playhead, &model::Playhead::playingChanged, this, &Playback::onPlayingChanged);
    m_playhead.setTimeAxis(m_index->timeAxis);
    refresh();
}

void Playback::onPlayingChanged(bool playing)
{
    if (playing) {
        setAwaitsMore(false);
        m_clock.start();
        m_timer.start(0);
        m_prefetchedFor = -1;
    } else {
        m_timer.stop();
        const bool more = !m_index->complete || m_index->growing;
        setAwaitsMore(m_inTick && more && m_playhead.rate() > 0);
        if (!m_awaitsMore)
            setLive(false);
    }
    m_playhead.setHeld(playing && m_buffering);
}

void Playback::onTick()
{
    if (!m_playhead.playing())
        return;
    const qint64 elapsed = std::min(m_clock.nsecsElapsed(), LongestTickNs);
    m_clock.start();
    m_inTick = true;
    m_playhead.advance(std::chrono::nanoseconds{elapsed});
    m_inTick = false;
    if (m_playhead.playing())
        m_timer.start(m_framePaced ? LostFrameMs : BeatMs);
}

void Playback::frameReturned()
{
    if (!m_framePaced || !m_playhead.playing())
        return;
    const auto waited = static_cast<int>(m_clock.elapsed());
    // At least one turn of the event loop between frames, so that input is never starved.
    m_timer.start(std::clamp(BeatMs - waited, 1, BeatMs));
}

model::Direction Playback::direction() const
{
    if (!m_playhead.playing())
        return model::Direction::None;
    return m_playhead.rate() < 0 ? model::Direction::Backward : model::Direction::Forward;
}

Playback::RecordedFrame Playback::recordedFrame()
{
    const model::FrameNumber frame = m_state.at.frame;
    const bool whole =
        m_state.at.fraction == 0.0 || !m_reader.trySample({frame, 0.0}, m_policy, m_frameState);
    const bool hasBefore = frame > 0 && m_reader.trySample({frame - 1, 0.0}, m_policy, m_frameBefore);
    // It may lie in the segment before, of which nothing was wanted yet. Asked for once: where the cache
    // holds only one of the two they would push each other out for ever.
    if (m_beforeAskedFor != frame) {
        const bool ask = !hasBefore && frame > 0 && !m_playhead.playing() &&
                         !m_failedKeyframes.contains(m_index->keyframes.at(frame - 1));
        m_beforeAskedFor = ask ? frame : -1;
        if (ask)
            m_reader.request({frame - 1, 0.0});
    }
    return {whole ? m_state : m_frameState, hasBefore ? &m_frameBefore : nullptr};
}

void Playback::refresh()
{
    if (m_index->frames() == 0)
        return;
    const model::FrameTime at = m_playhead.at();
    const int keyframe = m_index->keyframes.at(at.frame);
    if (m_reader.trySample(at, m_policy, m_state)) {
        // Look ahead once per segment, not once per frame.
        const model::Direction toward = direction();
        if (keyframe != m_prefetchedFor || toward != m_prefetchedTo) {
            m_prefetchedFor = keyframe;
            m_prefetchedTo = toward;
            m_reader.request(at, toward);
        }
        setBuffering(false);
        if (std::exchange(m_waiting, false))
            Q_EMIT recovered();
        Q_EMIT stateChanged();
        return;
    }
    if (m_failedKeyframes.contains(keyframe)) {
        setBuffering(false); // lost for good: the old picture stays and time goes on
        return;
    }
    m_prefetchedFor = -1;
    setBuffering(true);
    m_reader.request(at, direction());
}

void Playback::setBuffering(bool on)
{
    m_playhead.setHeld(on && m_playhead.playing());
    if (on == m_buffering)
        return;
    m_buffering = on;
    if (!on)
        m_clock.start(); // the wait does not count as playing time
    Q_EMIT bufferingChanged(on);
}

void Playback::onReady()
{
    if (m_buffering || m_beforeAskedFor == m_state.at.frame)
        refresh();
}

void Playback::onFailed(int keyframe, const QString& message, bool mayRecover)
{
    if (m_failedKeyframes.contains(keyframe))
        return;
    if (mayRecover) {
        // Time stands still meanwhile: what is only late is not lost.
        m_waiting = true;
        Q_EMIT waiting(message);
        m_retry.start();
        return;
    }
    m_failedKeyframes.insert(keyframe);
    Q_EMIT problem(tr("Part of the recording cannot be read"), message);
    if (m_buffering)
        refresh();
}

Playback::Arrival Playback::takeIndex(const std::shared_ptr<const model::ReplayIndex>& newest)
{
    const model::FrameNumber shown = m_state.at.frame;
    const Arrival arrival{.frames = newest->frames() - m_index->frames(),
                          .knowsMore = knowledgeAt(*newest, shown) != knowledgeAt(*m_index, shown),
                          .playsOn =
                              m_awaitsMore && newest->timeAxis.frames() > m_playhead.timeAxis().frames()};
    m_index = newest;
    m_failedKeyframes.clear();
    m_prefetchedFor = -1;
    m_playhead.setTimeAxis(newest->timeAxis);
    return arrival;
}

void Playback::continueWith(const Arrival& arrival)
{
    if (m_buffering || m_state.size() == 0 || arrival.knowsMore)
        refresh(); // the same instant may hold more than a moment ago
    if (arrival.playsOn)
        m_playhead.play();
    if (m_live && !m_index->growing)
        setLive(false);
    m_longestArrival = std::max(m_longestArrival, arrival.frames);
    const model::FrameNumber behind = m_index->frames() - 1 - m_playhead.at().frame;
    if (m_live && arrival.frames > 0 && behind > MostArrivalsBehind * m_longestArrival)
        goLive();
}

void Playback::onMoved()
{
    if (!m_inTick && !m_movesItself)
        setLive(false); // whoever goes elsewhere wants to be there
    refresh();
}

void Playback::setLive(bool on)
{
    on = on && m_index->growing;
    if (!on)
        setAwaitsMore(false);
    if (on == m_live)
        return;
    m_live = on;
    m_longestArrival = 0;
    if (on)
        goLive();
    Q_EMIT liveChanged(on);
}

void Playback::setAwaitsMore(bool on)
{
    if (on == m_awaitsMore)
        return;
    m_awaitsMore = on;
    Q_EMIT awaitsMoreChanged();
}

/// To the newest frame, and on from there as soon as there is more.
void Playback::goLive()
{
    m_movesItself = true;
    if (m_playhead.rate() < 0.0)
        m_playhead.setRate(1.0);
    m_playhead.seek({m_index->frames() - 1, 0.0});
    m_movesItself = false;
    setAwaitsMore(!m_playhead.playing());
}

void Playback::setSamplePolicy(model::SamplePolicy policy)
{
    if (policy == m_policy)
        return;
    m_policy = policy;
    refresh();
}

} // namespace ghostline::app
