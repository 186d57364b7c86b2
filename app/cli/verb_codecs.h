// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `codecs`: what formats are known, what can be asked of each, and which plugins failed and why.
#include "app/cli/verbs.h"

namespace ghostline::app {

struct CodecsArguments
{
    bool json = false;
};

int runCodecs(const Session& session, const CodecsArguments& arguments);

} // namespace ghostline::app
