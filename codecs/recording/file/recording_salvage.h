// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The index of a folder whose preamble is missing or broken, made by walking all of its segments.
#include "codecs/recording/file/file_state.h"

namespace ghostline::recording {

/// The index of a folder whose preamble cannot be read. `known`: the header, when that much of it is good.
model::Result<void> salvageIndex(FileState& file, const Header* known, std::stop_token stop);

} // namespace ghostline::recording
