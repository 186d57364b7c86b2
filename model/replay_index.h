// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One immutable revision of all that is known about a replay's extent and content.
#include "model/analysis_table.h"
#include "model/diagnostic.h"
#include "model/event.h"
#include "model/keyframe_index.h"
#include "model/replay_info.h"
#include "model/time_axis.h"

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
    bool lostData() const;
};

inline bool ReplayIndex::lostData() const
{
    for (const Diagnostic& d : diagnostics) {
        if (d.severity == Severity::Error)
            return true;
    }
    return !lost.empty();
}

} // namespace ghostline::model
