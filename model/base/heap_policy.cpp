// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/heap_policy.h"

#include <algorithm>
#include <cstdlib>
#include <thread>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ghostline::model {

void shareOneHeap()
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
#endif
}

void useHeapForEachThread()
{
#ifdef __GLIBC__
    constexpr int HeapsOfEachCore = 8; // the library's own limit
    mallopt(M_ARENA_MAX,
            HeapsOfEachCore * static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
#endif
}

} // namespace ghostline::model
