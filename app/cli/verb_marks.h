// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `marks`: the bookmarks of a recording, for scripts, spreadsheets and programs for match analysis, and from
// there.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct MarksArguments : ReplayArguments
{
    QStringList tags; ///< only bookmarks with one of these; empty = all
    bool csv = false;
    bool xml = false;
    QString output; ///< empty = standard output
    bool force = false;
    QString import; ///< marks to add to the notes; empty = none
};
int runMarks(const Session& session, const MarksArguments& arguments);

} // namespace ghostline::app
