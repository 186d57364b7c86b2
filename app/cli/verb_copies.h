// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `copies`: which of many runs are the same one, frame for frame, wholly or in part.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct CopiesArguments
{
    QStringList paths;
    QStringList options;
    bool json = false;
    bool csv = false;
};
int runCopies(const Session& session, const CopiesArguments& arguments);

} // namespace ghostline::app
