// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `merge-notes`: takes over what others noted beside their copies of one's recordings, a whole folder at
// once.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct MergeNotesArguments
{
    QString folder;
    QString other;
    bool json = false;
};
int runMergeNotes(const Session& session, const MergeNotesArguments& arguments);

} // namespace ghostline::app
