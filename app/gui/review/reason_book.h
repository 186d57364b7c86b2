// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reasons to choose from when a verdict is given: those of all checks, and own lists of some. Kept in the
// settings; a file of them goes to the rest of a team.
#include "model/base/error.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

namespace ghostline::app {

struct ReasonBook
{
    static constexpr qsizetype MostReasons = 100; ///< of one check
    static constexpr qsizetype MostChecks = 500;
    static constexpr qsizetype LongestReason = 200;

    QStringList common{};                  ///< of every check that has no list of its own
    QMap<QString, QStringList> ofChecks{}; ///< instead of the common ones; may be empty

    const QStringList& of(const QString& check) const;
    friend bool operator==(const ReasonBook&, const ReasonBook&) = default;
};

/// What Ghostline comes with.
ReasonBook shippedReasons();
/// One line, no blanks around it, not longer than LongestReason.
QString normalReason(const QString& reason);
/// In the window's language where it is one that Ghostline comes with; what is stored is English.
QString shownReason(const QString& reason);

QByteArray reasonsJson(const ReasonBook& book);
/// Damaged: not such a file, or lists longer than the limits. What is empty or there twice is left out.
model::Result<ReasonBook> readReasons(const QByteArray& json);

/// The shipped ones as long as nothing was changed.
ReasonBook loadReasons();
void saveReasons(const ReasonBook& book);

} // namespace ghostline::app
