// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a reader noticed, what is lost, and what an integrity check concluded.
#include "model/base/error.h"
#include "model/base/export.h"
#include "model/base/time_types.h"

#include <vector>

namespace ghostline::model {

enum class Severity { Info, Warning, Error };

/// Error means data was lost; Warning that something was repaired or ignored; Info is worth knowing.
struct Diagnostic
{
    Severity severity = Severity::Warning;
    QString code;     ///< stable kebab-case ("truncated")
    QString message;  ///< one sentence for people
    Location where{}; ///< frame counted from 0
};
using DiagnosticList = std::vector<Diagnostic>;

/// Frames for which something is missing, drawn hatched on the timeline.
struct LostSpan
{
    FrameRange frames;
    QString reason;
};
using SpanList = std::vector<LostSpan>;

enum class VerdictState { Ok, Failed, NotPresent, CannotCheck };

/// Outcome of one integrity check; never Ok for what cannot be checked.
struct Verdict
{
    QString check;
    VerdictState state = VerdictState::CannotCheck;
    std::optional<FrameNumber> frame;
    QString detail;
};

GHOSTLINE_MODEL_EXPORT QString severityName(Severity severity); ///< "info", "warning", "error"
GHOSTLINE_MODEL_EXPORT QString
verdictName(VerdictState state); ///< "ok", "failed", "not-present", "cannot-check"

} // namespace ghostline::model
