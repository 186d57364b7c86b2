// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/drive.h"

namespace ghostline::together {

bool Drive::request(PersonId who, bool wanted)
{
    if (!wanted || who == m_driver)
        return m_asking.erase(who) > 0;
    return m_asking.insert(who).second;
}

bool Drive::handOver(PersonId from, PersonId to) { return from == m_driver && give(to); }

bool Drive::takeOver(PersonId who, bool driverLost)
{
    if (who == m_driver)
        return false;
    return m_driver == PersonId::None || driverLost ? give(who) : request(who, true);
}

bool Drive::give(PersonId to)
{
    if (to == PersonId::Host)
        to = nobody(); // where nobody sits, nobody can drive
    if (to == m_driver)
        return false;
    m_asking.erase(to);
    m_driver = to;
    return true;
}

bool Drive::left(PersonId who)
{
    const bool asked = m_asking.erase(who) > 0;
    return who == m_driver ? give(PersonId::Host) : asked;
}

} // namespace ghostline::together
