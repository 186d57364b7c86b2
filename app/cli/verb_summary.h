// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `summary`: a match as a page to hand out, or as JSON.
#include "app/cli/verbs.h"

namespace ghostline::app {

/// `output`: the page; empty = none, then JSON must be asked for.
struct SummaryArguments : WriteArguments
{
    bool withoutNotes = false;
};
int runSummary(const Session& session, const SummaryArguments& arguments);

} // namespace ghostline::app
