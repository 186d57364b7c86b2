// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A made-up game on the ladder, whole and small: the bundled sample, and what tests and fuzzing start from.
#include "codecs/sc2/sample/mpq_writer.h"

namespace ghostline::sc2 {

struct LadderOptions
{
    std::uint64_t seed = 5;
    double minutes = 6.0; ///< real ones; shorter = cut off there
    /// From this loop on the game is one that was resumed from its replay, Ben's part taken by Cleo: 0 = it
    /// is not.
    std::uint32_t resumedAt = 0;
    MpqWriteOptions archive;
};

struct LadderGame
{
    std::vector<std::byte> header; ///< content of the user data
    std::vector<MpqWriteMember> members;
    std::uint32_t loops = 0;
    std::uint32_t baseBuild = 0;
};

LadderGame playLadderGame(const LadderOptions& options = {});
/// The same from the same options, with every compiler.
std::vector<std::byte> makeLadderGame(const LadderOptions& options = {});

} // namespace ghostline::sc2
