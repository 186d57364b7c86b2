// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Worlds in Slime's format: readSlime() of world_file.h. Layout: docs/formats/worlds.md.
#include "codecs/recording/worlds/world_file.h"

#include <array>

namespace ghostline::recording {

inline constexpr std::array SlimeMark{std::byte{0xB1}, std::byte{0x0B}};

} // namespace ghostline::recording
