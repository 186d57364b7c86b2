// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which of many overlapping stretches each pixel shows: the strongest, so that a great fight stands out of a
// weaker one around it, and none is shaded twice.
#include <array>
#include <vector>

namespace ghostline::app {

/// Filled anew for every picture; keeps its memory.
class StrongestBands
{
public:
    /// Starts anew, for the pixels [left, right).
    void begin(int left, int right);
    /// In the order of their beginnings; at least a pixel wide. `strength` in 0 .. 1; of those that are equal
    /// to a step the first is shown.
    void add(double from, double to, float strength, int band);
    /// Calls paint(left, width, band) for neighbouring pixels of the same band, from left to right.
    template<typename Paint>
    void forEachRun(Paint paint) const;

private:
    static constexpr int Steps = 32; ///< of strength, finer than the eye
    static constexpr int None = -1;
    struct Pixel
    {
        float strength = 0.0F;
        int band = None;
    };
    int m_left = 0;
    std::vector<Pixel> m_pixels;
    /// Where each step ends so far. However many bands there are, a step visits a pixel at most once.
    std::array<int, Steps> m_reached{};
};

template<typename Paint>
void StrongestBands::forEachRun(Paint paint) const
{
    const int count = static_cast<int>(m_pixels.size());
    const auto bandAt = [this](int i) { return m_pixels[static_cast<std::size_t>(i)].band; };
    int begin = 0;
    while (begin < count) {
        int end = begin + 1;
        while (end < count && bandAt(end) == bandAt(begin))
            ++end;
        if (bandAt(begin) != None)
            paint(m_left + begin, end - begin, bandAt(begin));
        begin = end;
    }
}

} // namespace ghostline::app
