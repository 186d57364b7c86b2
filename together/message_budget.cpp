// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/message_budget.h"

#include <algorithm>

namespace ghostline::together {

double TokenBucket::left(OwnInstant now)
{
    if (m_begun && now > m_filled) {
        const double seconds = std::chrono::duration<double>(now - m_filled).count();
        m_left = std::min(m_most, m_left + seconds * m_perSecond);
    }
    m_filled = m_begun ? std::max(m_filled, now) : now;
    m_begun = true;
    return m_left;
}

bool TokenBucket::take(double count, OwnInstant now)
{
    if (left(now) < count)
        return false;
    m_left -= count;
    return true;
}

} // namespace ghostline::together
