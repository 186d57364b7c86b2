// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The verbs: what each takes from the command line, and the function that runs it and returns the exit code.
#include "app/cli/session.h"
#include "app/cli/zone_arguments.h"
#include "model/compare/alignment.h"

namespace ghostline::app {

struct ReportArguments : ReplayArguments
{
    QString name;
    QStringList arguments;
};

/// Verbs over many recordings: files and folders, the latter searched to the bottom.
struct ManyArguments
{
    QStringList paths;
    QStringList options;
    bool json = false;
    int severity = 2;
};

struct WriteArguments : ReplayArguments
{
    QString output;
    QString format;
    QString from;
    QString to;
    QString window;
    QString keyframeInterval;
    bool force = false;
};

} // namespace ghostline::app
