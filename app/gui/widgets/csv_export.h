// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writing what a panel shows to a file: proposes a name, asks where, and says so when it fails.
#include "model/base/error.h"

#include <QString>
#include <Qt>

#include <functional>

class QAbstractItemView;
class QFileDialog;
class QWidget;

namespace ghostline::app {

/// What goes into a file, of cells that are shown in the form of the user's language: a point, no groups.
inline constexpr int FileTextRole = Qt::UserRole + 1000;

/// The old file stays when writing fails.
model::Result<void> exportCsv(const QAbstractItemView& view, const QString& path);
/// Asks for a file, proposing a name for what is `shown` (see proposedName()). `view` lives as long as
/// `panel`.
void askCsvExport(QWidget* panel, const QAbstractItemView* view, const QString& title, const QString& shown);
/// The same of a table that no view shows; `text` is called once the file is chosen.
void askCsvExport(QWidget* panel, const QString& title, const QString& shown,
                  const std::function<QByteArray()>& text);

/// What a dialog asks, and what it proposes.
struct ExportQuestion
{
    QString title;
    QString shown; ///< what is written, as it names the file: "Time in zones"
    QString filter;
    QString suffix; ///< without a dot
};
/// Asks for a file without holding anything up, first in the folder that was used last; `then` is called
/// while `panel` lives.
QFileDialog* askExportFile(QWidget* panel, const ExportQuestion& question,
                           const std::function<void(const QString& path)>& then);
/// In a box of its own, which holds nothing up.
void tellExportFailed(QWidget* panel, const QString& path, const QString& message);

/// The recording that the exports of a window, and of what belongs to it, are named after; empty = none.
void setExportSource(QWidget* window, const QString& replayPath);
/// "race-time-in-zones.csv": the name of the window's recording and of what is shown, without signs that a
/// file system or a shell would trip over.
QString proposedName(const QWidget* panel, const QString& shown, const QString& suffix);

} // namespace ghostline::app
