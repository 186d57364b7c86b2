// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers by place, in one flat table: a snapshot puts in tens of thousands of blocks at once, and a node on
// the heap for each would cost more than all the rest of reading it.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace ghostline::recording {

/// Single entries never go: only all at once. Iterates in the order in which the places came up first.
class BlockMap
{
public:
    using value_type = std::pair<std::int64_t, std::uint32_t>;
    using const_iterator = std::vector<value_type>::const_iterator;

    const_iterator begin() const { return m_entries.begin(); }
    const_iterator end() const { return m_entries.end(); }
    std::size_t size() const { return m_entries.size(); }
    bool empty() const { return m_entries.empty(); }

    const_iterator find(std::int64_t position) const
    {
        if (m_entries.empty())
            return end();
        const std::uint32_t entry = m_slots[slotOf(position)];
        return entry == Free ? end() : begin() + static_cast<std::ptrdiff_t>(entry - 1);
    }
    bool contains(std::int64_t position) const { return find(position) != end(); }

    void set(std::int64_t position, std::uint32_t value)
    {
        if (2 * m_entries.size() >= m_slots.size()) [[unlikely]]
            grow(std::max(FewSlots, 2 * m_slots.size()));
        std::uint32_t& entry = m_slots[slotOf(position)];
        if (entry != Free) {
            m_entries[entry - 1].second = value;
            return;
        }
        m_entries.emplace_back(position, value);
        entry = static_cast<std::uint32_t>(m_entries.size());
    }

    void clear()
    {
        if (m_entries.empty())
            return;
        // Room that was needed once is not swept again and again for the few that came after.
        constexpr std::size_t Sparse = 16;
        if (m_slots.size() > FewSlots && m_entries.size() * Sparse < m_slots.size()) {
            *this = {};
            return;
        }
        m_entries.clear();
        std::fill(m_slots.begin(), m_slots.end(), Free);
    }

private:
    static constexpr std::uint32_t Free = 0;
    static constexpr std::size_t FewSlots = 64;

    /// Where a place is, or would be put.
    std::size_t slotOf(std::int64_t position) const
    {
        // Places lie in rows: each of their bits has to reach the upper ones.
        constexpr std::uint64_t Prime = 0x9E37'79B9'7F4A'7C15ULL;
        std::uint64_t hash = static_cast<std::uint64_t>(position) * Prime;
        hash = (hash ^ hash >> 32) * Prime;
        const std::size_t mask = m_slots.size() - 1;
        std::size_t slot = static_cast<std::size_t>(hash >> 32) & mask;
        while (m_slots[slot] != Free && m_entries[m_slots[slot] - 1].first != position)
            slot = (slot + 1) & mask;
        return slot;
    }

    void grow(std::size_t slots)
    {
        m_slots.assign(slots, Free);
        m_entries.reserve(slots / 2);
        for (std::size_t i = 0; i < m_entries.size(); ++i)
            m_slots[slotOf(m_entries[i].first)] = static_cast<std::uint32_t>(i + 1);
    }

    std::vector<value_type> m_entries;
    std::vector<std::uint32_t> m_slots; ///< entry + 1; a power of two, at most half of them taken
};

/// Where to look first for the name of a block: a few of them make up nearly all of a run, so that a place
/// for each and one comparison find most without hashing all of the text.
inline constexpr std::size_t NameSlots = 256;
inline std::size_t nameSlot(std::string_view name)
{
    constexpr std::uint64_t Prime = 0x9E37'79B9'7F4A'7C15ULL;
    std::uint64_t hash = name.size();
    const auto mix = [&](std::size_t from) {
        std::uint64_t part = 0;
        std::memcpy(&part, name.data() + from, sizeof part);
        hash = (hash ^ part) * Prime;
        hash ^= hash >> 32;
    };
    if (name.size() >= 8) { // names differ behind "minecraft:" and at their ends
        mix((name.size() - 8) / 2);
        mix(name.size() - 8);
    }
    return static_cast<std::size_t>(hash * Prime >> 56);
}

} // namespace ghostline::recording
