// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/allocation_count.h"

#include <cstdlib>
#include <new>

namespace ghostline::test {

constinit thread_local std::uint64_t allocations = 0;

} // namespace ghostline::test

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GHOSTLINE_COUNTS_NOTHING // ThreadSanitizer brings these operators itself, and bears no second ones
#endif
#endif

#ifndef GHOSTLINE_COUNTS_NOTHING
void* operator new(std::size_t size)
{
    ++ghostline::test::allocations;
    if (void* const memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    ++ghostline::test::allocations;
    return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif
