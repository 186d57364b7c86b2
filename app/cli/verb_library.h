// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `library`: all recordings in the folders that are watched, looked through once and found in a moment.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct LibraryArguments
{
    QString action;
    QStringList words; ///< of `scan`, `forget`: folders; of `search`: what is looked for
    QString library;   ///< its file; empty = the user's
    QStringList options;
    bool outlines = false;
    bool json = false;
};
int runLibrary(const Session& session, const LibraryArguments& arguments);

} // namespace ghostline::app
