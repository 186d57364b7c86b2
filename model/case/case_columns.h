// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is known of the accused in each frame around a flag, a column for each thing.
#include "model/review/evidence.h"
#include "model/review/flag.h"

#include <QStringList>

namespace ghostline::model {

/// A case is read line by line, and printed.
inline constexpr FrameNumber MostCaseFrames = 1'200;

struct CaseColumns
{
    FrameRange frames;
    std::vector<Micros> times;     ///< one a frame
    QStringList provenance;        ///< one a frame, as provenanceWord(); empty = not there, or not readable
    std::vector<EvidenceRow> rows; ///< "x", "y", "z", "yaw", "pitch"; then what evidenceOf() has, with
                                   ///< "horizontal_speed" and "acceleration", worked out
};

/// Decodes, so call it off the UI thread. LimitExceeded for more than MostCaseFrames.
Result<CaseColumns> caseColumns(const ReplaySource& source, const Flag& flag, FrameRange frames,
                                std::stop_token stop);

} // namespace ghostline::model
