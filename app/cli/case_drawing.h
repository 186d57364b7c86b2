// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures for a case's page. This tool draws nothing itself: the window's program beside it does, without a
// window.
#include "app/cli/verb_case.h"
#include "model/case/case_pictures.h"

namespace ghostline::app {

/// Of a recording that has such a flag. The message says for people why there are none: NotFound where that
/// program was not installed; IoError where it drew nothing; Cancelled.
model::Result<model::CasePictures> drawCasePictures(const Session& session, const CaseArguments& arguments);

} // namespace ghostline::app
