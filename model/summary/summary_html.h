// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A summary as one page: no script, nothing loaded from anywhere, to be read on a phone, on a desk, on paper.
#include "model/summary/match_summary.h"
#include "model/summary/page_words.h"

namespace ghostline::model {

/// HTML that is well-formed XML, too; UTF-8. Of names and notes nothing becomes markup.
GHOSTLINE_MODEL_EXPORT QByteArray summaryHtml(const MatchSummary& summary,
                                              const SummaryLanguage& language = {});

} // namespace ghostline::model
