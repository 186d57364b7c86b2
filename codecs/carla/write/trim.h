// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A range of a log as a log of its own: the first frame is brought up to date, the others are copied byte by
// byte between their FrameStart and the next.
#include "codecs/carla/format/header.h"
#include "codecs/carla/format/packets.h"
#include "model/codec/codec.h"

namespace ghostline::carla {

/// Copies request.frames of a log. The first frame written brings every living actor with its place and
/// the last values of everything that is only recorded when it changes; ids start at 1, time at 0.
model::Result<model::WriteReport> trimLog(const model::ByteSource& bytes, const Header& header,
                                          const Layout& layout, const model::WriteRequest& request);

} // namespace ghostline::carla
