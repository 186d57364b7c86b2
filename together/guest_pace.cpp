// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/guest_pace.h"

#include <algorithm>
#include <utility>

namespace ghostline::together {

namespace {

// Beside pings and states, which come on top, well within MessagesPerSecond and BytesPerSecond.
constexpr double SaidPerSecond = 20.0;
constexpr double SaidAtOnce = 40.0;
constexpr double SaidBytesPerSecond = 192 << 10;
constexpr double SaidBytesAtOnce = 256 << 10;
/// A host passes on no more.
constexpr double PointsPerSecond = 10.0;
constexpr double PointsAtOnce = 15.0;
constexpr std::size_t MostWaitingMessages = 2 * MostSharedDrawings;
/// How often it is looked whether what waits may be sent.
constexpr std::chrono::milliseconds LookAgain{50};
/// A state that is older than this, since the line was lost, is told as it is by now.
constexpr std::chrono::seconds FreshState{1};

} // namespace

GuestPace::GuestPace(const GuestClock& clock, QObject* parent)
    : QObject(parent), m_clock(clock), m_messages(SaidPerSecond, SaidAtOnce),
      m_bytes(SaidBytesPerSecond, SaidBytesAtOnce), m_points(PointsPerSecond, PointsAtOnce)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &GuestPace::work);
}

void GuestPace::begin(std::chrono::milliseconds change, std::chrono::milliseconds again)
{
    m_change = change;
    m_again = again;
    m_waiting.clear();
    m_state.reset();
    m_isNew = m_drives = m_open = false;
    m_sent = {};
    m_timer.stop();
}

void GuestPace::setOpen(bool open)
{
    if (std::exchange(m_open, open) != open)
        work();
}

void GuestPace::setDrives(bool drives)
{
    if (std::exchange(m_drives, drives) == drives)
        return;
    m_state.reset();
    m_isNew = false;
    work();
}

void GuestPace::setState(const SharedState& state)
{
    if (!m_drives)
        return;
    m_state = state;
    m_isNew = true;
    work();
}

void GuestPace::say(const Message& message)
{
    if (m_waiting.size() >= MostWaitingMessages)
        return;
    m_waiting.push_back(encode(message));
    work();
}

void GuestPace::sayNow(const Point& point)
{
    if (m_open && m_points.take(1.0, OwnClock::now()))
        Q_EMIT due(encode(point));
}

void GuestPace::work()
{
    m_timer.stop();
    sendWaiting();
    sendState();
    schedule();
}

void GuestPace::sendWaiting()
{
    while (m_open && !m_waiting.empty()) {
        const OwnInstant now = OwnClock::now();
        const double size = std::min(static_cast<double>(m_waiting.front().size()), SaidBytesAtOnce);
        if (m_messages.left(now) < 1.0 || !m_bytes.take(size, now))
            return;
        m_messages.take(1.0, now);
        const QByteArray text = std::exchange(m_waiting.front(), {});
        m_waiting.pop_front();
        Q_EMIT due(text);
    }
}

/// Said again it is as it would be by now: a host takes an old instant for a wrong one.
void GuestPace::sendState()
{
    const auto hostNow = m_clock.hostNow();
    if (!m_open || !m_state || !hostNow)
        return;
    const OwnInstant now = OwnClock::now();
    if (now - m_sent < (m_isNew ? m_change : m_again))
        return;
    SharedState state = *m_state;
    if (!std::exchange(m_isNew, false) || *hostNow - state.clock > FreshState) {
        state.place = state.placeAt(*hostNow);
        state.clock = *hostNow;
    }
    m_sent = now;
    Q_EMIT due(encode(StateMessage{state}));
}

void GuestPace::schedule()
{
    if (!m_open || (m_waiting.empty() && !m_state))
        return;
    auto wait = m_waiting.empty() ? m_again : LookAgain;
    if (m_state) {
        const auto since = OwnClock::now() - m_sent;
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>((m_isNew ? m_change : m_again) - since);
        wait = std::min(wait, left);
        if (!m_clock.offset().known())
            wait = std::max(wait, LookAgain);
    }
    m_timer.start(std::max(wait, std::chrono::milliseconds{1}));
}

} // namespace ghostline::together
