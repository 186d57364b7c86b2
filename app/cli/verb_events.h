// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `events`: what happened, when, and to whom.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct EventsArguments : ReplayArguments
{
    QStringList kinds;
    QStringList actors;
    QString from;
    QString to;
    bool csv = false;
};
int runEvents(const Session& session, const EventsArguments& arguments);

} // namespace ghostline::app
