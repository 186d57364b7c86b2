// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers of units by tag, for those who look up every unit of every keyframe and position sample.
#include "codecs/ironcurtain/base/types.h"

#include <cstddef>
#include <random>
#include <vector>

namespace ghostline::ironcurtain {

/// A flat table with open addressing: one line of cache a look-up, however many generations an index has
/// seen.
class UnitFinder
{
public:
    UnitFinder() : m_cells(FirstCells) {}
    /// A tag that has not been added yet.
    void add(UnitTag tag, std::uint32_t unit)
    {
        if (2 * (m_count + 1) > m_cells.size())
            grow();
        m_cells[freeCell(tag.key())] = {tag.key(), unit + 1};
        ++m_count;
    }
    /// -1 when it has not been added.
    std::ptrdiff_t find(UnitTag tag) const
    {
        for (std::size_t at = home(tag.key());; at = next(at)) {
            const Cell& cell = m_cells[at];
            if (cell.number == 0)
                return -1;
            if (cell.key == tag.key())
                return static_cast<std::ptrdiff_t>(cell.number) - 1;
        }
    }
    std::size_t bytes() const { return m_cells.capacity() * sizeof(Cell); }

private:
    static constexpr std::size_t FirstCells = 256; ///< a power of two, as ever after
    struct Cell
    {
        std::uint32_t key = 0;
        std::uint32_t number = 0; ///< of the unit, plus one; 0 = free
    };
    /// Tags come from files: nobody who writes one may know which of them collide.
    static std::uint32_t salt()
    {
        static const std::uint32_t drawn = std::random_device()();
        return drawn;
    }
    /// The finalizer of MurmurHash3, which is public domain: every bit of the key moves half of the others.
    std::size_t home(std::uint32_t key) const
    {
        key ^= m_salt;
        key = (key ^ key >> 16) * 0x85EB'CA6BU;
        key = (key ^ key >> 13) * 0xC2B2'AE35U;
        return (key ^ key >> 16) & (m_cells.size() - 1);
    }
    std::size_t next(std::size_t at) const { return (at + 1) & (m_cells.size() - 1); }
    std::size_t freeCell(std::uint32_t key) const
    {
        std::size_t at = home(key);
        while (m_cells[at].number != 0)
            at = next(at);
        return at;
    }
    void grow()
    {
        std::vector<Cell> before(2 * m_cells.size());
        before.swap(m_cells);
        for (const Cell& cell : before) {
            if (cell.number != 0)
                m_cells[freeCell(cell.key)] = cell;
        }
    }

    std::uint32_t m_salt = salt();
    std::size_t m_count = 0;
    std::vector<Cell> m_cells;
};

} // namespace ghostline::ironcurtain
