// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where the sections of a file lie, by its header.
#include "codecs/ironcurtain/container/header.h"

#include <array>

namespace ghostline::ironcurtain {

/// Where a section lies in the file, clipped to it.
struct SectionRange
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;       ///< of what is there
    std::uint64_t announced = 0; ///< end by the header
    bool present = false;        ///< announced, and begins inside the file
    std::uint64_t size() const { return end - begin; }
};

class Sections
{
public:
    /// `size`: of the file. Sections that are absent, cut off, outside the file or overlap are damages.
    static Sections place(const Header& header, std::uint64_t size, DamageLog& damages);
    const SectionRange& operator[](Section section) const
    {
        return m_ranges[static_cast<std::size_t>(section)];
    }

private:
    void placeOne(Section which, const SectionExtent& extent, const Header& header, std::uint64_t size,
                  DamageLog& damages);

    std::array<SectionRange, 9> m_ranges{}; ///< by Section
};

} // namespace ghostline::ironcurtain
