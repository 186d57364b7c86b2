// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/heap_policy.h"

#include <cstdlib>

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

} // namespace ghostline::model
