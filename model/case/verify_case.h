// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Holds a case against a recording: every figure is worked out again.
#include "model/case/case_html.h"
#include "model/replay/replay_source.h"

#include <vector>

namespace ghostline::model {

struct CaseDifference
{
    QString what;       ///< "speed, frame 120": a column and a frame, or where in `figures` it stands
    QString inCase;     ///< what the case says; empty = nothing
    QString recomputed; ///< what follows from the recording; empty = nothing
};

struct CaseVerification
{
    bool contentDiffers = false; ///< the recording consists of other bytes than the case was made from
    bool page = false;           ///< there was one; else the figures alone
    bool pageDiffers = false;    ///< what is to be seen on the page is not what its figures make
    std::vector<CaseDifference> differences; ///< of the figures, the first MostCaseDifferences
    std::size_t leftOut = 0;                 ///< further ones
    std::size_t compared = 0;                ///< figures and words that were held against each other

    bool equal() const { return !contentDiffers && !pageDiffers && differences.empty(); }
};
inline constexpr std::size_t MostCaseDifferences = 200;

/// Decodes and reads all of the recording. Errors as caseOf(), Damaged for a case that does not say what it
/// is about. `options`: NAME=VALUE that the recording was opened with.
GHOSTLINE_MODEL_EXPORT Result<CaseVerification> verifyCase(const ReadCase& read, const ReplaySource& source,
                                                           const QString& path, const QStringList& options,
                                                           std::stop_token stop = {});

} // namespace ghostline::model
