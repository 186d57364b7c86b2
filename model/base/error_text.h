// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Errors and places in recordings as one line of English text, for terminals.
#include "model/base/error.h"
#include "model/base/export.h"

namespace ghostline::model {

/// "FILE: message (byte 12, frame 3)". `file` is what the user called it; empty = the file that the error
/// names, if any.
GHOSTLINE_MODEL_EXPORT QString errorText(const Error& error, const QString& file = {});
/// " (byte 12, frame 3)", without what the message says already; empty when nothing is left.
GHOSTLINE_MODEL_EXPORT QString whereText(const Location& where, const QString& message);

} // namespace ghostline::model
