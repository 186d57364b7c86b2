// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What people's times and errors are drawn from.
#include "codecs/io/sample_random.h"

#include <cmath>
#include <numbers>

namespace ghostline::rates {

using io::Random;

inline double normal(Random& random)
{
    const double far = std::sqrt(-2.0 * std::log(1.0 - random.unit()));
    return far * std::cos(2.0 * std::numbers::pi * random.unit());
}

/// `middle` is the median.
inline double logNormal(Random& random, double middle, double sigma)
{
    return middle * std::exp(sigma * normal(random));
}

/// Both ends included.
inline int drawn(Random& random, int low, int high) { return low + random.below(high - low + 1); }

} // namespace ghostline::rates
