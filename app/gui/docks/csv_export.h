// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writing what a table shows to a CSV file: asks where, and says so when it fails.
#include "model/error.h"

class QAbstractItemView;
class QWidget;

namespace ghostline::app {

/// The old file stays when writing fails.
model::Result<void> exportCsv(const QAbstractItemView& view, const QString& path);
/// Asks for a file. `view` lives as long as `panel`.
void askCsvExport(QWidget* panel, const QAbstractItemView* view, const QString& title);

} // namespace ghostline::app
