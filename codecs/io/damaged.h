// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a reader returns that finds bytes which cannot be right.
#include "model/base/error.h"

namespace ghostline::io {

inline tl::unexpected<model::Error> damaged(QString message, std::uint64_t offset)
{
    return model::fail(model::ErrorCode::Damaged, std::move(message), {.offset = offset});
}

inline tl::unexpected<model::Error> damaged(const model::Sentence& message, std::uint64_t offset)
{
    return model::fail(model::ErrorCode::Damaged, message, {.offset = offset});
}

} // namespace ghostline::io
