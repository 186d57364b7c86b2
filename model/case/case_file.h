// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All there is to know of one flag, as JSON. `figures` follow from the recording alone: the same recording
// and the same `choices` give the same ones. `statements` do not: what people said beside the recording, what
// the file is called, which program wrote it.
#include "model/base/export.h"
#include "model/replay/replay_source.h"
#include "model/sidecar/sidecar.h"

#include <QJsonObject>
#include <QStringList>

#include <optional>

namespace ghostline::model {

/// Of the layout: one that is not known is not read.
inline constexpr int CaseVersion = 1;
inline constexpr double StandardCaseMargin = 2.0;
inline constexpr double MostCaseMargin = 30.0;

/// What decides the figures, besides the recording.
struct CaseChoices
{
    int flag = 1;                       ///< in order of time, from 1
    double margin = StandardCaseMargin; ///< seconds before the flag and after it
    bool anonymous = false;             ///< names are replaced, what tells who somebody is is left out
    QStringList options{};              ///< NAME=VALUE, that the recording was opened with
};

struct CaseRequest
{
    QString path; ///< of the recording
    CaseChoices choices{};
    std::optional<Sidecar> notes{}; ///< the verdicts beside it; nothing = they are left out, and that is said
    QString version{};              ///< of the program
};

/// The choices of `figures`; Damaged where one is none.
GHOSTLINE_MODEL_EXPORT Result<CaseChoices> caseChoices(const QJsonObject& figures);

/// Decodes and reads all of the recording for its SHA-256, so call it off the UI thread. InvalidArgument: no
/// such flag, a margin out of range, or a web address; LimitExceeded: too many frames, too many names.
GHOSTLINE_MODEL_EXPORT Result<QJsonObject> caseOf(const ReplaySource& source, const CaseRequest& request,
                                                  std::stop_token stop = {});

} // namespace ghostline::model
