// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// replay.initData: the lobby at the start of the game. Twenty-six layouts, so it is walked by the names in
// the type tables; what is not wanted is stepped over.
#include "codecs/sc2/container/head.h"

namespace ghostline::sc2 {

model::Result<InitData> parseInitData(std::span<const std::byte> bytes, std::uint32_t baseBuild);

} // namespace ghostline::sc2
