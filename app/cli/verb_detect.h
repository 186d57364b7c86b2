// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `detect`: what no honest play does, as alarms: worked out, not proof.
#include "app/cli/detector_arguments.h"
#include "app/cli/verbs.h"

namespace ghostline::app {

struct DetectArguments : ManyArguments
{
    DetectorArguments detectors;
    bool list = false;
    bool rest = false; ///< those below the threshold, too
};
int runDetect(const Session& session, const DetectArguments& arguments);

} // namespace ghostline::app
