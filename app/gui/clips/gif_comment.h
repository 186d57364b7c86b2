// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a GIF says of itself: ffmpeg writes no comment into one.
#include "model/base/error.h"

#include <QString>

namespace ghostline::app {

/// Adds a comment at the end of a GIF that is whole; anything else is left as it is. WriteFailed.
model::Result<void> addGifComment(const QString& path, const QString& text);

} // namespace ghostline::app
