// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writing what a panel shows to a file: asks where, and says so when it fails.
#include "model/base/error.h"

#include <Qt>

#include <functional>

class QAbstractItemView;
class QWidget;

namespace ghostline::app {

/// What goes into a file, of cells that are shown in the form of the user's language: a point, no groups.
inline constexpr int FileTextRole = Qt::UserRole + 1000;

/// The old file stays when writing fails.
model::Result<void> exportCsv(const QAbstractItemView& view, const QString& path);
/// Asks for a file. `view` lives as long as `panel`.
void askCsvExport(QWidget* panel, const QAbstractItemView* view, const QString& title);

/// Asks for a file without holding anything up; `then` is called while `panel` lives.
void askExportFile(QWidget* panel, const QString& title, const QString& filter, const QString& suffix,
                   const std::function<void(const QString& path)>& then);
/// In a box of its own, which holds nothing up.
void tellExportFailed(QWidget* panel, const QString& path, const QString& message);

} // namespace ghostline::app
