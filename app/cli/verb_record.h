// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `record`: watches a running game without a window and writes what it showed.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct RecordArguments : ReplayArguments
{
    QString output;
    double seconds = 0.0; ///< 0 = until it is interrupted, or another match begins
    bool force = false;
};
/// ExitFine when what came is written, however it ended.
int runRecord(const Session& session, const RecordArguments& arguments);

} // namespace ghostline::app
