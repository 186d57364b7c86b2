// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The way from the client to the server: what the player does arrives a tick late, two at once, or not for
// two seconds.
#include "tests/rates/player.h"

#include <deque>

namespace ghostline::rates {

class Line
{
public:
    explicit Line(std::uint64_t seed);

    /// A tick of the server; `calm`: nothing new goes wrong. True: the server itself stands still for it, and
    /// so does all but the player.
    bool begin(int tick, bool calm);
    void put(const Moment& moment) { m_sent.push_back(moment); }
    /// What arrives in this tick, as one; nothing where nothing does.
    std::optional<Moment> take();
    const std::vector<Ingredient>& story() const { return m_story; }

private:
    void trouble(int tick);

    Random m_random;
    double m_lagChance;
    double m_jitterChance;
    std::deque<Moment> m_sent;
    int m_held = 0;    ///< ticks that nothing gets through
    int m_hitch = 0;   ///< ticks that the server stands still
    int m_catchUp = 0; ///< most moments a tick while catching up; 0 = all at once
    std::vector<Ingredient> m_story;
};

} // namespace ghostline::rates
