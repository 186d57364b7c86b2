// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/guest_news.h"

#include "together/participant.h"

#include <utility>

namespace ghostline::together {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds PeopleAtMostEvery{100};
constexpr milliseconds StatesAtMostEvery{15}; ///< a picture
constexpr double UrgentPerSecond = 10.0;
constexpr double UrgentAtOnce = 20.0;

/// Whether somebody waits for it: the buttons go by it.
bool isUrgent(const People& before, const People& now, PersonId me)
{
    const auto placeIn = [me](const People& people) {
        const Person* found = personIn(people.people, me);
        std::optional<Person> place;
        if (found) {
            place = *found;
            place->lagMs = 0; // which always changes
        }
        return place;
    };
    return driverIn(before.people) != driverIn(now.people) || placeIn(before) != placeIn(now);
}

} // namespace

GuestNews::GuestNews(QObject* parent) : QObject(parent), m_urgent(UrgentPerSecond, UrgentAtOnce)
{
    m_peopleTimer.setSingleShot(true);
    m_stateTimer.setSingleShot(true);
    m_stateTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_peopleTimer, &QTimer::timeout, this, &GuestNews::tellPeople);
    connect(&m_stateTimer, &QTimer::timeout, this, &GuestNews::stateDue);
}

void GuestNews::begin()
{
    m_people.reset();
    m_told.reset();
    m_state.reset();
    m_peopleTimer.stop();
    m_stateTimer.stop();
}

void GuestNews::hear(const People& people, PersonId me)
{
    const OwnInstant now = OwnClock::now();
    m_people = people;
    const auto since = now - m_peopleTold;
    const bool atOnce =
        !m_told || since >= PeopleAtMostEvery || (isUrgent(*m_told, people, me) && m_urgent.take(1.0, now));
    if (atOnce)
        tellPeople();
    else if (!m_peopleTimer.isActive())
        m_peopleTimer.start(std::chrono::ceil<milliseconds>(PeopleAtMostEvery - since));
}

/// Whoever hears of it may delete this.
void GuestNews::tellPeople()
{
    m_peopleTimer.stop();
    if (!m_people)
        return;
    const People people = *std::exchange(m_people, std::nullopt);
    m_peopleTold = OwnClock::now();
    m_told = people;
    Q_EMIT peopleDue(people);
}

std::optional<SharedState> GuestNews::takeState()
{
    if (!m_state)
        return std::nullopt;
    const OwnInstant now = OwnClock::now();
    const auto since = now - m_stateTold;
    if (since < StatesAtMostEvery) {
        if (!m_stateTimer.isActive())
            m_stateTimer.start(std::chrono::ceil<milliseconds>(StatesAtMostEvery - since));
        return std::nullopt;
    }
    m_stateTold = now;
    return std::exchange(m_state, std::nullopt);
}

} // namespace ghostline::together
