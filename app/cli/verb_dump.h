// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `dump` and `report`: the recording in its format's own words.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct DumpArguments : ReplayArguments
{
    QString stream;
    QStringList records;
    std::int64_t limit = -1;
};
int runDump(const Session& session, const DumpArguments& arguments);
int runReport(const Session& session, const ReportArguments& arguments);

} // namespace ghostline::app
