// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/participant.h"

#include <algorithm>
#include <utility>

namespace ghostline::together {

const Person* Participant::person(PersonId who) const
{
    const auto found = std::ranges::find(m_people, who, &Person::id);
    return found == m_people.end() ? nullptr : &*found;
}

PersonId Participant::driver() const
{
    const auto found = std::ranges::find_if(m_people, &Person::drives);
    return found == m_people.end() ? PersonId::None : found->id;
}

void Participant::setPeople(std::vector<Person> people)
{
    m_people = std::move(people);
    Q_EMIT peopleChanged();
}

} // namespace ghostline::together
