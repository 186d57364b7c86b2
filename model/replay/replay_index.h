// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One immutable revision of all that is known about a replay's extent and content.
#include "model/base/diagnostic.h"
#include "model/replay/analysis_table.h"
#include "model/replay/event.h"
#include "model/replay/keyframe_index.h"
#include "model/replay/replay_info.h"
#include "model/time/time_axis.h"

#include <algorithm>

namespace ghostline::model {

using Revision = std::uint64_t;

/// What a revision says never changes; a later one may say more. Thread-safe because immutable.
/// Parts are shared pointers so that a new revision shares what did not change.
struct ReplayIndex
{
    Revision revision = 0;
    bool complete = false; ///< false: still being indexed; whoever needs everything waits
    bool growing = false;  ///< may become longer while it is open: being recorded right now
    double progress = 1.0; ///< share of the bytes indexed
    std::shared_ptr<const ReplayInfo> info = std::make_shared<ReplayInfo>();
    TimeAxis timeAxis;
    KeyframeIndex keyframes;
    std::shared_ptr<const EventTable> events = std::make_shared<EventTable>();
    /// Findings about the whole replay; never null.
    std::shared_ptr<const std::vector<AnalysisTable>> tables = std::make_shared<std::vector<AnalysisTable>>();
    SpanList lost;
    DiagnosticList diagnostics;

    FrameNumber frames() const { return timeAxis.frames(); }
    bool lostData() const
    {
        return !lost.empty() || std::ranges::any_of(diagnostics, [](const Diagnostic& d) {
            return d.severity == Severity::Error;
        });
    }
};

} // namespace ghostline::model
