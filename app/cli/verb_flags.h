// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `flags`: what accuses someone in many recordings, and what nobody has reviewed yet. For scripts.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct FlagsArguments : ManyArguments
{
    bool precision = false; ///< how often each check was right, instead of the flags
    bool csv = false;
    QString reviewer; ///< of precision: only what this one says counts; empty = everybody
};
int runFlags(const Session& session, const FlagsArguments& arguments);

} // namespace ghostline::app
