// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the compiled tables offer besides the public functions of protocol.h.
#include "codecs/sc2/protocol/protocol.h"

namespace ghostline::sc2 {

/// Ascending; each belongs to the last table whose first build is not above it.
std::span<const std::uint32_t> knownBuilds();

} // namespace ghostline::sc2
