// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/sidecar.h"

namespace ghostline::model {

/// Adds those of `others` that are not there yet, by id or by all they say.
void addMissingReviews(Sidecar& sidecar, const std::vector<FlagReview>& others);

/// Takes over those of `others` that were not changed here, by id: they are as somebody else left them.
void takeOverBookmarks(Sidecar& sidecar, const std::vector<Bookmark>& others);

} // namespace ghostline::model
