// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What PlayerCard::result says where a format knows who won; other words are the format's own.
#include <QLatin1String>

namespace ghostline::model {

inline constexpr QLatin1String WinResult{"Win"};
inline constexpr QLatin1String LossResult{"Loss"};

} // namespace ghostline::model
