// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When a guest asks its host what time it is, and what it knows of it.
#include "together/clock_offset.h"
#include "together/messages.h"

#include <QObject>
#include <QTimer>

namespace ghostline::together {

class GuestClock : public QObject
{
    Q_OBJECT
public:
    explicit GuestClock(QObject* parent = nullptr);

    /// Of a line that is new, and perhaps of another host: what was known is forgotten. Quickly at first.
    void begin(std::chrono::milliseconds first, std::chrono::milliseconds later);
    /// Asks no more; what is known stays.
    void stop();
    void forget();
    void hear(const Pong& pong, OwnInstant received);

    const ClockOffset& offset() const { return m_offset; }
    std::optional<HostInstant> hostNow() const;

Q_SIGNALS:
    void due(const ghostline::together::Ping& ping);
    void lagChanged();

private:
    void ask();

    ClockOffset m_offset;
    std::chrono::milliseconds m_first{};
    std::chrono::milliseconds m_later{};
    int m_asked = 0;
    QTimer m_timer;
};

} // namespace ghostline::together
