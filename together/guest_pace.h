// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a guest says, no faster than a host lets it: of the state that it drives the newest, everything else
// in its order.
#include "together/guest_clock.h"
#include "together/message_budget.h"

#include <deque>

namespace ghostline::together {

class GuestPace : public QObject
{
    Q_OBJECT
public:
    /// `clock` outlives it.
    explicit GuestPace(const GuestClock& clock, QObject* parent = nullptr);

    /// Nothing of before is left. `change`: at most so often a state that is new; `again`: the same one.
    void begin(std::chrono::milliseconds change, std::chrono::milliseconds again);
    /// Whether there is a line that takes something; what is said without waits for it.
    void setOpen(bool open);
    /// A state is kept as long as one drives.
    void setDrives(bool drives);
    void setState(const SharedState& state);
    /// Left out only where very many wait.
    void say(const Message& message);
    /// Now or never.
    void sayNow(const Point& point);

Q_SIGNALS:
    void due(const QByteArray& text);

private:
    void work();
    void sendWaiting();
    void sendState();
    void schedule();

    const GuestClock& m_clock;
    std::chrono::milliseconds m_change{};
    std::chrono::milliseconds m_again{};
    std::deque<QByteArray> m_waiting;
    TokenBucket m_messages;
    TokenBucket m_bytes;
    TokenBucket m_points;
    std::optional<SharedState> m_state;
    bool m_isNew = false; ///< not sent yet
    bool m_drives = false;
    bool m_open = false;
    OwnInstant m_sent{}; ///< the state
    QTimer m_timer;
};

} // namespace ghostline::together
