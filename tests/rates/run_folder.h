// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A folder of made-up runs, and truth.json beside them.
#include "tests/rates/made_run.h"

namespace ghostline::rates {

struct FolderPlan
{
    QString folder;
    std::uint64_t seed = 1;
    double hours = 0.0;  ///< of clean runs
    int each = 0;        ///< runs of each cheat in each strength
    int shortest = 2400; ///< ticks of a clean run
    int longest = 12'000;
};

struct FolderDone
{
    int files = 0;
    std::int64_t ticks = 0;
};

/// Makes the folder. What is there under the same names is replaced.
model::Result<FolderDone> writeFolder(const FolderPlan& plan);

} // namespace ghostline::rates
