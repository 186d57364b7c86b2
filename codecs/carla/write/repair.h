// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Salvage: whole frames, without the packets and records that say nothing usable, into a log that opens
// without a complaint.
#include "codecs/carla/format/header.h"
#include "codecs/carla/format/packets.h"
#include "model/codec/codec.h"

namespace ghostline::carla {

/// Writes the whole good frames of a damaged log, unchanged, into a new file.
model::Result<model::WriteReport> repairLog(const model::ByteSource& bytes, const Header& header,
                                            const Layout& layout, const model::WriteRequest& request);

} // namespace ghostline::carla
