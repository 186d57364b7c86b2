// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `info`: what a recording is, who is in it, and what is wrong with it.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct InfoArguments : ReplayArguments
{
};
int runInfo(const Session& session, const InfoArguments& arguments);

} // namespace ghostline::app
