// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `highlights`: the best moments of recordings, what each scores and why.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct HighlightsArguments : ManyArguments
{
    int top = 0;     ///< 0 = as the weights say
    QString weights; ///< a JSON file
    QString output;  ///< a play list is written here
    bool force = false;
    bool csv = false;
};
int runHighlights(const Session& session, const HighlightsArguments& arguments);

} // namespace ghostline::app
