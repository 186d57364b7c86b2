// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/commands/unit_path.h"

#include <cmath>

namespace ghostline::sc2 {

void PathWriter::begin(const UnitLife& life)
{
    m_first = m_out.size();
    m_last = life.end > life.first ? life.end - 1 : life.first;
    m_guessed = 0;
    m_ended = false;
}

void PathWriter::put(const Waypoint& corner)
{
    if (!corner.reported) {
        if (m_guessed >= MaxGuessedPerLife || m_guessedBefore + m_guessed >= MaxGuessed)
            return;
        ++m_guessed;
    }
    m_out.push_back(corner);
}

void PathWriter::add(Waypoint corner)
{
    if (m_ended)
        return;
    const bool first = m_out.size() == m_first;
    if (corner.loop > m_last) {
        m_ended = true;
        if (first) {
            corner.loop = m_last;
            corner.reported = false;
            put(corner);
            return;
        }
        const Waypoint& before = m_out.back();
        if (corner.jump || before.loop >= m_last)
            return;
        const float part =
            static_cast<float>(m_last - before.loop) / static_cast<float>(corner.loop - before.loop);
        corner.x = before.x + (corner.x - before.x) * part;
        corner.y = before.y + (corner.y - before.y) * part;
        corner.loop = m_last;
        corner.reported = false;
        put(corner);
        return;
    }
    if (first || corner.loop > m_out.back().loop) {
        put(corner);
        return;
    }
    Waypoint& last = m_out.back();
    if (corner.loop < last.loop || (last.reported && !corner.reported))
        return;
    // Two of one loop: the later one holds, and how the first was reached.
    corner.jump = corner.jump || last.jump;
    last = corner;
}

UnitMotion PathWriter::finish()
{
    UnitMotion motion;
    motion.first = static_cast<std::uint32_t>(m_first);
    motion.count = static_cast<std::uint32_t>(m_out.size() - m_first);
    m_guessedBefore += m_guessed;
    float heading = 0.0F;
    for (std::size_t i = m_first; i + 1 < m_out.size(); ++i) {
        const float dx = m_out[i + 1].x - m_out[i].x;
        const float dy = m_out[i + 1].y - m_out[i].y;
        const bool moves = (dx != 0.0F || dy != 0.0F) && !m_out[i + 1].jump;
        if (moves)
            heading = std::atan2(dy, dx);
        // Until it moves for the first time it already looks where it will go.
        for (std::size_t before = m_first; moves && !motion.heads && before < i; ++before)
            m_out[before].heading = heading;
        motion.heads = motion.heads || moves;
        m_out[i].heading = heading;
    }
    if (motion.count > 0)
        m_out.back().heading = heading;
    return motion;
}

} // namespace ghostline::sc2
