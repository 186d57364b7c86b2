// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What only a walk through all keyframes tells: units that no event introduces, units that vanish without a
// word, types that no event and no other keyframe knows.
#include "codecs/ironcurtain/units/kinds.h"
#include "codecs/ironcurtain/units/lives.h"

#include <unordered_map>
#include <unordered_set>

namespace ghostline::ironcurtain {

/// Holds one state and what is new in it, never all of them.
class KeyframeScan
{
public:
    /// `lives` and `kinds` as events have left them; `lives` must outlive the scan.
    KeyframeScan(const Lives& lives, Kinds kinds);
    /// The next keyframe that can be read, by ascending tick.
    void add(std::shared_ptr<const SimState> state);
    /// There are more, but they cannot be had: who is out of sight may come back.
    void breakOff() { m_gone.clear(); }
    /// Whether the keyframes said anything that was not known.
    bool any() const;
    const Kinds& kinds() const { return m_kinds; }
    void apply(Lives& lives, SimTick lastTick) const;

private:
    struct Found
    {
        SimTick tick = 0;
        UnitTag tag;
        std::optional<Identity> identity;
    };
    void appeared(SimTick tick, const Entity& entity);
    void vanished(SimTick tick, UnitTag tag);
    void missed(const SimState& state);

    const Lives& m_lives;
    Kinds m_kinds;
    bool m_kindsGrew = false;
    std::vector<std::uint32_t> m_byBirth; ///< positions in m_lives
    std::size_t m_born = 0;               ///< how many of m_byBirth have been looked for in a keyframe
    std::shared_ptr<const SimState> m_last;
    std::vector<Found> m_found; ///< in the order of keyframes
    std::unordered_set<std::uint32_t> m_foundKeys;
    std::unordered_map<std::uint32_t, SimTick> m_gone; ///< by key of the tag: since when
    std::uint64_t m_leftOut = 0;                       ///< found without room for them
};

} // namespace ghostline::ironcurtain
