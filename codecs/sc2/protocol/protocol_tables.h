// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the compiled tables offer besides the public functions of protocol.h.
#include "codecs/sc2/protocol/protocol.h"

#include <vector>

namespace ghostline::sc2 {

/// Ascending; each belongs to the last table whose first build is not above it.
std::span<const std::uint32_t> knownBuilds();

/// What a stream of this build is tried with, in this order: its own table, or the nearest; the next one; the
/// one before. Never empty.
std::vector<const Protocol*> candidateProtocols(std::uint32_t baseBuild);

} // namespace ghostline::sc2
