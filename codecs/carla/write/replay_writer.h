// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Any replay as a recorder log: poses, speeds, boxes and names; what the format has no place for is noted.
#include "codecs/carla/format/header.h"
#include "codecs/carla/format/packets.h"
#include "model/codec/codec.h"

namespace ghostline::carla {

/// Writes any replay from its world states; what the format cannot hold is named in the notes. Write option
/// "vectors": "float" (default) or "double" (UE5).
model::Result<model::WriteReport> writeReplay(const model::ReplaySource& source,
                                              const model::WriteRequest& request);

} // namespace ghostline::carla
