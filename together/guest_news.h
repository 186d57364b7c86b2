// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a host says again and again, for a window: no more of it than can be shown. The newest counts; who
// drives, and one's own place, are told at once.
#include "together/message_budget.h"
#include "together/messages.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace ghostline::together {

class GuestNews : public QObject
{
    Q_OBJECT
public:
    explicit GuestNews(QObject* parent = nullptr);

    /// What waits is of a line that is no more, and the first list of another one is told at once.
    void begin();
    /// peopleDue() follows, perhaps within.
    void hear(const People& people, PersonId me);
    void hear(const SharedState& state) { m_state = state; }
    void dropState() { m_state.reset(); }
    /// The newest that was not taken. Where it is too early, nothing, and stateDue() follows.
    std::optional<SharedState> takeState();

Q_SIGNALS:
    void peopleDue(const ghostline::together::People& people);
    void stateDue();

private:
    void tellPeople();

    std::optional<People> m_people; ///< not told yet
    std::optional<People> m_told;   ///< of this line
    OwnInstant m_peopleTold{};
    TokenBucket m_urgent; ///< a host may be hostile
    QTimer m_peopleTimer;
    std::optional<SharedState> m_state;
    OwnInstant m_stateTold{};
    QTimer m_stateTimer;
};

} // namespace ghostline::together
