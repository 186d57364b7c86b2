// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the readers of the head's parts have in common.
#include "codecs/sc2/container/head.h"

#include "model/base/text.h"

#include <algorithm>
#include <limits>

namespace ghostline::sc2 {

inline std::string_view viewOf(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
/// Files may hold wider numbers than anything here needs.
inline int narrow(std::int64_t value)
{
    return static_cast<int>(
        std::clamp<std::int64_t>(value, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

/// "Terr", "Prot", "Zerg", "RAND" and longer forms of them, as attributes and metadata write races.
Race raceOfCode(std::string_view code);
/// A race's name in the recorder's language; exact names only, then names that begin with an English one.
Race raceOfName(const QString& name);
/// "Elite" for the code and number of a computer's difficulty.
QString difficultyText(std::string_view code, int number, std::uint32_t baseBuild);

} // namespace ghostline::sc2
