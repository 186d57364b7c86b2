// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes the corners of one unit's path after another: ascending loops within its life, headings last.
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/commands/motion.h"

namespace ghostline::sc2 {

class PathWriter
{
public:
    explicit PathWriter(std::vector<Waypoint>& out) : m_out(out) {}

    void begin(const UnitLife& life);
    /// What lies at or behind the life's end is drawn up to the loop before it.
    void add(Waypoint corner);
    UnitMotion finish();

private:
    void put(const Waypoint& corner);

    std::vector<Waypoint>& m_out;
    std::size_t m_first = 0;
    std::uint32_t m_last = 0; ///< the last loop a corner may have
    std::uint32_t m_guessed = 0;
    std::size_t m_guessedBefore = 0;
    bool m_ended = false;
};

} // namespace ghostline::sc2
