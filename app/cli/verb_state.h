// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `state`: everything that is true at one instant.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct StateArguments : ReplayArguments
{
    QString at;
    std::optional<model::FrameNumber> frame;
    QStringList actors;
    bool native = false;
    bool reported = false; ///< without estimates
    bool exact = false;    ///< only what was recorded in full
};
int runState(const Session& session, const StateArguments& arguments);

} // namespace ghostline::app
