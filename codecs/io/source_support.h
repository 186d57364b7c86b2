// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the sources of every format do alike when they are opened.
#include "model/codec/codec.h"

#include <functional>

namespace ghostline::io {

/// Whether an option to open with is on: true unless it says false, off, no or 0.
bool isEnabled(const model::OpenOptions& options, const QString& name);

/// What `open()` returns; running out of memory is an error, and any error names the file.
model::Result<std::unique_ptr<model::ReplaySource>>
openSource(const QString& file,
           const std::function<model::Result<std::unique_ptr<model::ReplaySource>>()>& open);

} // namespace ghostline::io
