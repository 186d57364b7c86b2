// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A file at once, for formats that are never so large that it would not fit.
#include "model/bytes/byte_source.h"

#include <vector>

namespace ghostline::io {

/// Everything that there is, also where the source turns out to be shorter than it said. The caller holds
/// its size against a cap first.
model::Result<std::vector<std::byte>> readWhole(const model::ByteSource& source, const std::stop_token& stop);

} // namespace ghostline::io
