// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A table of one kind of value: a row of frames for each slot, stored once where it never changes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ghostline::carla {

/// Stored frames [first, end).
using CellRange = std::pair<std::size_t, std::size_t>;

/// T has operator== . Filled densely, then packed; after that only read. A slot has cells only for the frames
/// it was made for.
template<typename T>
class Sheet
{
public:
    std::int32_t addSlot(CellRange frames)
    {
        m_rows.push_back({m_cells.size(), frames.first, 1});
        m_cells.resize(m_cells.size() + (frames.second - frames.first));
        return static_cast<std::int32_t>(m_rows.size() - 1);
    }
    T& at(std::int32_t slot, std::size_t frame)
    {
        const Row& row = m_rows[static_cast<std::size_t>(slot)];
        return m_cells[row.cell + frame - row.frame];
    }

    void pack()
    {
        std::vector<T> packed;
        for (std::size_t slot = 0; slot < m_rows.size(); ++slot) {
            Row& row = m_rows[slot];
            const std::size_t end = slot + 1 < m_rows.size() ? m_rows[slot + 1].cell : m_cells.size();
            const auto from = m_cells.begin() + static_cast<std::ptrdiff_t>(row.cell);
            const auto to = m_cells.begin() + static_cast<std::ptrdiff_t>(end);
            const bool still = std::all_of(from, to, [&](const T& cell) { return cell == *from; });
            row.cell = packed.size();
            row.step = still ? 0 : 1;
            if (from == to)
                packed.emplace_back();
            else
                packed.insert(packed.end(), from, still ? from + 1 : to);
        }
        packed.shrink_to_fit();
        m_rows.shrink_to_fit();
        m_cells = std::move(packed);
    }
    const T& get(std::int32_t slot, std::size_t frame) const
    {
        const Row& row = m_rows[static_cast<std::size_t>(slot)];
        return m_cells[row.cell + row.step * (frame - row.frame)];
    }
    std::size_t bytes() const { return m_cells.capacity() * sizeof(T) + m_rows.capacity() * sizeof(Row); }

private:
    struct Row
    {
        std::size_t cell = 0;  ///< of the slot's first frame
        std::size_t frame = 0; ///< that frame
        std::size_t step = 1;  ///< 0 where one cell stands for all
    };
    std::vector<T> m_cells;
    std::vector<Row> m_rows;
};

} // namespace ghostline::carla
