// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Frames as .echoreplay: the text of session_text.h, plain or as the one entry of a ZIP.
#include "codecs/echo/frame/frame_writer.h"

namespace ghostline::echo {

model::Result<model::WriteReport> writeEchoReplay(const WriteJob& job, const EchoReplayOptions& options,
                                                  model::AtomicFile& out);

} // namespace ghostline::echo
