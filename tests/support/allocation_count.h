// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Counts what this thread allocates, so that a test can say that steady sampling allocates nothing. Replaces
// the global operators: allocation_count.cpp is compiled into the drivers that count, not into the library.
#include <cstdint>

namespace ghostline::test {

extern constinit thread_local std::uint64_t allocations;

} // namespace ghostline::test
