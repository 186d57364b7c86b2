// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `host`: lets others watch a recording together, without a window of its own.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct HostArguments : ReplayArguments
{
    QString listen; ///< empty = this machine alone, "all" = everybody who reaches it, else an address
    int port = 0;   ///< 0 = the usual one
    QString codeFile;
    QString name;
    QString certificate;
    QString key;
    int guests = 0; ///< 0 = as many as can be
    bool offer = false;
    bool withoutDrawing = false;
    bool withoutChat = false;
};
/// Until it is interrupted: ExitFine then.
int runHost(const Session& session, const HostArguments& arguments);

} // namespace ghostline::app
