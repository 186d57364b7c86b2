// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A case as one page that carries its own figures as JSON. All that is to be seen on it is made from that
// JSON alone, so that whoever holds the page can make it again.
#include "model/base/error.h"
#include "model/base/export.h"

#include <QByteArray>
#include <QJsonObject>

namespace ghostline::model {

/// More than a case of MostCaseFrames has, with two cameras' pictures in its JSON and on the page.
inline constexpr std::uint64_t MostCaseBytes = std::uint64_t{64} << 20;

/// HTML that is well-formed XML, too; UTF-8, no script that runs, nothing loaded. The same JSON gives the
/// same bytes in one version of the program.
GHOSTLINE_MODEL_EXPORT QByteArray caseHtml(const QJsonObject& made);

struct ReadCase
{
    QJsonObject made;
    bool page = false;                ///< else it was the JSON alone
    bool isWhatItsFiguresMake = true; ///< of a page: byte for byte what caseHtml() gives
};
/// Of a page or of its JSON. `name`: of its file, empty = none; figures by any other name than .json count as
/// a page that is not what its figures make. UnknownFormat: neither; Damaged: cut off, or no JSON in it;
/// Unsupported: of another version.
GHOSTLINE_MODEL_EXPORT Result<ReadCase> readCase(const QByteArray& bytes, const QString& name = {});

} // namespace ghostline::model
