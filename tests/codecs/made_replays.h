// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A made-up replay of every format, and of every layout of it that is read in a way of its own.
#include "model/codec/codec.h"

namespace ghostline::test {

struct MadeReplay
{
    const char* name = nullptr; ///< for people
    const char* file = nullptr; ///< what is opened, below the folder that it is written into
    std::shared_ptr<const model::Codec> codec;
    std::function<model::Result<void>(const QString& folder)> write;
};

/// As short as they can be while there is something left to index once open() has returned.
std::vector<MadeReplay> madeReplays();

/// Records a run into a new folder, whose `preamble.dat` is to be opened, segment by segment; finished at the
/// end. `committed(ticks)`: so many are found by a reader from now on.
model::Result<void> recordRun(const QString& folder, const std::function<void(int ticks)>& committed);

} // namespace ghostline::test
