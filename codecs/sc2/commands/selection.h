// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The lists of units that a player holds: the current selection and ten control groups, changed as the events
// say (docs/formats/sc2replay.md, section 7).
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/protocol/game_events.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ghostline::sc2 {

class SelectionBook
{
public:
    static constexpr std::size_t CurrentList = 10;

    struct List
    {
        std::vector<std::uint32_t> tags; ///< ascending: the order that masks count by
        bool approximate = false;        ///< a mask did not fit, so the list was another one
        bool operator==(const List&) const = default;
    };
    /// How the masks fitted the lists they were meant for.
    struct Fit
    {
        std::uint64_t indices = 0;
        std::uint64_t indicesOutside = 0;
        std::uint64_t masks = 0;
        std::uint64_t masksTooLong = 0;
    };

    /// True when the list it names is another one now.
    bool apply(const SelectionDelta& delta, const GameEvents& game);
    bool apply(const ControlGroupUpdate& update, const GameEvents& game);

    const List& current() const { return m_lists[CurrentList]; }
    const List& group(std::size_t number) const { return m_lists[number]; }
    const Fit& fit() const { return m_fit; }
    /// Tags handled so far, for those who bound it.
    std::uint64_t work() const { return m_work; }

private:
    void remove(List& list, const RemoveMask& mask, const GameEvents& game);
    void append(List& list, std::span<const std::uint32_t> tags);
    /// `tags` ascending.
    void steal(std::size_t owner, std::span<const std::uint32_t> tags);

    std::array<List, 11> m_lists;
    List m_before;
    std::vector<bool> m_marked;
    Fit m_fit;
    std::uint64_t m_work = 0;
};

} // namespace ghostline::sc2
