// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writing logs: a lossless range of a CARLA log, the sound part of a damaged one, or any other replay.
#include "codecs/carla/header.h"
#include "codecs/carla/packets.h"
#include "model/codec.h"

namespace ghostline::carla {

/// Copies request.frames of a log. The first frame written brings every living actor with its place and
/// the last values of everything that is only recorded when it changes; ids start at 1, time at 0.
model::Result<model::WriteReport> trimLog(const model::ByteSource& bytes, const Header& header,
                                          const Layout& layout, const model::WriteRequest& request);

/// Writes the whole good frames of a damaged log, unchanged, into a new file.
model::Result<model::WriteReport> repairLog(const model::ByteSource& bytes, const Header& header,
                                            const Layout& layout, const model::WriteRequest& request);

/// Writes any replay from its world states; what the format cannot hold is named in the notes. Write option
/// "vectors": "float" (default) or "double" (UE5).
model::Result<model::WriteReport> writeReplay(const model::ReplaySource& source,
                                              const model::WriteRequest& request);

} // namespace ghostline::carla
