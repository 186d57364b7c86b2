// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `compact`: a finished recording as small as it goes, with what people noted about it.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct CompactArguments : WriteArguments
{
    QString metadata; ///< a JSON file
};
int runCompact(const Session& session, const CompactArguments& arguments);

} // namespace ghostline::app
