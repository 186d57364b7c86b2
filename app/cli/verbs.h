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

/// Recordings that are named, and those that a list on standard input names.
struct ListArguments
{
    QStringList paths; ///< files, folders to search to the bottom, addresses; - stands for the list
    bool jsonl = false;
    bool zeroEnds = false; ///< a zero byte stands behind each name of the list, instead of a line end
    double timeout = 0.0;  ///< seconds for each recording; 0 = as long as it takes
    int jobs = 0;          ///< recordings at once; 0 = as many as there are cores

    /// A line of JSON for each recording is wanted.
    bool isList() const { return jsonl || paths.contains(u"-"); }
};

/// Verbs over many recordings.
struct ManyArguments : ListArguments
{
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
