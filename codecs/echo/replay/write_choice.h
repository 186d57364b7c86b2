// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which layout a recording is written in, and how.
#include "codecs/echo/frame/frame_writer.h"

#include <variant>

namespace ghostline::echo {

using WriteChoice = std::variant<ButterOptions, EchoReplayOptions, TapeOptions>;

/// By the ending of the path. InvalidArgument for another one, and for options that the layout does not have.
model::Result<WriteChoice> writeChoice(const QString& path, const model::Options& options);
model::Result<model::WriteReport> writeChosen(const WriteJob& job, const WriteChoice& choice,
                                              model::AtomicFile& out);

} // namespace ghostline::echo
