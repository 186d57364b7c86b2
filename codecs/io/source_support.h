// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the sources of every format do alike.
#include "model/codec.h"

namespace ghostline::io {

/// Whether a wish to open with is granted: true unless it says false, off, no or 0.
bool isWished(const model::OpenOptions& options, const QString& name);

/// LimitExceeded: allocation failed.
model::Error noMemory();

} // namespace ghostline::io
