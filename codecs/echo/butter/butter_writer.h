// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A .butter file: header, table of chunks, chunks.
#include "codecs/echo/frame/frame_writer.h"

namespace ghostline::echo {

/// `details` of the report: frames, bytes, bytes per frame by field group ("players.positions",
/// "bones.rotations" ...) before compression, chunks. Notes say what the format cannot hold.
model::Result<model::WriteReport> writeButter(const WriteJob& job, const ButterOptions& options,
                                              model::AtomicFile& out);

} // namespace ghostline::echo
