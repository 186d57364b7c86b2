// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What continuous integration reads: one suite of test cases in JUnit's XML.
#include "model/base/error.h"

#include <QString>

#include <vector>

namespace ghostline::app {

struct JUnitCase
{
    enum class State { Passed, Failed, Unreadable };
    QString file; ///< the class name of the case
    QString name; ///< the condition that was asked
    State state = State::Passed;
    QString message{}; ///< why it failed or could not be asked
};

struct JUnitReport
{
    QString name; ///< of the suite
    std::vector<JUnitCase> cases{};
};

/// Whatever names and messages hold, the text is valid XML 1.0.
QByteArray junitText(const JUnitReport& report);
/// Only an earlier report, or an empty file, is replaced: a slip of the hand must not cost a recording.
/// InvalidArgument for anything else.
model::Result<void> checkReportPath(const QString& path);
/// The old file stays when writing fails.
model::Result<void> writeJUnit(const QString& path, const JUnitReport& report);

} // namespace ghostline::app
