// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The words that stand in a list as long as it has no rows.
#include <QString>

class QAbstractItemView;
class QLabel;

namespace ghostline::app {

/// Over the view, which has its model already; comes and goes with the rows. Owned by the view.
QLabel* emptyStateOver(QAbstractItemView* view, const QString& text = {});

} // namespace ghostline::app
