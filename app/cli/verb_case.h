// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `case`: all there is to know of one flag, as a page. `verify`: such a page held against the recording.
#include "app/cli/verbs.h"
#include "model/case/case_file.h"

namespace ghostline::app {

/// `output`: the page; empty = none, then JSON must be asked for.
struct CaseArguments : WriteArguments
{
    model::CaseChoices choices;
    bool withoutNotes = false;
    bool withoutPictures = false;
};
int runCase(const Session& session, const CaseArguments& arguments);

struct VerifyArguments : ReplayArguments
{
    QString made; ///< the page, or its JSON
};
/// ExitFine: equal; ExitFlagged: something differs.
int runVerify(const Session& session, const VerifyArguments& arguments);

} // namespace ghostline::app
