// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A table of one kind of value: a row of frames for each slot, stored once where it never changes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ghostline::carla {

/// T has operator== . Filled densely, then packed; after that only read.
template<typename T>
class Sheet
{
public:
    void setFrames(std::size_t frames) { m_frames = frames; }
    std::int32_t addSlot()
    {
        m_cells.resize(m_cells.size() + m_frames);
        return static_cast<std::int32_t>(m_slots++);
    }
    std::size_t slots() const { return m_slots; }
    T& at(std::int32_t slot, std::size_t frame)
    {
        return m_cells[static_cast<std::size_t>(slot) * m_frames + frame];
    }

    /// `range(slot)` gives the frames [first, end) that will ever be read.
    template<typename Range>
    void pack(Range range)
    {
        std::vector<T> packed;
        m_rows.reserve(m_slots);
        for (std::size_t slot = 0; slot < m_slots; ++slot) {
            const auto begin = m_cells.begin() + static_cast<std::ptrdiff_t>(slot * m_frames);
            const auto [first, end] = range(static_cast<std::int32_t>(slot));
            const auto from = begin + static_cast<std::ptrdiff_t>(first);
            const auto to = begin + static_cast<std::ptrdiff_t>(end);
            const bool still = std::all_of(from, to, [&](const T& cell) { return cell == *from; });
            m_rows.push_back({packed.size(), still ? 0U : 1U});
            if (still)
                packed.push_back(first < end ? *from : T{});
            else
                packed.insert(packed.end(), begin, begin + static_cast<std::ptrdiff_t>(m_frames));
        }
        packed.shrink_to_fit();
        m_cells = std::move(packed);
    }
    const T& get(std::int32_t slot, std::size_t frame) const
    {
        const Row row = m_rows[static_cast<std::size_t>(slot)];
        return m_cells[row.first + row.stride * frame];
    }
    std::size_t bytes() const { return m_cells.capacity() * sizeof(T) + m_rows.capacity() * sizeof(Row); }

private:
    struct Row
    {
        std::size_t first = 0;
        std::size_t stride = 0;
    };
    std::size_t m_frames = 0;
    std::size_t m_slots = 0;
    std::vector<T> m_cells;
    std::vector<Row> m_rows;
};

} // namespace ghostline::carla
