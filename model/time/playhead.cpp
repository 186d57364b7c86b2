// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/time/playhead.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr std::array LabelledSpeeds = {0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0};
constexpr std::int64_t NsPerMicro = 1000;

std::int64_t frameNs(const TimeAxis& axis, FrameNumber frame)
{
    return axis.timeOf(frame).count() * NsPerMicro;
}

std::int64_t toNs(const TimeAxis& axis, FrameTime at)
{
    const std::int64_t begin = frameNs(axis, at.frame);
    if (at.fraction <= 0.0)
        return begin;
    const auto step = static_cast<double>(frameNs(axis, at.frame + 1) - begin);
    return begin + std::llround(at.fraction * step);
}

FrameTime fromNs(const TimeAxis& axis, std::int64_t ns)
{
    const std::int64_t micros = ns >= 0 ? ns / NsPerMicro : -((-ns + NsPerMicro - 1) / NsPerMicro);
    const FrameNumber frame = axis.frameAt(Micros{micros});
    const std::int64_t begin = frameNs(axis, frame);
    const std::int64_t step = frameNs(axis, frame + 1) - begin; // 0 behind the last frame
    if (step <= 0 || ns <= begin)
        return axis.clamp({frame, 0.0});
    return axis.clamp({frame, static_cast<double>(ns - begin) / static_cast<double>(step)});
}

/// The loop as replay time: [begin, end) in nanoseconds.
struct Span
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

Span loopSpan(const TimeAxis& axis, const FrameRange& loop)
{
    return {frameNs(axis, loop.first), frameNs(axis, std::min(loop.end, axis.frames() - 1))};
}

/// Where playing from `anchor` to `ns` comes out when it wraps at the ends of the loop.
std::int64_t wrapped(std::int64_t ns, std::int64_t anchor, bool forward, const Span& loop)
{
    const std::int64_t length = loop.end - loop.begin;
    // Outside the loop, beyond the end that playing runs toward, it is entered at its other end.
    if (forward)
        return ns < loop.end ? ns : loop.begin + (ns - std::max(anchor, loop.end)) % length;
    return ns >= loop.begin ? ns : loop.end - 1 - (std::min(anchor, loop.begin) - 1 - ns) % length;
}

} // namespace

Playhead::Playhead(QObject* parent) : QObject(parent) {}

void Playhead::setTimeAxis(const TimeAxis& axis)
{
    m_axis = axis;
    if (m_loop) {
        const FrameRange clipped{std::clamp<FrameNumber>(m_loop->first, 0, axis.frames()),
                                 std::clamp<FrameNumber>(m_loop->end, 0, axis.frames())};
        if (clipped != *m_loop)
            setLoop(clipped);
    }
    place(m_at);
    reanchor();
}

void Playhead::play()
{
    if (m_playing || m_axis.empty())
        return;
    m_playing = true;
    reanchor();
    Q_EMIT playingChanged(true);
}

void Playhead::pause()
{
    if (!m_playing)
        return;
    m_playing = false;
    Q_EMIT playingChanged(false);
}

void Playhead::togglePlay()
{
    if (m_playing) {
        pause();
        return;
    }
    if (m_rate > 0.0 && !m_loop && m_at.frame >= m_axis.frames() - 1)
        seek({});
    play();
}

void Playhead::setRate(double rate)
{
    if (std::isnan(rate))
        return;
    rate = std::copysign(std::clamp(std::abs(rate), MinRate, MaxRate), rate);
    if (rate == m_rate)
        return;
    reanchor();
    m_rate = rate;
    Q_EMIT rateChanged(rate);
}

void Playhead::faster()
{
    const double now = std::abs(m_rate);
    const auto next = std::upper_bound(LabelledSpeeds.begin(), LabelledSpeeds.end(), now);
    if (next != LabelledSpeeds.end())
        setRate(std::copysign(*next, m_rate));
}

void Playhead::slower()
{
    const double now = std::abs(m_rate);
    const auto same = std::lower_bound(LabelledSpeeds.begin(), LabelledSpeeds.end(), now);
    if (same != LabelledSpeeds.begin())
        setRate(std::copysign(*std::prev(same), m_rate));
}

void Playhead::setTrim(double factor)
{
    if (!(factor > 0.0) || factor == m_trim)
        return;
    reanchor();
    m_trim = factor;
}

void Playhead::seek(FrameTime at)
{
    place(at);
    reanchor();
    Q_EMIT sought();
}

void Playhead::seekTime(Micros t) { seek(m_axis.at(t)); }

void Playhead::step(FrameNumber frames)
{
    pause();
    if (frames == 0)
        return;
    // Back from between two frames the first step ends at the start of the frame one is in.
    const FrameNumber from = frames < 0 && m_at.fraction > 0.0 ? m_at.frame + 1 : m_at.frame;
    const FrameNumber last = std::max<FrameNumber>(m_axis.frames() - 1, 0);
    seek({std::clamp<FrameNumber>(from + std::clamp<FrameNumber>(frames, -from, last), 0, last), 0.0});
}

void Playhead::jump(Micros delta)
{
    // Clamped before the sum: a typed number may be as large as it likes.
    const std::int64_t end = frameNs(m_axis, m_axis.frames() - 1);
    const Micros limit = m_axis.duration() + Micros{1};
    const std::int64_t by = std::clamp(delta, -limit, limit).count() * NsPerMicro;
    seek(fromNs(m_axis, std::clamp<std::int64_t>(toNs(m_axis, m_at) + by, 0, end)));
}

void Playhead::setLoop(std::optional<FrameRange> loop)
{
    if (loop) {
        loop->first = std::clamp<FrameNumber>(loop->first, 0, m_axis.frames());
        loop->end = std::clamp<FrameNumber>(loop->end, 0, m_axis.frames());
        if (loop->empty())
            loop.reset();
    }
    if (loop == m_loop)
        return;
    m_loop = loop;
    reanchor();
    Q_EMIT loopChanged();
}

void Playhead::advance(std::chrono::nanoseconds elapsed)
{
    if (!m_playing || m_held || elapsed.count() <= 0)
        return;
    m_runNs += elapsed.count();
    const bool forward = m_rate > 0.0;
    std::int64_t ns = m_anchorNs + std::llround(m_rate * m_trim * static_cast<double>(m_runNs));
    if (ns == m_anchorNs && m_axis.frames() > 1)
        return; // nothing yet: a place among frames that share a time must not slip
    if (m_loop) {
        const Span span = loopSpan(m_axis, *m_loop);
        if (span.end <= span.begin) { // one frame, or several at one time: nowhere to go
            place({m_loop->first, 0.0});
            return;
        }
        const std::int64_t kept = wrapped(ns, m_anchorNs, forward, span);
        if (kept != ns) {
            ns = m_anchorNs = kept;
            m_runNs = 0;
        }
        place(fromNs(m_axis, ns));
        return;
    }
    const std::int64_t end = frameNs(m_axis, m_axis.frames() - 1);
    const bool ended = forward ? ns >= end : ns <= frameNs(m_axis, 0);
    if (ended) {
        place(forward ? FrameTime{m_axis.frames() - 1, 0.0} : FrameTime{});
        pause();
        return;
    }
    place(fromNs(m_axis, ns));
}

void Playhead::reanchor()
{
    m_anchorNs = toNs(m_axis, m_at);
    m_runNs = 0;
}

void Playhead::place(FrameTime at)
{
    at = m_axis.clamp(at);
    if (at == m_at)
        return;
    m_at = at;
    Q_EMIT moved();
}

} // namespace ghostline::model
