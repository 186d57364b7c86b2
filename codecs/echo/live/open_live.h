// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A running game as a file of frames that grows.
#include "codecs/echo/frame/frame_file.h"
#include "codecs/echo/live/live_growth.h"

namespace ghostline::echo {

/// Asks until the game shows a match, keeps it in the folder of option `folder` and goes on from there while
/// the file is scanned. `rate` polls a second. Nobody answering three times is IoError.
model::Result<std::unique_ptr<FrameFile>> openGame(const QUrl& address, const model::OpenOptions& options);
/// With another pace.
model::Result<std::unique_ptr<FrameFile>> openGame(const QUrl& address, const QString& folder, LivePace pace,
                                                   const std::stop_token& stop);

} // namespace ghostline::echo
