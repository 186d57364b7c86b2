// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/diagnostic.h"

namespace ghostline::model {

QString severityName(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return QStringLiteral("info");
    case Severity::Warning:
        return QStringLiteral("warning");
    case Severity::Error:
        return QStringLiteral("error");
    }
    return QStringLiteral("error");
}

QString verdictName(VerdictState state)
{
    switch (state) {
    case VerdictState::Ok:
        return QStringLiteral("ok");
    case VerdictState::Failed:
        return QStringLiteral("failed");
    case VerdictState::NotPresent:
        return QStringLiteral("not-present");
    case VerdictState::CannotCheck:
        return QStringLiteral("cannot-check");
    }
    return QStringLiteral("cannot-check");
}

} // namespace ghostline::model
