// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Running out of memory as an error like any other: the one place where std::bad_alloc becomes a value.
#include "model/base/error.h"
#include "model/base/export.h"

#include <new>
#include <type_traits>

namespace ghostline::model {

/// LimitExceeded: allocation failed.
GHOSTLINE_MODEL_EXPORT Error outOfMemory();

/// The Result of `work()`; outOfMemory() where that throws std::bad_alloc.
template<typename Work>
std::invoke_result_t<Work&> withinMemory(Work&& work)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return tl::unexpected(outOfMemory());
    }
}

} // namespace ghostline::model
