// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/guest_clock.h"

namespace ghostline::together {

GuestClock::GuestClock(QObject* parent) : QObject(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &GuestClock::ask);
}

void GuestClock::begin(std::chrono::milliseconds first, std::chrono::milliseconds later)
{
    forget();
    m_first = first;
    m_later = later;
    m_asked = 0;
    m_timer.start(0);
}

void GuestClock::stop() { m_timer.stop(); }

void GuestClock::forget() { m_offset.clear(); }

void GuestClock::hear(const Pong& pong, OwnInstant received)
{
    const int before = m_offset.lagMs();
    m_offset.add(pong.sent, pong.host, received);
    if (m_offset.lagMs() != before)
        Q_EMIT lagChanged();
}

std::optional<HostInstant> GuestClock::hostNow() const
{
    return m_offset.known() ? std::optional(m_offset.hostAt(OwnClock::now())) : std::nullopt;
}

void GuestClock::ask()
{
    ++m_asked;
    const bool vague = !m_offset.known() || m_offset.error() > ClockOffset::WellKnown;
    const bool quick = m_asked < FirstPings || (vague && m_asked < MostFirstPings);
    m_timer.start(quick ? m_first : m_later);
    Q_EMIT due(Ping{OwnClock::now(), m_offset.lagMs()});
}

} // namespace ghostline::together
