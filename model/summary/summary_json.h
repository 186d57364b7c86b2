// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A summary for programs. English, whatever the page speaks.
#include "model/summary/match_summary.h"

#include <QJsonObject>

namespace ghostline::model {

/// What the format does not have is no key; what is not known of it is null.
GHOSTLINE_MODEL_EXPORT QJsonObject summaryJson(const MatchSummary& summary);

} // namespace ghostline::model
