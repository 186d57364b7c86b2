// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What fuzz programs demand of what they call: where it does not hold, they stop.
#include "model/base/error.h"

#include <cstdio>
#include <cstdlib>

namespace ghostline::fuzz {

/// Enough to reach every kind of record; a file of a megabyte would only make the run slow.
inline constexpr std::size_t MaxInput = 64 * 1024;

inline void require(bool good)
{
    if (!good)
        std::abort();
}

/// Says what is wrong before it stops.
inline void requireNone(const QString& problem)
{
    if (!problem.isEmpty())
        std::fprintf(stderr, "%s\n", qPrintable(problem));
    require(problem.isEmpty());
}

inline bool explained(const model::Error& error) { return !error.message.isEmpty(); }

} // namespace ghostline::fuzz
