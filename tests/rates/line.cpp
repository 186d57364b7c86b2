// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rates/line.h"

namespace ghostline::rates {

Line::Line(std::uint64_t seed) : m_random(seed)
{
    // Most lines are good, some are not.
    m_lagChance = m_random.chance(0.3) ? m_random.between(0.001, 0.004) : 0.0003;
    m_jitterChance = m_random.chance(0.3) ? m_random.between(0.02, 0.1) : 0.004;
}

bool Line::begin(int tick, bool calm)
{
    if (m_hitch > 0)
        --m_hitch;
    if (m_held > 0)
        --m_held;
    else if (!calm && m_sent.empty())
        trouble(tick);
    return m_hitch > 0;
}

void Line::trouble(int tick)
{
    if (m_random.chance(m_lagChance)) {
        m_held = drawn(m_random, 3, 40);
        m_catchUp = m_random.chance(0.5) ? 0 : drawn(m_random, 2, 8);
        m_story.push_back({m_catchUp == 0 ? "lag" : "lag_caught_up", tick, tick + m_held + 20});
    } else if (m_random.chance(0.0002)) {
        m_held = m_hitch = drawn(m_random, 3, 20);
        m_catchUp = 0;
        m_story.push_back({"hitch", tick, tick + m_held + 1});
    } else if (m_random.chance(m_jitterChance)) {
        m_held = m_random.chance(0.9) ? 1 : 2;
        m_catchUp = 0;
        m_story.push_back({"jitter", tick, tick + m_held + 1});
    }
}

std::optional<Moment> Line::take()
{
    if (m_held > 0 || m_sent.empty())
        return std::nullopt;
    Moment sum = m_sent.front();
    m_sent.pop_front();
    for (int taken = 1; !m_sent.empty() && (m_catchUp == 0 || taken < m_catchUp); ++taken) {
        const Moment& next = m_sent.front();
        const Moment before = sum;
        sum = next;
        sum.absolute = before.absolute || next.absolute;
        sum.reset = next.reset >= 0 ? next.reset : before.reset;
        sum.swings += before.swings;
        if (!next.uses)
            sum.uses = before.uses;
        m_sent.pop_front();
    }
    if (m_sent.empty())
        m_catchUp = 0;
    return sum;
}

} // namespace ghostline::rates
