// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/strongest_bands.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

void StrongestBands::begin(int left, int right)
{
    m_left = left;
    m_pixels.assign(static_cast<std::size_t>(std::max(right - left, 0)), Pixel());
    m_reached.fill(0);
}

void StrongestBands::add(double from, double to, float strength, int band)
{
    const double first = std::round(from);
    const double last = std::max(std::round(to), first + 1.0);
    const auto pixel = [this](double x) { // clamped first: what reaches far out of view fits no int
        return static_cast<int>(std::clamp(x - m_left, 0.0, static_cast<double>(m_pixels.size())));
    };
    const auto step = static_cast<std::size_t>(std::clamp(strength, 0.0F, 1.0F) * (Steps - 1));
    int& reached = m_reached[step];
    const int end = pixel(last);
    for (int i = std::max(pixel(first), reached); i < end; ++i) {
        Pixel& shown = m_pixels[static_cast<std::size_t>(i)];
        if (shown.band == None || shown.strength < strength)
            shown = {strength, band};
    }
    reached = std::max(reached, end);
}

} // namespace ghostline::app
