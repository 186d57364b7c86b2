// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Worlds in Polar's format: readPolar() of world_file.h. Layout: docs/formats/worlds.md.
#include "codecs/recording/worlds/world_file.h"

#include <array>

namespace ghostline::recording {

inline constexpr std::array PolarMark{std::byte{'P'}, std::byte{'o'}, std::byte{'l'}, std::byte{'r'}};

} // namespace ghostline::recording
