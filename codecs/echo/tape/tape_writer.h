// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Frames as a .tape: version 2 in its current layout.
#include "codecs/echo/frame/frame_writer.h"

namespace ghostline::echo {

/// Writes to the end of `out`, not committed. InvalidArgument for options outside of their ranges, or no
/// frame; LimitExceeded when it would unpack to more than readers take.
model::Result<model::WriteReport> writeTape(const WriteJob& job, const TapeOptions& options,
                                            model::AtomicFile& out);

} // namespace ghostline::echo
