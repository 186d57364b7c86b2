// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Recorded 32-bit floats as the numbers that somebody wrote: 0.71, not 0.7099999785423279.
#include <QByteArrayView>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace ghostline::recording {

/// The double nearest to the shortest decimal that reads back as the same float.
inline double decimalOf(float value)
{
    std::array<char, 32> text{};
    const char* end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return QByteArrayView(text.data(), end).toDouble();
}

/// The same for a double that holds no more than a float does, which it was widened from. Any other stays:
/// of doubles with more digits than a decimal that short, one in 2^29 could be mistaken.
inline double decimalOf(double value)
{
    if (!(std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max())))
        return value;
    const auto narrow = static_cast<float>(value);
    return static_cast<double>(narrow) == value ? decimalOf(narrow) : value;
}

} // namespace ghostline::recording
