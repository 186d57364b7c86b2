// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/participant.h"

#include <algorithm>
#include <utility>

namespace ghostline::together {

const Person* personIn(const std::vector<Person>& people, PersonId who)
{
    const auto found = std::ranges::find(people, who, &Person::id);
    return found == people.end() ? nullptr : &*found;
}

PersonId driverIn(const std::vector<Person>& people)
{
    const auto found = std::ranges::find_if(people, &Person::drives);
    return found == people.end() ? PersonId::None : found->id;
}

void Participant::setPeople(std::vector<Person> people)
{
    m_people = std::move(people);
    Q_EMIT peopleChanged();
}

} // namespace ghostline::together
