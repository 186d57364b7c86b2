// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lists of what holds from a loop on, ascending: which of them holds at a given loop.
#include <algorithm>
#include <cstdint>
#include <span>

namespace ghostline::sc2 {

/// The last that begins at or before a loop; null before the first. `Step` has a member `loop`.
template<typename Step>
const Step* lastAt(std::span<const Step> steps, std::uint32_t loop)
{
    const auto after = std::upper_bound(steps.begin(), steps.end(), loop,
                                        [](std::uint32_t l, const Step& s) { return l < s.loop; });
    return after == steps.begin() ? nullptr : &*(after - 1);
}

} // namespace ghostline::sc2
